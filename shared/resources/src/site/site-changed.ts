import { calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** What shows several sites: every list and search, and the totals. */
export const SITE_LISTS = [calls.site.filter.key(), calls.site.list.key(), calls.site.summary.key()];

/** Stale after a change of a site: whatever shows several, and the sites' own pages. */
export const SITE_CHANGED = [...SITE_LISTS, calls.site.overview.key()];

/** Reloads everything that shows sites, after changes without a mutation, such as the end of a task. */
export const useRefreshSites = () => useMarkStale(SITE_CHANGED);
