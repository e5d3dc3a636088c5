import type { LicenseProduct } from '@panel/contract';
import { and, asc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { paymentCustomer, planPrice, purchase } from '../../db/schema.ts';
import { ownedBy, type Scope } from '../../db/select-page.ts';
import { hasKeys, isAt } from './account.repo.ts';

export type PurchaseRow = typeof purchase.$inferSelect;
type NewPurchase = Pick<PurchaseRow, 'partnerId' | 'customerId' | 'priceId' | 'quantity' | 'amount' | 'currency'> &
  Partial<Pick<PurchaseRow, 'accountId' | 'couponId' | 'discount' | 'trialDays' | 'trialOf'>>;

/**
 * The open purchase of the same thing, or the one that has the same trial, or a new one: two requests at once get the same. Undefined if what
 * it is given is not so any more: its trial was begun by a purchase that was paid meanwhile.
 */
export async function openPurchase(db: Database, given: NewPurchase): Promise<PurchaseRow | undefined> {
  const { customerId, priceId, quantity, trialOf } = given;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const [made] = await db.insert(purchase).values(given).onConflictDoNothing().returning();
    if (made) return made;
    const [open] = await db
      .select()
      .from(purchase)
      .where(
        and(
          eq(purchase.customerId, customerId),
          eq(purchase.status, 'incomplete'),
          or(
            and(eq(purchase.priceId, priceId), eq(purchase.quantity, quantity)),
            trialOf ? eq(purchase.trialOf, trialOf) : undefined,
          ),
        ),
      );
    if (open) return open;
    // It was paid, or ended, between the two statements.
  }
  return undefined;
}

/** The products that a customer has bought before, whether they have them still or not. */
export async function everBought(db: Database, customerId: string): Promise<LicenseProduct[]> {
  const rows = await db
    .selectDistinct({ product: planPrice.product })
    .from(purchase)
    .innerJoin(planPrice, eq(planPrice.id, purchase.priceId))
    .where(and(eq(purchase.customerId, customerId), eq(purchase.status, 'paid')));
  return rows.map(({ product }) => product);
}

/** The order that a customer has with a coupon, paid or waiting for its card. */
export async function useOfCoupon(
  db: Database,
  couponId: string,
  customerId: string,
): Promise<PurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.couponId, couponId), eq(purchase.customerId, customerId), ne(purchase.status, 'expired')));
  return row;
}

export async function findPurchase(db: Database, scope: Scope, id: string): Promise<PurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(purchase)
    .where(and(ownedBy(purchase, scope), eq(purchase.id, id)));
  return row;
}

/** The purchase of a subscription at an account, whoever made it; for what the provider says. */
export async function purchaseOfSubscription(
  db: Database,
  accountId: string | null,
  { subscriptionId, purchaseId }: { subscriptionId: string; purchaseId: string | undefined },
): Promise<PurchaseRow | undefined> {
  const isUuid = purchaseId !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(purchaseId);
  const [row] = await db
    .select()
    .from(purchase)
    .where(
      and(
        isAt(purchase.accountId, accountId),
        or(
          eq(purchase.subscriptionId, subscriptionId),
          isUuid ? and(eq(purchase.id, purchaseId), isNull(purchase.subscriptionId)) : undefined,
        ),
      ),
    );
  return row;
}

/** Takes a number for a question to the provider about a purchase. */
export async function takeNumber(db: Database, id: string): Promise<number> {
  const [row] = await db
    .update(purchase)
    .set({ asked: sql`${purchase.asked} + 1` })
    .where(eq(purchase.id, id))
    .returning({ asked: purchase.asked });
  if (!row) throw new Error(`The purchase ${id} is gone.`);
  return row.asked;
}

/** A purchase, locked until the transaction ends. */
export async function lockPurchase(tx: Database, id: string): Promise<PurchaseRow | undefined> {
  const [row] = await tx.select().from(purchase).where(eq(purchase.id, id)).for('update');
  return row;
}

type Change = Partial<Pick<PurchaseRow, 'status' | 'subscriptionId' | 'couponDropped' | 'answered' | 'checkedAt'>>;

export async function updatePurchase(db: Database, id: string, change: Change, now: Date): Promise<void> {
  await db
    .update(purchase)
    .set({ ...change, updatedAt: now })
    .where(eq(purchase.id, id));
}

/**
 * Writes down the subscription that was started for a purchase. Returns the checkout page that was written down meanwhile: nobody may pay
 * there, too.
 */
export async function recordSubscription(db: Database, id: string, subscriptionId: string): Promise<string | null> {
  const [row] = await db
    .update(purchase)
    .set({ subscriptionId })
    .where(and(eq(purchase.id, id), isNull(purchase.subscriptionId)))
    .returning({ checkoutSession: purchase.checkoutSession });
  return row?.checkoutSession ?? null;
}

/**
 * Writes down the checkout page of a purchase instead of the one that has expired. Returns whether it is the page of the purchase now;
 * otherwise another request was first.
 */
export async function recordCheckout(
  db: Database,
  id: string,
  session: string,
  after: string | null,
): Promise<boolean> {
  const rows = await db
    .update(purchase)
    .set({ checkoutSession: session })
    .where(
      and(
        eq(purchase.id, id),
        isNull(purchase.subscriptionId),
        after === null ? isNull(purchase.checkoutSession) : eq(purchase.checkoutSession, after),
      ),
    )
    .returning({ id: purchase.id });
  return rows.length > 0;
}

/**
 * Purchases at accounts with keys that the provider was not asked about since a moment, by id and after `afterId`; open ones since another.
 */
export async function uncheckedPurchases(
  db: Database,
  { since, openSince, afterId, limit }: { since: Date; openSince: Date; afterId: string | null; limit: number },
): Promise<PurchaseRow[]> {
  const before = (moment: Date) => or(isNull(purchase.checkedAt), lt(purchase.checkedAt, moment));
  return db
    .select()
    .from(purchase)
    .where(
      and(
        ne(purchase.status, 'expired'),
        hasKeys(purchase.accountId),
        or(and(eq(purchase.status, 'incomplete'), before(openSince)), before(since)),
        afterId === null ? undefined : gt(purchase.id, afterId),
      ),
    )
    .orderBy(asc(purchase.id))
    .limit(limit);
}

/** The customer at an account of the provider; undefined before the first purchase there. */
export async function providerCustomerOf(
  db: Database,
  userId: string,
  accountId: string | null,
): Promise<string | undefined> {
  const [row] = await db
    .select()
    .from(paymentCustomer)
    .where(and(eq(paymentCustomer.userId, userId), isAt(paymentCustomer.accountId, accountId)));
  return row?.providerCustomer;
}

/** Writes down the customer at the provider; the first one stays and is returned. */
export async function recordCustomer(
  db: Database,
  given: typeof paymentCustomer.$inferInsert & { accountId: string | null },
): Promise<string> {
  await db.insert(paymentCustomer).values(given).onConflictDoNothing();
  return (await providerCustomerOf(db, given.userId, given.accountId)) ?? given.providerCustomer;
}
