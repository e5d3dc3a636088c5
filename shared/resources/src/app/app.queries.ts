import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { appListRead, type AppColumn } from './app.reads.ts';

export const appListQuery = (state: ListState<AppColumn>) =>
  queryOf(appListRead(state), { placeholderData: keepPreviousData });
