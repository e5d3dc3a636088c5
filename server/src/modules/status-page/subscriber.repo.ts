import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { countAttempt, forgetAttempts, takeTurn } from '../../context/rate-limit.repo.ts';
import type { Database } from '../../db/database.ts';
import { statusSubscriber } from '../../db/schema.ts';
import { DAY_MS } from '../../tasks/define-module.ts';
import type { SubscriberRow } from './status-mail.repo.ts';

/** No email goes to many more. Addresses that are not confirmed do not count: anybody could fill the table with them. */
const SUBSCRIBERS_MAX = 50_000;
/** No address gets a second email within this time, whoever enters it. */
const QUIET_MS = DAY_MS;
/** Addresses that visitors of a partner may enter: nobody sends emails to a long list through it. */
const ASKED_MAX = 300;
const ASKED_SECONDS = 3600;

type Asked = { partnerId: string; email: string; now: Date };

/** It outlives the row of the address: who unsubscribes is not written to again at once. */
const turnOf = ({ partnerId, email }: Omit<Asked, 'now'>): string =>
  `status-mail:${createHash('sha256').update(`${partnerId}|${email}`).digest('base64url')}`;

/**
 * Notes that somebody entered an address, and returns it if an email is due: not when one was sent within a day, not when
 * too many were entered, and not when there are too many subscribers.
 */
export async function askSubscriber(
  db: Database,
  { token, max = SUBSCRIBERS_MAX, ...asked }: Asked & { token: string; max?: number },
): Promise<SubscriberRow | undefined> {
  const { partnerId, email, now } = asked;
  if ((await takeTurn(db, turnOf(asked), now, new Date(now.getTime() + QUIET_MS))) !== null) return undefined;
  const { count } = await countAttempt(db, `status-mails:${partnerId}`, now, ASKED_SECONDS);
  const own = eq(statusSubscriber.partnerId, partnerId);
  const isFull = async () =>
    (await db.$count(statusSubscriber, and(own, isNotNull(statusSubscriber.confirmedAt)))) >= max;
  if (count > ASKED_MAX || (await isFull())) {
    await forgetAsking(db, asked);
    return undefined;
  }
  const [row] = await db
    .insert(statusSubscriber)
    .values({ partnerId, email, token, askedAt: now, createdAt: now })
    .onConflictDoUpdate({ target: [statusSubscriber.partnerId, statusSubscriber.email], set: { askedAt: now } })
    .returning();
  return row;
}

/** Takes that back where no email was sent. */
export const forgetAsking = (db: Database, asked: Omit<Asked, 'now'>): Promise<void> =>
  forgetAttempts(db, turnOf(asked));

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
