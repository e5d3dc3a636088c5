import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type ListState } from '@panel/core';

export const NOTIFICATION_COLUMNS = ['created_at', 'status', 'type'] as const;
export type NotificationColumn = (typeof NOTIFICATION_COLUMNS)[number];

/** One page of the list; the bell's dropdown reads below the same key, so a change refreshes both. */
export const notificationListQuery = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<NotificationColumn>) =>
  queryOptions({
    queryKey: ['notification', 'list', { pageIndex, pageSize, orderBy, sortOrder }],
    queryFn: ({ signal }) => api.notification.list({ pageIndex, pageSize, orderBy, sortOrder }, { signal }),
    placeholderData: keepPreviousData,
  });
