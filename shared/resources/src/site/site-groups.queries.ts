import { NO_PROBLEM, UNWELL, type HealthFilter } from '@panel/contract/status';
import type { SiteStatus } from '@panel/core';
import { newestSitesQuery } from './site.queries.ts';

export const AT_WORK: SiteStatus[] = ['pending', 'created', 'deploying', 'migrating', 'processing', 'moving'];
const PAGE_SIZE = 5;
const POLL_MS = 5000;

/** Live sites by the attention they need, each in exactly one of these: each response contains its total and the newest few. */
export const wellSitesQuery = newestSitesQuery(NO_PROBLEM, { pageSize: PAGE_SIZE });
export const workSitesQuery = newestSitesQuery(['working'], { pageSize: PAGE_SIZE, pollMs: POLL_MS });
/** Down or in need of attention, for whatever reason. */
export const attentionSitesQuery = newestSitesQuery(UNWELL, { pageSize: PAGE_SIZE });

/** The list of the sites that such a query counts. */
export const liveSitesPath = (levels: readonly HealthFilter[]): string =>
  `/sites?environment=live&${levels.map((level) => `health=${level}`).join('&')}`;
