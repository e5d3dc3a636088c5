import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { resellerListRead, type ResellerColumn } from './reseller.reads.ts';

/** One page of the partners of the installation, with what they use. */
export const resellerListQuery = (state: ListState<ResellerColumn>) =>
  queryOf(resellerListRead(state), { placeholderData: keepPreviousData });
