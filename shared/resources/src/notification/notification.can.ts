import { t } from '@panel/core';
import type { Notification } from '@panel/core';

type Counted = { totalCount: number; totalUnReadNotificationCount: number };

/** Why the action is not possible now, or nothing. */
export const cannotRead = ({ status }: Pick<Notification, 'status'>) =>
  status === 'read' ? t('This notification is already read.') : undefined;
export const cannotReadAll = (list: Counted) =>
  list.totalUnReadNotificationCount === 0 ? t('All notifications are already read.') : undefined;
export const cannotDeleteAll = (list: Counted) =>
  list.totalCount === 0 ? t('There is nothing to delete.') : undefined;
