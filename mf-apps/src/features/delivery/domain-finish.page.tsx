import type { App } from '@panel/core';
import { siteDomainQuery } from '@panel/resources/domain';
import { appAsWorkload } from '@panel/resources/workload';
import { WorkloadDomainFinish } from '@panel/workload/domain';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { useAppLicense } from './use-app-license.ts';

export const prefetch = prefetchApp((id) => [siteDomainQuery(id)]);

/** /manage-app/upgrade/finish: what is left to do for the domain that was added. */
export const Component = appComponent(FinishPage);

function FinishPage({ app }: { app: App }) {
  const license = useAppLicense(app);
  return (
    <WorkloadDomainFinish
      {...{ workload: appAsWorkload(app), license }}
      frame={(page) => <AppPage app={app} {...page} />}
    />
  );
}
