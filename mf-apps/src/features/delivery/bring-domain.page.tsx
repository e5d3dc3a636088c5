import { useSuspenseQuery } from '@tanstack/react-query';
import type { App } from '@panel/core';
import { siteDomainQuery } from '@panel/resources/domain';
import { appLicensesQuery } from '@panel/resources/license';
import { appAsWorkload } from '@panel/resources/workload';
import { WorkloadBringDomain } from '@panel/workload/domain';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';

export const prefetch = prefetchApp((id) => [siteDomainQuery(id)]);

/** /manage-app/upgrade/bring-your-own-domain: the two steps to a domain of its own. */
export const Component = appComponent(BringDomainPage);

function BringDomainPage({ app }: { app: App }) {
  const { data: licenses } = useSuspenseQuery(appLicensesQuery);
  const {
    data: { domain },
  } = useSuspenseQuery(siteDomainQuery(app.id));
  const license = licenses.find(({ license_key }) => license_key === app.license_key) ?? null;
  // A claim that nobody has proven may be replaced by another one.
  const isOffered = app.domain_type === 'sub_domain' && (domain === null || domain.state === 'unproven');
  return (
    <WorkloadBringDomain
      {...{ workload: appAsWorkload(app), license, isOffered }}
      frame={(page) => <AppPage app={app} {...page} />}
    />
  );
}
