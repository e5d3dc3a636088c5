import type { Notification } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { found } from '../../context/scope.ts';
import * as repo from './notification.repo.ts';

const ownerOf = (context: CallContext): repo.Owner => ({
  userId: signedIn(context).id,
  partnerId: context.partner.id,
});

const wireNotification = (row: repo.NotificationRow): Notification => ({
  id: row.id,
  type: row.type,
  description: row.description,
  // Rows of older versions have the English sentence alone.
  ...(row.template !== null && { template: row.template, values: row.values ?? {} }),
  status: row.status,
  link: row.link,
  created_at: row.createdAt.toISOString(),
});

const done = { status: true as const };

export const notificationRoutes = {
  list: calls.notification.list.handler(({ context, input }) =>
    paged(
      { ...input, sortOrder: input.sortOrder ?? 'desc' },
      (slice) => repo.listNotifications(context.app.db, ownerOf(context), slice),
      wireNotification,
      ({ counted }) => ({ totalUnReadNotificationCount: counted }),
    ),
  ),

  byId: calls.notification.byId.handler(async ({ context, input }) =>
    wireNotification(found(await repo.findNotification(context.app.db, ownerOf(context), input.id))),
  ),

  bulk: calls.notification.bulk.handler(async ({ context, input }) => {
    const change = input.status === 'read_all' ? repo.readAll : repo.deleteAll;
    await change(context.app.db, ownerOf(context));
    return done;
  }),

  update: calls.notification.update.handler(async ({ context, input }) => {
    found(await repo.setNotificationStatus(context.app.db, ownerOf(context), input.id, input.status));
    return done;
  }),

  /** Deleting is idempotent: a missing notification counts as deleted (decision: Writes). */
  remove: calls.notification.remove.handler(async ({ context, input }) => {
    await repo.deleteNotification(context.app.db, ownerOf(context), input.id);
    return done;
  }),
};
