import { zoneNameOf } from '@panel/contract/schemas';
import { queryClient, type PageContext } from '@panel/core';
import { siteDomainQuery, zoneOf } from '@panel/resources/domain';
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

/** The same for pages of a domain, whether a site or an application has it. */
export const prefetchZone =
  (prefetch: (fqdn: string) => Promise<void>) =>
  async ({ params: { id } }: PageContext): Promise<void> => {
    if (!id) return;
    const query = siteDomainQuery(id);
    await queryClient.prefetchQuery(query);
    const shown = queryClient.getQueryData(query.queryKey);
    const zone = shown && zoneOf(shown);
    if (zone) await prefetch(zone);
  };
