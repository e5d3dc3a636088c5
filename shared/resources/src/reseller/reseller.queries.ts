import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { resellerListRead, type ResellerColumn } from './reseller.reads.ts';

const REQUEST_POLL_MS = 2_000;

/** One page of the partners of the installation, with what they use. */
export const resellerListQuery = (state: ListState<ResellerColumn>) =>
  queryOf(resellerListRead(state), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pageElements.some(({ certificate }) => certificate.task_id !== null) ? REQUEST_POLL_MS : false,
  });

/** Whether names below a domain lead to this panel; asked anew by each check. */
export const nameserverCheckQuery = (input: { id: string; domain: string }) =>
  calls.reseller.checkNameservers.queryOptions({ input, staleTime: 0 });
