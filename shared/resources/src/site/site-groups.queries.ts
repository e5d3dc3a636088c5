import { UNWELL } from '@panel/contract/status';
import type { SiteStatus } from '@panel/core';
import { newestSitesQuery } from './site.queries.ts';

export const AT_WORK: SiteStatus[] = ['pending', 'created', 'deploying', 'migrating', 'processing', 'moving'];
const PAGE_SIZE = 5;
const POLL_MS = 5000;

/** Sites by the attention they need, each site in one of them at most: each response contains its total and the newest few. */
export const readySitesQuery = newestSitesQuery({ health: ['healthy'] }, { pageSize: PAGE_SIZE });
export const workSitesQuery = newestSitesQuery({ status: AT_WORK }, { pageSize: PAGE_SIZE, pollMs: POLL_MS });
/** Down or in need of attention, for whatever reason. */
export const attentionSitesQuery = newestSitesQuery({ health: [...UNWELL] }, { pageSize: PAGE_SIZE });
