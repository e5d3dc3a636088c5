import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { apiTokenListRead, type ApiTokenColumn } from './api-token.reads.ts';

export const apiTokenListQuery = (state: ListState<ApiTokenColumn>) =>
  queryOf(apiTokenListRead(state), { placeholderData: keepPreviousData });
