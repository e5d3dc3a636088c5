import { queryOptions } from '@tanstack/react-query';
import { api, type ListState, type SiteStatus } from '@panel/core';
import { isWorkedOn } from './site.can.ts';

export const SITE_COLUMNS = ['created_at', 'fqdn', 'status', 'type'] as const;
export type SiteColumn = (typeof SITE_COLUMNS)[number];

/** How often a list or an overview is read again while something on it is in progress. */
export const PROGRESS_POLL_MS = 3000;

export const siteListQuery = ({ pageIndex, pageSize, orderBy, sortOrder, keyword, filters }: ListState<SiteColumn>) => {
  const status = filters['status'] as SiteStatus[] | undefined;
  const input = { pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined, status: status?.length ? status : undefined };
  return queryOptions({
    queryKey: ['site', 'list', input],
    queryFn: ({ signal }) => api.site.filter(input, { signal }),
    refetchInterval: ({ state }) => (state.data?.pageElements.some(isWorkedOn) ? PROGRESS_POLL_MS : false),
  });
};

export const siteSummaryQuery = queryOptions({
  queryKey: ['site', 'summary'],
  queryFn: ({ signal }) => api.site.summary(undefined, { signal }),
});

export const siteOverviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['site', 'overview', id],
    queryFn: ({ signal }) => api.site.overview({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data.site) ? PROGRESS_POLL_MS : false),
  });

export const protectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['site', 'protection', id],
    queryFn: ({ signal }) => api.site.passwordProtection({ id }, { signal }),
  });

export const nameserversQuery = (fqdn: string) =>
  queryOptions({
    queryKey: ['site', 'nameservers', fqdn],
    queryFn: ({ signal }) => api.site.nameservers({ fqdn }, { signal }),
    staleTime: 10 * 60_000,
  });

/** What can be installed now; it changes only with a release of the server. */
export const siteImagesQuery = queryOptions({
  queryKey: ['site', 'images'],
  queryFn: ({ signal }) => api.site.images(undefined, { signal }),
  staleTime: 10 * 60_000,
});

/** Is the address in use? Asked while the name is typed, and always anew. */
export const fqdnCheckQuery = (fqdn: string) =>
  queryOptions({
    queryKey: ['site', 'fqdn-check', fqdn],
    queryFn: ({ signal }) => api.site.checkFqdn({ fqdn }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The own site at exactly this address, or null: tells a name that somebody else has from one that is already here. */
export const ownSiteQuery = (fqdn: string) =>
  queryOptions({
    queryKey: ['site', 'own', fqdn],
    queryFn: async ({ signal }) => {
      const found = await api.site.filter({ keyword: fqdn, pageSize: 100 }, { signal });
      return found.pageElements.find((site) => site.fqdn === fqdn) ?? null;
    },
    staleTime: 0,
  });
