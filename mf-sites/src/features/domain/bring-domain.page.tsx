import { siteAsWorkload } from '@panel/resources/workload';
import { WorkloadBringDomain } from '@panel/workload/domain';
import { useSiteOverview } from '../site/managed-site.ts';
import { siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { prefetchUpgrade } from './upgrade-step.tsx';

export const prefetch = prefetchUpgrade;

/** /manage-site/upgrade/bring-your-own-domain/{id}. Without a site there is nothing to upgrade. */
export const Component = siteComponent(BringDomainPage);

function BringDomainPage({ id }: { id: string }) {
  const { site, domain, license } = useSiteOverview(id);
  // A claim that nobody has proven may be replaced by another one.
  const isOffered =
    !site.isStage && site.domain_type !== 'custom_domain' && (domain === null || domain.state === 'unproven');
  return (
    <WorkloadBringDomain
      {...{ workload: siteAsWorkload(site), license, isOffered }}
      frame={(page) => <SitePage site={site} {...page} />}
    />
  );
}
