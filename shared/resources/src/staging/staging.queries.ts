import { calls, queryOf } from '@panel/core';
import { stagingRead } from './staging.reads.ts';

export const stagingQuery = (siteId: string) => queryOf(stagingRead(siteId));

/** Both sites are compared on request, which takes a moment. */
export const differenceQuery = (stagingId: string) =>
  calls.staging.difference.queryOptions({ input: { id: stagingId }, staleTime: 0, gcTime: 0 });
