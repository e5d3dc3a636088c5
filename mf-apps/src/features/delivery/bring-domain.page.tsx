import type { App } from '@panel/core';
import { siteDomainQuery } from '@panel/resources/domain';
import { appAsWorkload } from '@panel/resources/workload';
import { WorkloadBringDomain } from '@panel/workload/domain';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { useAppLicense } from './use-app-license.ts';

export const prefetch = prefetchApp((id) => [siteDomainQuery(id)]);

/** /manage-app/upgrade/bring-your-own-domain: the stages to a domain of its own. */
export const Component = appComponent(BringDomainPage);

function BringDomainPage({ app }: { app: App }) {
  const license = useAppLicense(app);
  return (
    <WorkloadBringDomain
      {...{ workload: appAsWorkload(app), license, isOffered: app.domain_type === 'sub_domain' }}
      frame={(page) => <AppPage app={app} {...page} />}
    />
  );
}
