import { queryOptions } from '@tanstack/react-query';
import { api, type SiteStatus } from '@panel/core';

export const AT_WORK: SiteStatus[] = ['pending', 'created', 'deploying', 'migrating', 'processing', 'moving'];
const SHOWN = 5;
const WORK_POLL_MS = 5000;

/** Sites by what they need from their owner; each answer carries its total and the newest few. */
const sitesWith = (group: string, status: SiteStatus[]) =>
  queryOptions({
    // Below the key of all sites: whatever changes a site refreshes the dashboard too.
    queryKey: ['site', 'dashboard', group],
    queryFn: ({ signal }) => api.site.filter({ status, pageIndex: 0, pageSize: SHOWN, orderBy: 'created_at', sortOrder: 'desc' }, { signal }),
    refetchInterval: ({ state }) => (group === 'work' && (state.data?.totalCount ?? 0) > 0 ? WORK_POLL_MS : false),
  });

export const readySitesQuery = sitesWith('ready', ['ready']);
export const workSitesQuery = sitesWith('work', AT_WORK);
export const failedSitesQuery = sitesWith('failed', ['failed']);

/** The key of the sites page's side panel: one answer serves both. */
export const totalsQuery = queryOptions({
  queryKey: ['site', 'summary'],
  queryFn: ({ signal }) => api.site.summary(undefined, { signal }),
});
