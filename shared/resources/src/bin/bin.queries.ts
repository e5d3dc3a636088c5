import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { PROGRESS_POLL_MS } from '../site/site.queries.ts';
import { binListRead, type BinColumn } from './bin.reads.ts';

export const binListQuery = (state: ListState<BinColumn>) =>
  queryOf(binListRead(state), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pageElements.some(({ task_id }) => task_id !== null) ? PROGRESS_POLL_MS : false,
  });
