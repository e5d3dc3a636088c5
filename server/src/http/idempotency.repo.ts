import { and, eq, lte } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKey } from '../db/schema.ts';

export type KeyRow = typeof idempotencyKey.$inferSelect;
type Name = { scope: string; key: string };
const named = ({ scope, key }: Name) => and(eq(idempotencyKey.scope, scope), eq(idempotencyKey.key, key));

/** Claims a key; false when it is already claimed. */
export async function claimKey(db: Database, name: Name, requestHash: string, lockedUntil: Date): Promise<boolean> {
  const rows = await db
    .insert(idempotencyKey)
    .values({ ...name, requestHash, state: 'running', lockedUntil })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  return rows.length === 1;
}

export async function findKey(db: Database, name: Name): Promise<KeyRow | null> {
  const [row] = await db.select().from(idempotencyKey).where(named(name)).limit(1);
  return row ?? null;
}

/** Takes over the key of a dead process; only one request wins. */
export async function takeOverKey(db: Database, name: Name, now: Date, lockedUntil: Date): Promise<boolean> {
  const rows = await db
    .update(idempotencyKey)
    .set({ lockedUntil })
    .where(and(named(name), eq(idempotencyKey.state, 'running'), lte(idempotencyKey.lockedUntil, now)))
    .returning({ key: idempotencyKey.key });
  return rows.length === 1;
}

/** Stores the response for 7 days. */
export async function keepAnswer(db: Database, name: Name, status: number, body: unknown): Promise<void> {
  await db.update(idempotencyKey).set({ state: 'done', status, body }).where(named(name));
}

/** Releases a key whose request had no effect. A stored response stays. */
export async function releaseKey(db: Database, name: Name): Promise<void> {
  await db.delete(idempotencyKey).where(and(named(name), eq(idempotencyKey.state, 'running')));
}

/** Removes keys from before `time`; run by housekeeping. */
export async function sweepKeys(db: Database, time: Date): Promise<void> {
  await db.delete(idempotencyKey).where(lte(idempotencyKey.createdAt, time));
}
