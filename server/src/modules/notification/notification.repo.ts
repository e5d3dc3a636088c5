import { and, asc, count, desc, eq, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { notification } from '../../db/schema.ts';

export type NotificationRow = typeof notification.$inferSelect;
/** Whose notifications: a superadmin sees those of the partner on whose host they are. */
export type Owner = { userId: string; partnerId: string };

const ownedBy = ({ userId, partnerId }: Owner): SQL | undefined =>
  and(eq(notification.userId, userId), or(eq(notification.partnerId, partnerId), isNull(notification.partnerId)));

const COLUMNS = { created_at: notification.createdAt, status: notification.status, type: notification.type };
export type ListOrder = { orderBy: keyof typeof COLUMNS; sortOrder: 'asc' | 'desc'; limit: number; offset: number };
export type NotificationPage = { rows: NotificationRow[]; total: number; unread: number };

/** A page with the number of all and of unread ones, in one query. */
export async function listNotifications(
  db: Database,
  owner: Owner,
  { orderBy, sortOrder, limit, offset }: ListOrder,
): Promise<NotificationPage> {
  const direction = sortOrder === 'asc' ? asc : desc;
  const totals = db.$with('totals').as(
    db
      .select({
        total: count().as('total'),
        unread: sql<number>`(count(*) filter (where ${notification.status} = 'unread'))`.mapWith(Number).as('unread'),
      })
      .from(notification)
      .where(ownedBy(owner)),
  );
  const page = db
    .$with('page')
    .as(
      db
        .select()
        .from(notification)
        .where(ownedBy(owner))
        .orderBy(direction(COLUMNS[orderBy]), desc(notification.createdAt), asc(notification.id))
        .limit(limit)
        .offset(offset),
    );
  const pageColumns = { created_at: page.createdAt, status: page.status, type: page.type };
  const rows = await db
    .with(totals, page)
    .select({ total: totals.total, unread: totals.unread, page: { ...page._.selectedFields } })
    .from(totals)
    .leftJoin(page, sql`true`)
    .orderBy(direction(pageColumns[orderBy]), desc(page.createdAt), asc(page.id));
  return {
    total: rows[0]?.total ?? 0,
    unread: rows[0]?.unread ?? 0,
    rows: rows.flatMap((row) => (row.page ? [row.page as NotificationRow] : [])),
  };
}

export async function findNotification(db: Database, owner: Owner, id: string): Promise<NotificationRow | null> {
  const [row] = await db
    .select()
    .from(notification)
    .where(and(eq(notification.id, id), ownedBy(owner)))
    .limit(1);
  return row ?? null;
}

/** False when there is no such notification of this owner. */
export async function setNotificationStatus(
  db: Database,
  owner: Owner,
  id: string,
  status: NotificationRow['status'],
): Promise<boolean> {
  const rows = await db
    .update(notification)
    .set({ status })
    .where(and(eq(notification.id, id), ownedBy(owner)))
    .returning({ id: notification.id });
  return rows.length === 1;
}

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
