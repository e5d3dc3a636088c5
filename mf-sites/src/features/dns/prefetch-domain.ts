import { zoneNameOf } from '@panel/contract/schemas';
import { queryClient, type PageContext } from '@panel/core';
import { siteOverviewQuery } from '@panel/resources/site';

/** Asks for a site, then for what a page shows of the site's own domain, if it has one. */
export const prefetchDomain =
  (prefetch: (fqdn: string) => Promise<void>) =>
  async ({ params: { id } }: PageContext): Promise<void> => {
    if (!id) return;
    const overview = siteOverviewQuery(id);
    await queryClient.prefetchQuery(overview);
    const site = queryClient.getQueryData(overview.queryKey)?.site;
    if (site?.domain_type === 'custom_domain') await prefetch(zoneNameOf(site.fqdn));
  };
