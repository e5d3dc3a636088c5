import { keepPreviousData } from '@tanstack/react-query';
import { calls, type ListState, type Notification } from '@panel/core';

export const NOTIFICATION_COLUMNS = ['created_at', 'status', 'type'] as const;
export type NotificationColumn = (typeof NOTIFICATION_COLUMNS)[number];

/** How many notifications the bell's dropdown shows (spec §9), and its polling interval. */
export const BELL_ITEMS = 5;
export const BELL_POLL_MS = 60_000;

export const notificationListQuery = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<NotificationColumn>) =>
  calls.notification.list.queryOptions({
    input: { pageIndex, pageSize, orderBy, sortOrder },
    placeholderData: keepPreviousData,
  });

/** The newest notifications, for the bell and the dashboard. */
export const bellQuery = calls.notification.list.queryOptions({
  input: { pageIndex: 0, pageSize: BELL_ITEMS, orderBy: 'created_at', sortOrder: 'desc' },
  refetchInterval: BELL_POLL_MS,
});

type Listed = { pageElements: Notification[]; totalUnReadNotificationCount?: number };

/** The server's total if present, otherwise the unread ones of the list (spec §4). */
export const unreadOf = (list: Listed | undefined): number =>
  list?.totalUnReadNotificationCount ?? list?.pageElements.filter((item) => item.status === 'unread').length ?? 0;
