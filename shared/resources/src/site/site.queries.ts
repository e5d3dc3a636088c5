import { useIsFetching, useQuery } from '@tanstack/react-query';
import { calls, queryOf, type ListState, type Site } from '@panel/core';
import type { HealthFilter } from '@panel/contract/status';
import { isWorkedOn } from './site.can.ts';
import {
  protectionRead,
  siteImagesRead,
  siteListRead,
  siteOverviewRead,
  siteSummaryRead,
  type SiteColumn,
} from './site.reads.ts';

/** Polling interval of lists and overviews while a task changes something in them. */
export const PROGRESS_POLL_MS = 3000;
const STABLE_MS = 10 * 60_000;

/** Separates the rows of a list page from other reads of the same call. */
const LIST_META = { list: true } as const;

/** The rows of a list page. */
export const siteListQuery = (state: ListState<SiteColumn>) =>
  queryOf(siteListRead(state), {
    meta: LIST_META,
    refetchInterval: ({ state: { data } }) => (data?.pageElements.some(isWorkedOn) ? PROGRESS_POLL_MS : false),
  });

/** Whether the rows of a list page are loading for the first time. */
export const useSiteListLoading = (): boolean =>
  useIsFetching({
    queryKey: calls.site.filter.key(),
    predicate: ({ meta, state }) => meta === LIST_META && state.data === undefined,
  }) > 0;

/** The newest few live sites with one of these levels of health; the response contains their total. */
export const newestSitesQuery = (
  health: readonly HealthFilter[],
  { pageSize, pollMs }: { pageSize: number; pollMs?: number },
) =>
  calls.site.filter.queryOptions({
    input: {
      health: [...health],
      environment: 'live',
      pageIndex: 0,
      pageSize,
      orderBy: 'created_at',
      sortOrder: 'desc',
    },
    refetchInterval: ({ state }) => (pollMs !== undefined && (state.data?.totalCount ?? 0) > 0 ? pollMs : false),
  });

/** A few sites whose address contains the text, by address. */
export const foundSitesQuery = (keyword: string, pageSize: number) =>
  calls.site.filter.queryOptions({ input: { keyword, pageIndex: 0, pageSize, orderBy: 'fqdn', sortOrder: 'asc' } });

/** Ready WordPress sites whose address contains the text. */
export const wordpressSitesQuery = (keyword: string) =>
  calls.site.filter.queryOptions({
    input: {
      ...{ keyword: keyword || undefined, status: ['ready'], type: ['wordpress'] },
      ...{ pageIndex: 0, pageSize: 20, orderBy: 'fqdn', sortOrder: 'asc' },
    },
    select: ({ pageElements }) => pageElements,
  });

/** Totals over all sites of the caller. */
export const siteSummaryQuery = queryOf(siteSummaryRead);

/** How many sites the viewer has, once a page has read it. This asks for nothing. */
export const useKnownSiteCount = (): number | undefined =>
  useQuery({ ...siteSummaryQuery, enabled: false }).data?.siteCount;

export const siteOverviewQuery = (id: string) =>
  queryOf(siteOverviewRead(id), {
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data.site) ? PROGRESS_POLL_MS : false),
  });

/** A site, once a page has read its overview. This asks for nothing. */
export const useKnownSite = (id = ''): Site | undefined =>
  useQuery({ ...siteOverviewQuery(id), refetchInterval: false, enabled: false }).data?.site;

/** The server from which the files of a site are copied. */
export const siteSourceQuery = (id: string) => calls.site.source.queryOptions({ input: { id }, staleTime: 0 });

export const protectionQuery = (id: string) => queryOf(protectionRead(id));

export const nameserversQuery = (fqdn: string) =>
  calls.site.nameservers.queryOptions({ input: { fqdn }, staleTime: STABLE_MS });

export const siteImagesQuery = queryOf(siteImagesRead, { staleTime: STABLE_MS });

/** Whether the address is in use. Requested while the user types, never cached. */
export const fqdnCheckQuery = (fqdn: string) =>
  calls.site.checkFqdn.queryOptions({ input: { fqdn }, staleTime: 0, gcTime: 0 });

/** The caller's own site at exactly this address, or null; tells a taken name from the caller's own. */
export const ownSiteQuery = (fqdn: string) =>
  calls.site.filter.queryOptions({
    input: { keyword: fqdn, pageSize: 100 },
    select: ({ pageElements }) => pageElements.find((site) => site.fqdn === fqdn) ?? null,
    staleTime: 0,
  });
