import { useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, type Site, type SiteOverview } from '@panel/core';
import { siteOverviewQuery } from '@panel/resources/site';

/** A site's overview. Earlier data stays on the page while the network is down, but not when the site is gone. */
export function useSiteOverview(id: string): SiteOverview {
  const { data, error } = useSuspenseQuery(siteOverviewQuery(id));
  if (error instanceof ApiError && error.status === 404) throw error;
  return data;
}

/** A site on one of its pages; a site that is gone closes the page. */
export const useManagedSite = (id: string): Site => useSiteOverview(id).site;
