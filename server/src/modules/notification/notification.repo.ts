import { and, asc, desc, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { notification, user } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import type { Slice } from '../../kernel/paged.ts';

export type NotificationRow = typeof notification.$inferSelect;
/** The owner of notifications: a superadmin sees those of the partner on whose host they are. */
export type Owner = { userId: string; partnerId: string };

const ownedBy = ({ userId, partnerId }: Owner): SQL | undefined =>
  and(eq(notification.userId, userId), or(eq(notification.partnerId, partnerId), isNull(notification.partnerId)));

const COLUMN = { created_at: notification.createdAt, status: notification.status, type: notification.type };

/** A page of the owner's notifications; `counted` is the number of unread ones. */
export const listNotifications = (db: Database, owner: Owner, slice: Slice<keyof typeof COLUMN>) =>
  selectPage(db, notification, {
    ...slice,
    where: ownedBy(owner),
    orderBy: [
      (slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy]),
      desc(notification.createdAt),
      asc(notification.id),
    ],
    count: sql`filter (where ${notification.status} = 'unread')`,
  });

export async function findNotification(db: Database, owner: Owner, id: string): Promise<NotificationRow | undefined> {
  const [row] = await db
    .select()
    .from(notification)
    .where(and(eq(notification.id, id), ownedBy(owner)));
  return row;
}

/** Does nothing when this owner has no such notification. */
export async function setNotificationStatus(
  db: Database,
  owner: Owner,
  id: string,
  status: NotificationRow['status'],
): Promise<{ id: string } | undefined> {
  const [row] = await db
    .update(notification)
    .set({ status })
    .where(and(eq(notification.id, id), ownedBy(owner)))
    .returning({ id: notification.id });
  return row;
}

/** Marks all notifications of the owner as read. */
export async function readAll(db: Database, owner: Owner): Promise<void> {
  await db
    .update(notification)
    .set({ status: 'read' })
    .where(and(ownedBy(owner), eq(notification.status, 'unread')));
}

export async function deleteAll(db: Database, owner: Owner): Promise<void> {
  await db.delete(notification).where(ownedBy(owner));
}

export async function deleteNotification(db: Database, owner: Owner, id: string): Promise<void> {
  await db.delete(notification).where(and(eq(notification.id, id), ownedBy(owner)));
}

/** Keeps the notifications that link to a page, but not their link, because what the page shows is gone. */
export async function removeLink(db: Database, link: string): Promise<void> {
  await db.update(notification).set({ link: null }).where(eq(notification.link, link));
}

/** Removes notifications from before a time, read or not; run by housekeeping. */
export async function sweepNotifications(db: Database, before: Date): Promise<void> {
  await db.delete(notification).where(lt(notification.createdAt, before));
}

type Note = Pick<typeof notification.$inferInsert, 'type' | 'description' | 'template' | 'values' | 'link'>;

/** Notifies each operator once for a subject. @returns those who did not know */
export async function notifyOperators(tx: Database, note: Note, subject: string): Promise<UserRow[]> {
  const operators = await tx
    .select()
    .from(user)
    .where(and(eq(user.role, 'superadmin'), openAccount(user)));
  if (operators.length === 0) return [];
  const notified = await tx
    .insert(notification)
    .values(operators.map(({ id }) => ({ ...note, partnerId: null, userId: id, dedupeKey: `${subject}:${id}` })))
    .onConflictDoNothing()
    .returning({ id: notification.userId });
  return operators.filter((operator) => notified.some(({ id }) => id === operator.id));
}
