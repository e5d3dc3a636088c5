import { and, desc, eq, exists, gt, inArray, isNull, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { partner, workload, siteAccess, siteAccessConnection, user } from '../../db/schema.ts';

export type AccessRow = typeof siteAccess.$inferSelect;
export type ConnectionRow = typeof siteAccessConnection.$inferSelect;

const CONNECTIONS_SHOWN = 20;

/** The rows of accesses that are open. */
export const isOpen = (kind: AccessRow['kind'], now: Date) =>
  and(eq(siteAccess.kind, kind), isNull(siteAccess.endedAt), gt(siteAccess.expiresAt, now));

export async function insertAccess(tx: Database, values: typeof siteAccess.$inferInsert): Promise<void> {
  await tx.insert(siteAccess).values(values);
}

/** The access of a site that is open now. */
export async function openAccess(
  db: Database,
  siteId: string,
  kind: AccessRow['kind'],
  now: Date,
): Promise<AccessRow | undefined> {
  const [row] = await db
    .select()
    .from(siteAccess)
    .where(and(eq(siteAccess.workloadId, siteId), isOpen(kind, now)))
    .orderBy(desc(siteAccess.createdAt))
    .limit(1);
  return row;
}

/** Ends the accesses of a site, or those of one kind; connections of clients are closed within seconds. */
export async function endAccesses(tx: Database, siteId: string, now: Date, kind?: AccessRow['kind']): Promise<void> {
  await tx
    .update(siteAccess)
    .set({ endedAt: now })
    .where(
      and(eq(siteAccess.workloadId, siteId), isNull(siteAccess.endedAt), kind ? eq(siteAccess.kind, kind) : undefined),
    );
}

/** Ends all accesses that a person has opened. */
export async function endAccessesOf(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(siteAccess)
    .set({ endedAt: now })
    .where(and(eq(siteAccess.userId, userId), isNull(siteAccess.endedAt)));
}

/** The newest connections of a site's accesses, the newest first. */
export async function connectionsOf(db: Database, siteId: string): Promise<ConnectionRow[]> {
  const rows = await db
    .select({ connection: siteAccessConnection })
    .from(siteAccessConnection)
    .innerJoin(siteAccess, eq(siteAccess.id, siteAccessConnection.accessId))
    .where(eq(siteAccess.workloadId, siteId))
    .orderBy(desc(siteAccessConnection.startedAt))
    .limit(CONNECTIONS_SHOWN);
  return rows.map(({ connection }) => connection);
}

/** Sites whose customer and partner are neither suspended nor about to be deleted; one without a customer is served. */
const servedSites = (db: Database) =>
  db
    .select({ id: workload.id })
    .from(workload)
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .leftJoin(user, eq(user.id, workload.customerId))
    .where(and(eq(workload.id, siteAccess.workloadId), openAccount(user), openAccount(partner)));

const isOpenSftp = (db: Database, now: Date) => and(isOpen('sftp', now), exists(servedSites(db)));

/** The open access with a user name. */
export async function findByUserName(db: Database, userName: string, now: Date): Promise<AccessRow | undefined> {
  const [row] = await db
    .select()
    .from(siteAccess)
    .where(and(eq(siteAccess.userName, userName), isOpenSftp(db, now)));
  return row;
}

/** Whether no task changes the site. */
export async function isReady(db: Database, siteId: string): Promise<boolean> {
  const [row] = await db.select({ status: workload.status }).from(workload).where(eq(workload.id, siteId));
  return row?.status === 'ready';
}

/** Records a connection and returns its id. */
export async function insertConnection(db: Database, accessId: string, address: string, now: Date): Promise<string> {
  const [row] = await db
    .insert(siteAccessConnection)
    .values({ accessId, address, startedAt: now, seenAt: now })
    .returning({ id: siteAccessConnection.id });
  if (!row) throw new Error('The connection was not stored.');
  return row.id;
}

/** Marks connections as seen, and returns those whose access is still open. */
export async function renewConnections(db: Database, ids: readonly string[], now: Date): Promise<string[]> {
  const accesses = db.select({ id: siteAccess.id }).from(siteAccess).where(isOpenSftp(db, now));
  const rows = await db
    .update(siteAccessConnection)
    .set({ seenAt: now })
    .where(and(inArray(siteAccessConnection.id, [...ids]), inArray(siteAccessConnection.accessId, accesses)))
    .returning({ id: siteAccessConnection.id });
  return rows.map(({ id }) => id);
}

export async function endConnection(db: Database, id: string, now: Date): Promise<void> {
  await db.update(siteAccessConnection).set({ endedAt: now, seenAt: now }).where(eq(siteAccessConnection.id, id));
}

/** Removes accesses that expired before `time`, with their connections; run by housekeeping. */
export async function sweepAccesses(db: Database, time: Date): Promise<void> {
  await db.delete(siteAccess).where(lte(siteAccess.expiresAt, time));
}
