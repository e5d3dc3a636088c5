import { keepPreviousData } from '@tanstack/react-query';
import { firstPage } from '@panel/contract/reads';
import { queryOf, type ListState, type Notification } from '@panel/core';
import { NOTIFICATION_LIST, notificationListRead, type NotificationColumn } from './notification.reads.ts';

/** How many notifications the bell's dropdown shows (spec §9), and its polling interval. */
export const BELL_ITEMS = 5;
export const BELL_POLL_MS = 60_000;

export const notificationListQuery = (state: ListState<NotificationColumn>) =>
  queryOf(notificationListRead(state), { placeholderData: keepPreviousData });

/** The newest notifications, for the bell and the dashboard. */
export const bellQuery = queryOf(notificationListRead(firstPage({ ...NOTIFICATION_LIST, pageSize: BELL_ITEMS })), {
  refetchInterval: BELL_POLL_MS,
});

type Listed = { pageElements: Notification[]; totalUnReadNotificationCount?: number };

/** The server's total if present, otherwise the unread ones of the list (spec §4). */
export const unreadOf = (list: Listed | undefined): number =>
  list?.totalUnReadNotificationCount ?? list?.pageElements.filter((item) => item.status === 'unread').length ?? 0;
