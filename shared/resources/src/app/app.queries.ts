import { keepPreviousData } from '@tanstack/react-query';
import { calls, type ListState } from '@panel/core';

export const APP_COLUMNS = ['created_at', 'fqdn', 'name', 'type'] as const;
export type AppColumn = (typeof APP_COLUMNS)[number];

export const appListQuery = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<AppColumn>) =>
  calls.app.list.queryOptions({
    input: { pageIndex, pageSize, orderBy, sortOrder, searchKey: keyword || undefined },
    placeholderData: keepPreviousData,
  });
