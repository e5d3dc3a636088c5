import { siteDomainQuery } from '@panel/resources/domain';
import { siteOverviewQuery } from '@panel/resources/site';
import { siteAsWorkload } from '@panel/resources/workload';
import { WorkloadDomainFinish } from '@panel/workload/domain';
import { useSiteOverview } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), siteDomainQuery(id)]);

/** /manage-site/upgrade/finish/{id}: what is left to do (spec §4, "Final step"). */
export const Component = siteComponent(FinishPage);

function FinishPage({ id }: { id: string }) {
  const { site, license } = useSiteOverview(id);
  return (
    <WorkloadDomainFinish
      workload={siteAsWorkload(site)}
      license={license}
      frame={(page) => <SitePage site={site} {...page} />}
    />
  );
}
