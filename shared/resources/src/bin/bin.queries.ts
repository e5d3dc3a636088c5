import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { PROGRESS_POLL_MS } from '../site/site.queries.ts';
import { appBinListRead, binListRead, type BinColumn } from './bin.reads.ts';

type Page = { pageElements: readonly { task_id: string | null }[] };

/** While something is being deleted for good, its row changes by itself. */
const pollOf = (data: Page | undefined): number | false =>
  data?.pageElements.some(({ task_id }) => task_id !== null) ? PROGRESS_POLL_MS : false;

export const binListQuery = (state: ListState<BinColumn>) =>
  queryOf(binListRead(state), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => pollOf(data),
  });

export const appBinListQuery = (state: ListState<BinColumn>) =>
  queryOf(appBinListRead(state), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => pollOf(data),
  });
