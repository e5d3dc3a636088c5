import { and, count, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { coupon, invoice, license, planPrice, purchase } from '../../db/schema.ts';
import { ofPartner, type Scope } from '../../db/select-page.ts';

/** The first day of the month (UTC) of a time, as the wire writes it. */
const monthOf = (column: AnyPgColumn) =>
  sql<string>`to_char(date_trunc('month', ${column} at time zone 'utc'), 'YYYY-MM-DD')`;
const sum = (expression: SQL) => sql<number>`coalesce(sum(${expression}), 0)::float8`;
const amountOf = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`;

/** Subscriptions of the partner's customers: the licenses that were bought. */
const ofSales = (scope: Scope) => and(ofPartner(license, scope), isNotNull(license.purchaseId));
const running = isNull(license.deactivatedAt);
// The constant proves the condition of the partial index.
const isPastDue = (scope: Scope) =>
  and(ofPartner(license, scope), sql`${license.providerStatus} = 'past_due'`, running);

/** What was paid of invoices since `from` and not paid back, and what was: by their month and currency. */
export async function collectedByMonth(db: Database, scope: Scope, from: Date) {
  const month = monthOf(invoice.createdAt);
  return db
    .select({
      month,
      currency: invoice.currency,
      amount: sum(sql`${invoice.amountPaid} - ${invoice.refunded}`),
      refunded: sum(sql`${invoice.refunded}`),
    })
    .from(invoice)
    .where(and(ofPartner(invoice, scope), gte(invoice.createdAt, from), gt(invoice.amountPaid, 0)))
    .groupBy(month, invoice.currency)
    .orderBy(month, invoice.currency);
}

/** Invoices since `from` for which a card was refused, by their month. */
export async function failedByMonth(db: Database, scope: Scope, from: Date) {
  const month = monthOf(invoice.createdAt);
  return (
    db
      .select({ month, failed: count(), recovered: amountOf(eq(invoice.status, 'paid')) })
      .from(invoice)
      // The constant proves the condition of the partial index.
      .where(and(ofPartner(invoice, scope), sql`${invoice.failed}`, gte(invoice.createdAt, from)))
      .groupBy(month)
  );
}

/** How many subscriptions began since `from`, by month. */
export async function startedByMonth(db: Database, scope: Scope, from: Date) {
  const month = monthOf(license.startedAt);
  return db
    .select({ month, started: count() })
    .from(license)
    .where(and(ofSales(scope), gte(license.startedAt, from)))
    .groupBy(month);
}

/** How many subscriptions ended since `from`, by month; `left`: those that were there when the month began. */
export async function endedByMonth(db: Database, scope: Scope, from: Date) {
  const month = monthOf(license.deactivatedAt);
  const began = sql`${license.startedAt} at time zone 'utc' < date_trunc('month', ${license.deactivatedAt} at time zone 'utc')`;
  return db
    .select({ month, ended: count(), left: amountOf(began) })
    .from(license)
    .where(and(ofSales(scope), gte(license.deactivatedAt, from)))
    .groupBy(month);
}

/** How many subscriptions were active at a moment. */
export const activeAt = (db: Database, scope: Scope, at: Date): Promise<number> =>
  db.$count(
    license,
    and(ofSales(scope), lt(license.startedAt, at), or(isNull(license.deactivatedAt), gte(license.deactivatedAt, at))),
  );

/** Subscriptions that have not ended; of them, those on trial, and those that will not be renewed. */
export async function countRunning(db: Database, scope: Scope) {
  const [row] = await db
    .select({
      subscriptions: count(),
      trialing: amountOf(eq(license.providerStatus, 'trialing')),
      ending: amountOf(eq(license.autoRenewal, false)),
    })
    .from(license)
    .where(and(ofSales(scope), running));
  return row ?? { subscriptions: 0, trialing: 0, ending: 0 };
}

/**
 * What subscriptions that will be renewed bring in a month, by currency: with what a coupon takes off for ever, and without those on trial,
 * of which nothing is paid yet.
 */
export async function recurringByCurrency(db: Database, scope: Scope) {
  const whole = sql`${planPrice.amount}::numeric * ${license.quantity}`;
  const off = sql`case when ${coupon.id} is null then 0 else least(${whole}, ${coupon.amount}, round(${whole} * ${coupon.percent} / 100)) end`;
  const months = sql`case ${planPrice.interval} when 'year' then 12 else 1 end`;
  return db
    .select({
      currency: planPrice.currency,
      amount: sql<number>`round(sum((${whole} - ${off}) / ${months}))::float8`,
    })
    .from(license)
    .innerJoin(planPrice, eq(planPrice.id, license.priceId))
    .innerJoin(purchase, eq(purchase.id, license.purchaseId))
    .leftJoin(
      coupon,
      and(
        eq(coupon.id, purchase.couponId),
        eq(purchase.couponDropped, false),
        eq(coupon.duration, 'forever'),
        or(sql`jsonb_array_length(${coupon.products}) = 0`, sql`jsonb_exists(${coupon.products}, ${license.product})`),
      ),
    )
    .where(
      and(
        ofSales(scope),
        running,
        eq(license.autoRenewal, true),
        inArray(license.providerStatus, ['active', 'past_due']),
      ),
    )
    .groupBy(planPrice.currency)
    .orderBy(planPrice.currency);
}

const owed = sum(sql`${invoice.total} - ${invoice.amountPaid}`);
const isOpen = sql`${invoice.status} = 'open'`;

/** What the open invoices of subscriptions ask for whose payment has failed, by currency. */
export async function owedByCurrency(db: Database, scope: Scope) {
  const late = db.select({ id: license.subscriptionId }).from(license).where(isPastDue(scope));
  return db
    .select({ currency: invoice.currency, amount: owed })
    .from(invoice)
    .where(and(ofPartner(invoice, scope), isOpen, inArray(invoice.subscriptionId, late)))
    .groupBy(invoice.currency)
    .orderBy(invoice.currency);
}

/** What the open invoices of these subscriptions ask for, by subscription and currency. */
export async function owedBySubscription(db: Database, scope: Scope, subscriptionIds: readonly string[]) {
  if (subscriptionIds.length === 0) return [];
  return db
    .select({ subscriptionId: invoice.subscriptionId, currency: invoice.currency, amount: owed })
    .from(invoice)
    .where(and(ofPartner(invoice, scope), isOpen, inArray(invoice.subscriptionId, [...subscriptionIds])))
    .groupBy(invoice.subscriptionId, invoice.currency)
    .orderBy(invoice.currency);
}
