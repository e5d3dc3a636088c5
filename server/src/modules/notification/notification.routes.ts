import type { Notification } from '@panel/contract';
import { signedIn, type CallContext } from '../../http/call-context.ts';
import { PanelError } from '../../http/errors.ts';
import { calls } from '../../http/implement.ts';
import {
  deleteAll,
  deleteNotification,
  findNotification,
  listNotifications,
  readAll,
  setNotificationStatus,
  type NotificationRow,
  type Owner,
} from './notification.repo.ts';

const ownerOf = (context: CallContext): Owner => ({ userId: signedIn(context).id, partnerId: context.partner.id });

function publicNotification({ id, type, description, status, link, createdAt }: NotificationRow): Notification {
  return { id, type, description, status, link, created_at: createdAt.toISOString() };
}

const done = { status: true as const };

export const notificationRoutes = {
  list: calls.notification.list.handler(async ({ context, input }) => {
    const { pageIndex, pageSize } = input;
    const order = {
      orderBy: input.orderBy,
      sortOrder: input.sortOrder ?? ('desc' as const),
      limit: pageSize,
      offset: pageIndex * pageSize,
    };
    const { rows, total, unread } = await listNotifications(context.app.db, ownerOf(context), order);
    return {
      pageIndex,
      pageSize,
      totalCount: total,
      totalPage: Math.ceil(total / pageSize),
      pageElements: rows.map(publicNotification),
      totalUnReadNotificationCount: unread,
    };
  }),

  byId: calls.notification.byId.handler(async ({ context, input }) => {
    const row = await findNotification(context.app.db, ownerOf(context), input.id);
    if (!row) throw new PanelError('NOT_FOUND');
    return publicNotification(row);
  }),

  bulk: calls.notification.bulk.handler(async ({ context, input }) => {
    const change = input.status === 'read_all' ? readAll : deleteAll;
    await change(context.app.db, ownerOf(context));
    return done;
  }),

  update: calls.notification.update.handler(async ({ context, input }) => {
    if (!(await setNotificationStatus(context.app.db, ownerOf(context), input.id, input.status)))
      throw new PanelError('NOT_FOUND');
    return done;
  }),

  /** Deleting is idempotent: what is not there is deleted (decision: Writes). */
  remove: calls.notification.remove.handler(async ({ context, input }) => {
    await deleteNotification(context.app.db, ownerOf(context), input.id);
    return done;
  }),
};
