import { siteDomainQuery } from '@panel/resources/domain';
import { siteOverviewQuery } from '@panel/resources/site';
import { siteAsWorkload } from '@panel/resources/workload';
import { WorkloadBringDomain } from '@panel/workload/domain';
import { useSiteOverview } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), siteDomainQuery(id)]);

/** /manage-site/upgrade/bring-your-own-domain/{id}. Without a site there is nothing to upgrade. */
export const Component = siteComponent(BringDomainPage);

function BringDomainPage({ id }: { id: string }) {
  const { site, license } = useSiteOverview(id);
  const isOffered = !site.isStage && site.domain_type !== 'custom_domain';
  return (
    <WorkloadBringDomain
      {...{ workload: siteAsWorkload(site), license, isOffered }}
      frame={(page) => <SitePage site={site} {...page} />}
    />
  );
}
