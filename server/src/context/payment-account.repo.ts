import { and, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { license, notification, paymentAccount, purchase, user } from '../db/schema.ts';
import { described, said } from './said.ts';

export type PaymentAccountRow = typeof paymentAccount.$inferSelect;

/** The account that a partner has connected. */
export async function connectedAccount(
  db: Database,
  partnerId: string,
  { lock }: { lock?: 'share' | 'update' } = {},
): Promise<PaymentAccountRow | undefined> {
  const rows = db
    .select()
    .from(paymentAccount)
    .where(and(eq(paymentAccount.partnerId, partnerId), isNull(paymentAccount.disconnectedAt)));
  return (await (lock ? rows.for(lock) : rows))[0];
}

/** An account that is connected, whoever's it is; for what is paid there. */
export async function accountById(db: Database, id: string): Promise<PaymentAccountRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentAccount)
    .where(and(eq(paymentAccount.id, id), isNull(paymentAccount.disconnectedAt)));
  return row;
}

/** The account at which a subscription is paid; null for the installation's. */
export async function accountOfSubscription(db: Database, subscriptionId: string): Promise<string | null> {
  const [row] = await db
    .select({ account: purchase.accountId })
    .from(purchase)
    .where(eq(purchase.subscriptionId, subscriptionId));
  return row?.account ?? null;
}

/**
 * The account at which the licenses of a customer are paid, null for the installation's; undefined if none is paid. All are paid at one:
 * the account that is connected changes for who pays nothing.
 */
export async function paidAccount(db: Database, customerId: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ account: purchase.accountId })
    .from(license)
    .innerJoin(purchase, eq(purchase.id, license.purchaseId))
    .where(and(eq(license.customerId, customerId), isNull(license.deactivatedAt)))
    .orderBy(desc(license.createdAt))
    .limit(1);
  return row && row.account;
}

/** How many subscriptions and open orders of a partner's customers are at an account; null for the installation's. */
export async function countRunning(db: Database, partnerId: string, accountId: string | null): Promise<number> {
  const [row] = await db
    .select({ running: sql<number>`count(*)::int` })
    .from(purchase)
    .leftJoin(license, and(eq(license.purchaseId, purchase.id), isNull(license.deactivatedAt)))
    .where(
      and(
        eq(purchase.partnerId, partnerId),
        accountId === null ? isNull(purchase.accountId) : eq(purchase.accountId, accountId),
        ne(purchase.status, 'expired'),
        or(eq(purchase.status, 'incomplete'), isNotNull(license.id)),
      ),
    );
  return row?.running ?? 0;
}

/** Notes what the provider says against an account, and tells the staff of its partner if that is new. Returns whether it is. */
export async function noteProblem(
  db: Database,
  id: string,
  problem: NonNullable<PaymentAccountRow['problem']>,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(paymentAccount)
      .set({ problem, checkedAt: now })
      .where(
        and(
          eq(paymentAccount.id, id),
          isNull(paymentAccount.disconnectedAt),
          sql`${paymentAccount.problem} is distinct from ${problem}`,
        ),
      )
      .returning();
    if (!row) return false;
    const { partnerId, name } = row;
    const staff = await tx
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.partnerId, partnerId), eq(user.role, 'admin')));
    const notice = {
      ...{ partnerId, type: 'payment_account_refused' as const, link: '/admin/payments' },
      ...described(
        said(
          'Stripe refuses the key of your account {name}. Check it under Payments: customers may not be able to pay.',
          {
            name,
          },
        ),
      ),
    };
    if (staff.length > 0)
      await tx
        .insert(notification)
        .values(
          staff.map((each) => ({
            ...notice,
            userId: each.id,
            dedupeKey: `payment_account:${id}:${now.getTime()}:${each.id}`,
          })),
        )
        .onConflictDoNothing();
    return true;
  });
}
