import type { Notification } from '@panel/core';

type Counted = { totalCount: number; totalUnReadNotificationCount: number };

/** Why the action is not possible now, or nothing. */
export const cannotRead = ({ status }: Pick<Notification, 'status'>) =>
  status === 'read' ? 'It is read already.' : undefined;
export const cannotReadAll = (list: Counted) =>
  list.totalUnReadNotificationCount === 0 ? 'Everything is read already.' : undefined;
export const cannotDeleteAll = (list: Counted) => (list.totalCount === 0 ? 'There is nothing to delete.' : undefined);
