import { calls, type BulkSubject } from '@panel/core';

const BULK_POLL_MS = 2000;

/** The result of a change of many sites or applications; renewed while some wait. */
export const bulkQuery = (id: string) =>
  calls.bulk.byId.queryOptions({
    input: { id },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.counts.waiting ? BULK_POLL_MS : false),
  });

/** The tags that the caller's sites or applications have. */
export const workloadTagsQuery = (subject: BulkSubject) =>
  calls.tag.list.queryOptions({ input: { subject }, select: ({ tags }) => tags });
