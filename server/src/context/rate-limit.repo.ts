import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { rateLimit } from '../db/schema.ts';
import type { AttemptCounter, Attempts } from '../lib/attempt-counter.ts';
import type { Clock } from '../kernel/clock-and-log.ts';

/**
 * Counts one attempt in one statement, so that parallel ones cannot slip through; starts a new window when the old
 * one has ended.
 */
export async function countAttempt(db: Database, key: string, now: Date, windowSeconds: number): Promise<Attempts> {
  const ends = new Date(now.getTime() + windowSeconds * 1000);
  const over = lte(rateLimit.windowEndsAt, now);
  const [row] = await db
    .insert(rateLimit)
    .values({ key, count: 1, windowEndsAt: ends })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${over} then 1 else ${rateLimit.count} + 1 end`,
        windowEndsAt: sql`case when ${over} then ${ends.toISOString()}::timestamptz else ${rateLimit.windowEndsAt} end`,
      },
    })
    .returning({ count: rateLimit.count, windowEndsAt: rateLimit.windowEndsAt });
  return row ?? { count: 1, windowEndsAt: ends };
}

/**
 * Takes the one turn until a time; in one statement, so that of parallel ones only one gets it. Null for who got it,
 * otherwise the end of the turn of another.
 */
export async function takeTurn(db: Database, key: string, now: Date, ends: Date): Promise<Date | null> {
  const [taken] = await db
    .insert(rateLimit)
    .values({ key, count: 1, windowEndsAt: ends })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: { windowEndsAt: ends },
      setWhere: lte(rateLimit.windowEndsAt, now),
    })
    .returning({ key: rateLimit.key });
  if (taken) return null;
  const [other] = await db
    .select({ windowEndsAt: rateLimit.windowEndsAt })
    .from(rateLimit)
    .where(eq(rateLimit.key, key));
  return other?.windowEndsAt ?? ends;
}

/** Takes one attempt back when it was no failure. */
export async function takeBack(db: Database, key: string): Promise<void> {
  await db
    .update(rateLimit)
    .set({ count: sql`${rateLimit.count} - 1` })
    .where(and(eq(rateLimit.key, key), gt(rateLimit.count, 0)));
}

export async function forgetAttempts(db: Database, key: string): Promise<void> {
  await db.delete(rateLimit).where(eq(rateLimit.key, key));
}

/** Counts for all processes of the installation. */
export function createAttemptCounter(db: Database, clock: Clock): AttemptCounter {
  return {
    add: (key, windowSeconds) => countAttempt(db, key, clock.now(), windowSeconds),
    takeBack: (key) => takeBack(db, key),
  };
}

/** Removes expired windows; run by housekeeping. */
export async function sweepAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(rateLimit).where(lte(rateLimit.windowEndsAt, now));
}
