import { and, asc, eq, gt, lt, or, sql, type SQL } from 'drizzle-orm';
import type { PartnerRow, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { openAccount } from '../../db/open-account.ts';
import { partner, reportSubscription, user } from '../../db/schema.ts';

export type SubscriptionRow = typeof reportSubscription.$inferSelect;
/** Who gets a report, and about which partner. */
export type Reader = { user: UserRow; partner: PartnerRow };
/** Names a subscription. */
export type Subscriber = { partnerId: string; userId: string };

const of = ({ partnerId, userId }: Subscriber): SQL | undefined =>
  and(eq(reportSubscription.partnerId, partnerId), eq(reportSubscription.userId, userId));

/** The subscription of somebody; undefined without one. */
export async function findSubscription(db: Database, subscriber: Subscriber): Promise<SubscriptionRow | undefined> {
  const [row] = await db.select().from(reportSubscription).where(of(subscriber));
  return row;
}

/** Subscribes somebody to the months after `doneMonth`; who is subscribed already stays so. */
export async function subscribe(db: Database, subscriber: Subscriber, doneMonth: string): Promise<void> {
  await db
    .insert(reportSubscription)
    .values({ ...subscriber, doneMonth })
    .onConflictDoNothing();
}

export async function unsubscribe(db: Database, subscriber: Subscriber): Promise<void> {
  await db.delete(reportSubscription).where(of(subscriber));
}

/** Still of the partner's staff, or operator of the installation; neither suspended, nor is the partner. */
const mayRead = and(
  openAccount(user),
  openAccount(partner),
  or(eq(user.role, 'superadmin'), and(eq(user.role, 'admin'), eq(user.partnerId, partner.id))),
);

/** Who has no report about a month yet, by partner and after a subscription. */
export async function readersDue(
  db: Database,
  month: string,
  after: Subscriber | null,
  limit: number,
): Promise<Reader[]> {
  return db
    .select({ user, partner })
    .from(reportSubscription)
    .innerJoin(user, eq(user.id, reportSubscription.userId))
    .innerJoin(partner, eq(partner.id, reportSubscription.partnerId))
    .where(
      and(
        lt(reportSubscription.doneMonth, month),
        mayRead,
        after === null
          ? undefined
          : or(
              gt(reportSubscription.partnerId, after.partnerId),
              and(eq(reportSubscription.partnerId, after.partnerId), gt(reportSubscription.userId, after.userId)),
            ),
      ),
    )
    .orderBy(asc(reportSubscription.partnerId), asc(reportSubscription.userId))
    .limit(limit);
}

/** Writes down, in the transaction that queues the email, that somebody has the report of a month. False if it was written before. */
export async function claimReport(tx: Database, subscriber: Subscriber, month: string): Promise<boolean> {
  const rows = await tx
    .update(reportSubscription)
    .set({ doneMonth: month, sentMonth: sql`${month}::date` })
    .where(and(of(subscriber), lt(reportSubscription.doneMonth, month)))
    .returning({ userId: reportSubscription.userId });
  return rows.length > 0;
}
