import type { SiteStatus } from '@panel/core';
import { newestSitesQuery, unwellSitesQuery } from './site.queries.ts';

export const AT_WORK: SiteStatus[] = ['pending', 'created', 'deploying', 'migrating', 'processing', 'moving'];
const PAGE_SIZE = 5;
const POLL_MS = 5000;

/** Sites by the attention they need: each response contains its total and the newest few. */
export const readySitesQuery = newestSitesQuery(['ready'], { pageSize: PAGE_SIZE });
export const workSitesQuery = newestSitesQuery(AT_WORK, { pageSize: PAGE_SIZE, pollMs: POLL_MS });
/** Down or in need of attention, for whatever reason. */
export const attentionSitesQuery = unwellSitesQuery(PAGE_SIZE);
