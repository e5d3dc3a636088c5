import { and, count, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { deviceGrant, user } from '../../db/schema.ts';
import type { UserRow } from '../../context/call-context.ts';

export type DeviceGrantRow = typeof deviceGrant.$inferSelect;

/** How many codes of a partner wait for a person. */
export async function countOpenGrants(db: Database, partnerId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(deviceGrant)
    .where(and(eq(deviceGrant.partnerId, partnerId), eq(deviceGrant.state, 'pending'), gt(deviceGrant.expiresAt, now)));
  return row?.open ?? 0;
}

/** Stores a request; false when its user code is taken. */
export async function insertGrant(db: Database, values: typeof deviceGrant.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(deviceGrant)
    .values(values)
    .onConflictDoNothing({ target: [deviceGrant.partnerId, deviceGrant.userCode] })
    .returning({ id: deviceGrant.id });
  return rows.length > 0;
}

/** The request of a device code on a partner's host, held until the transaction ends: two polls take turns. */
export async function lockGrant(
  tx: Database,
  partnerId: string,
  deviceHash: string,
): Promise<DeviceGrantRow | undefined> {
  const [row] = await tx
    .select()
    .from(deviceGrant)
    .where(and(eq(deviceGrant.partnerId, partnerId), eq(deviceGrant.deviceHash, deviceHash)))
    .for('update');
  return row;
}

export async function updateGrant(
  tx: Database,
  id: string,
  values: Partial<Pick<DeviceGrantRow, 'state' | 'polledAt' | 'pollSeconds'>>,
): Promise<void> {
  await tx.update(deviceGrant).set(values).where(eq(deviceGrant.id, id));
}

/** The request of a user code on a partner's host. */
export async function findGrant(
  db: Database,
  partnerId: string,
  userCode: string,
): Promise<DeviceGrantRow | undefined> {
  const [row] = await db
    .select()
    .from(deviceGrant)
    .where(and(eq(deviceGrant.partnerId, partnerId), eq(deviceGrant.userCode, userCode)));
  return row;
}

type Decision = Pick<typeof deviceGrant.$inferInsert, 'state' | 'customerId' | 'memberId' | 'scopes' | 'days'>;

/** Stores what a person has decided; false when the request was decided before, or has expired. */
export async function decideGrant(tx: Database, id: string, now: Date, decision: Decision): Promise<boolean> {
  const rows = await tx
    .update(deviceGrant)
    .set(decision)
    .where(and(eq(deviceGrant.id, id), eq(deviceGrant.state, 'pending'), gt(deviceGrant.expiresAt, now)))
    .returning({ id: deviceGrant.id });
  return rows.length > 0;
}

/** A person by id. */
export async function findPerson(db: Database, id: string): Promise<UserRow | undefined> {
  return (await db.select().from(user).where(eq(user.id, id)))[0];
}

/** Removes requests that expired before a time; run by housekeeping. */
export async function sweepGrants(db: Database, before: Date): Promise<void> {
  await db.delete(deviceGrant).where(lt(deviceGrant.expiresAt, before));
}
