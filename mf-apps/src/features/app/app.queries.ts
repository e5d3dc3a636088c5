import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type ListState } from '@panel/core';

export const APP_COLUMNS = ['created_at', 'fqdn', 'name', 'type'] as const;
export type AppColumn = (typeof APP_COLUMNS)[number];

export const appListQuery = ({ pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<AppColumn>) =>
  queryOptions({
    queryKey: ['app', 'list', { pageIndex, pageSize, orderBy, sortOrder, keyword }],
    queryFn: ({ signal }) =>
      api.app.list({ pageIndex, pageSize, orderBy, sortOrder, searchKey: keyword || undefined }, { signal }),
    placeholderData: keepPreviousData,
  });
