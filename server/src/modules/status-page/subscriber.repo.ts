import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { statusSubscriber } from '../../db/schema.ts';
import type { SubscriberRow } from './status-mail.repo.ts';

/** Nobody fills the table, and no email goes to more. */
const SUBSCRIBERS_MAX = 50_000;

type Asked = { partnerId: string; email: string; token: string; now: Date; quietMs: number };

/**
 * Notes that somebody entered an address, and returns it if an email is due: not when one was sent a moment ago, and not
 * when there are too many.
 */
export async function askSubscriber(
  db: Database,
  { partnerId, email, token, now, quietMs }: Asked,
): Promise<SubscriberRow | undefined> {
  const own = eq(statusSubscriber.partnerId, partnerId);
  const [known] = await db
    .update(statusSubscriber)
    .set({ askedAt: now })
    .where(and(own, eq(statusSubscriber.email, email), lt(statusSubscriber.askedAt, new Date(now.getTime() - quietMs))))
    .returning();
  if (known) return known;
  if ((await db.$count(statusSubscriber, own)) >= SUBSCRIBERS_MAX) return undefined;
  const [added] = await db
    .insert(statusSubscriber)
    .values({ partnerId, email, token, askedAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning();
  return added;
}

/** Takes that back where no email was sent. */
export async function forgetAsking(db: Database, id: string): Promise<void> {
  await db
    .update(statusSubscriber)
    .set({ askedAt: new Date(0) })
    .where(eq(statusSubscriber.id, id));
}

/** Whose link it is, on the host of their partner. */
export async function subscriberOf(db: Database, partnerId: string, token: string): Promise<SubscriberRow | undefined> {
  const [row] = await db
    .select()
    .from(statusSubscriber)
    .where(and(eq(statusSubscriber.partnerId, partnerId), eq(statusSubscriber.token, token)));
  return row;
}

/** Confirming twice is once. */
export async function confirmSubscriber(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(statusSubscriber)
    .set({ confirmedAt: sql`coalesce(${statusSubscriber.confirmedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(statusSubscriber.id, id));
}

export async function removeSubscriber(db: Database, id: string): Promise<void> {
  await db.delete(statusSubscriber).where(eq(statusSubscriber.id, id));
}

/** Removes addresses that nobody has confirmed. */
export async function sweepUnconfirmed(db: Database, before: Date): Promise<void> {
  await db
    .delete(statusSubscriber)
    .where(and(isNull(statusSubscriber.confirmedAt), lt(statusSubscriber.askedAt, before)));
}
