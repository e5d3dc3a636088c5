import { read, type ListState } from '@panel/contract/reads';

/** How the list begins. */
export const NOTIFICATION_LIST = {
  columns: ['created_at', 'status', 'type'],
  orderBy: 'created_at',
} as const;
export type NotificationColumn = (typeof NOTIFICATION_LIST)['columns'][number];

/** Own notifications by page. */
export const notificationListRead = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<NotificationColumn>) =>
  read('notification.list', { pageIndex, pageSize, orderBy, sortOrder });
