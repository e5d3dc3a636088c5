import { keepPreviousData } from '@tanstack/react-query';
import type { ListState } from '@panel/core';
import { queryOf } from '../query-of.ts';
import { appListRead, type AppColumn } from './app.reads.ts';

export const appListQuery = (state: ListState<AppColumn>) =>
  queryOf(appListRead(state), { placeholderData: keepPreviousData });
