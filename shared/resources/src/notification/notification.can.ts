import type { Notification } from '@panel/core';

type Counted = { totalCount: number; totalUnReadNotificationCount: number };

/** Why the action is not possible now, or nothing. */
export const cannotRead = ({ status }: Pick<Notification, 'status'>) =>
  status === 'read' ? 'This notification is already read.' : undefined;
export const cannotReadAll = (list: Counted) =>
  list.totalUnReadNotificationCount === 0 ? 'All notifications are already read.' : undefined;
export const cannotDeleteAll = (list: Counted) => (list.totalCount === 0 ? 'There is nothing to delete.' : undefined);
