import { t } from '@panel/core';
import { siteDomainQuery } from '@panel/resources/domain';
import { siteOverviewQuery } from '@panel/resources/site';
import { siteAsWorkload } from '@panel/resources/workload';
import { DomainCards } from '@panel/workload/domain';
import { useSiteOverview } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), siteDomainQuery(id)]);

/** /manage-site/domain-transfer/{id}. Without a site there is nothing to manage; send the user to the list. */
export const Component = siteComponent(DomainPage);

function DomainPage({ id }: { id: string }) {
  const { site, license } = useSiteOverview(id);
  return (
    <SitePage site={site} title={t('Domain')} width="form">
      <DomainCards workload={siteAsWorkload(site)} license={license} />
    </SitePage>
  );
}
