import { calls, queryOf } from '@panel/core';
import { isWorkedOn } from '../site/site.can.ts';
import { PROGRESS_POLL_MS } from '../site/site.queries.ts';
import { stagingRead } from './staging.reads.ts';

/** Polls while a task changes the staging site: it may have ended before the page has seen it. */
export const stagingQuery = (siteId: string) =>
  queryOf(stagingRead(siteId), {
    refetchInterval: ({ state: { data } }) => (data?.staging && isWorkedOn(data.staging) ? PROGRESS_POLL_MS : false),
  });

/** Both sites are compared on request, which takes a moment: not when the tab is shown again or the network is back. */
export const differenceQuery = (stagingId: string) =>
  calls.staging.difference.queryOptions({
    input: { id: stagingId },
    ...{ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });

/** What the last publish changed; it stays until the next one. */
export const publishedQuery = (stagingId: string) => calls.staging.published.queryOptions({ input: { id: stagingId } });

/** A post or a file of both sites, read when it is shown. */
export const differenceTextQuery = (stagingId: string, of: { post: number } | { path: string }) =>
  calls.staging.differenceText.queryOptions({
    input: { id: stagingId, ...of },
    ...{ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
