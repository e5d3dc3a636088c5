import { and, asc, count, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { accountCoupon, coupon, partner, purchase } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';

export type CouponRow = typeof coupon.$inferSelect;
type NewCoupon = Omit<typeof coupon.$inferInsert, 'id' | 'providerCoupon' | 'createdAt'>;

const COLUMN = { created_at: coupon.createdAt, code: coupon.code };

/** A page of a partner's coupons. */
export const pageOfCoupons = (
  db: Database,
  partnerId: string,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof COLUMN>,
): Promise<Sliced<CouponRow>> =>
  selectPage(db, coupon, {
    ...slice,
    where: eq(coupon.partnerId, partnerId),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(coupon.id)],
  });

/** How often each coupon was used: orders that were paid, or that wait for their card, and those of customers who are gone. */
export async function usesOf(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: coupon.id, past: coupon.pastUses, uses: count(purchase.id) })
    .from(coupon)
    .leftJoin(purchase, and(eq(purchase.couponId, coupon.id), ne(purchase.status, 'expired')))
    .where(inArray(coupon.id, [...ids]))
    .groupBy(coupon.id);
  return new Map(rows.map(({ id, past, uses }) => [id, past + uses]));
}

/** Counts what a customer has paid with coupons, before the account and its orders are deleted: a use is not given back by that. */
export async function keepUsesOf(tx: Database, customerId: string): Promise<void> {
  const used = tx
    .select({ id: purchase.couponId })
    .from(purchase)
    .where(and(eq(purchase.customerId, customerId), eq(purchase.status, 'paid')));
  await tx
    .update(coupon)
    .set({ pastUses: sql`${coupon.pastUses} + 1` })
    .where(inArray(coupon.id, used));
}

/**
 * How many coupons of a partner can be used: neither ended nor used up. The partner's row stays locked until the transaction ends, so that
 * two requests count one after the other.
 */
export async function countCurrent(tx: Database, partnerId: string, now: Date): Promise<number> {
  await tx.select({ id: partner.id }).from(partner).where(eq(partner.id, partnerId)).for('no key update');
  const orders = sql`(select count(*) from ${purchase} where ${purchase.couponId} = ${coupon.id} and ${purchase.status} <> 'expired')`;
  return tx.$count(
    coupon,
    and(
      eq(coupon.partnerId, partnerId),
      or(isNull(coupon.endsAt), gt(coupon.endsAt, now)),
      or(isNull(coupon.maxUses), sql`${coupon.pastUses} + ${orders} < ${coupon.maxUses}`),
    ),
  );
}

/** Writes a coupon. Undefined if the partner has one with this code. */
export async function insertCoupon(db: Database, given: NewCoupon): Promise<CouponRow | undefined> {
  const [row] = await db.insert(coupon).values(given).onConflictDoNothing().returning();
  return row;
}

/** A coupon of a partner, by its code or its id; locked until the transaction ends if that is wanted. */
export async function findCoupon(
  db: Database,
  partnerId: string,
  which: { code: string } | { id: string },
  { lock = false } = {},
): Promise<CouponRow | undefined> {
  const rows = db
    .select()
    .from(coupon)
    .where(
      and(eq(coupon.partnerId, partnerId), 'code' in which ? eq(coupon.code, which.code) : eq(coupon.id, which.id)),
    );
  return (await (lock ? rows.for('update') : rows))[0];
}

/** A coupon that somebody has, ended or not. */
export async function couponById(db: Database, id: string): Promise<CouponRow | undefined> {
  const [row] = await db.select().from(coupon).where(eq(coupon.id, id));
  return row;
}

export async function endCoupon(db: Database, id: string, at: Date): Promise<void> {
  await db.update(coupon).set({ endsAt: at }).where(eq(coupon.id, id));
}

/** The provider's id of a coupon at an account; null until it was used there. */
async function couponAtAccount(db: Database, accountId: string, couponId: string): Promise<string | null> {
  const [row] = await db
    .select()
    .from(accountCoupon)
    .where(and(eq(accountCoupon.accountId, accountId), eq(accountCoupon.couponId, couponId)));
  return row?.providerCoupon ?? null;
}

/** The provider's id of a coupon at an account; null until it was used there. */
export const providerCouponAt = async (
  db: Database,
  accountId: string | null,
  row: CouponRow,
): Promise<string | null> => (accountId === null ? row.providerCoupon : couponAtAccount(db, accountId, row.id));

/** Writes down the provider's id of a coupon at an account; the first one stays and is returned. */
export async function recordProviderCoupon(
  db: Database,
  accountId: string | null,
  id: string,
  providerCoupon: string,
): Promise<string> {
  if (accountId !== null) {
    await db.insert(accountCoupon).values({ accountId, couponId: id, providerCoupon }).onConflictDoNothing();
    return (await couponAtAccount(db, accountId, id)) ?? providerCoupon;
  }
  await db
    .update(coupon)
    .set({ providerCoupon })
    .where(and(eq(coupon.id, id), isNull(coupon.providerCoupon)));
  return (await couponById(db, id))?.providerCoupon ?? providerCoupon;
}
