import * as v from 'valibot';

/** How many months the history of a partner's sales has, this one included. */
export const REVENUE_MONTHS = 12;
/** How many subscriptions whose payment has failed are named. */
export const PAST_DUE_NAMED = 10;

/** In the smallest unit of the currency. */
const Money = v.object({ amount: v.number(), currency: v.string() });

/** What a partner sold in a month (UTC). */
const RevenueMonth = v.object({
  /** Its first day. */
  from: v.string(),
  /** By currency: what was paid of the month's invoices and not paid back, and what was. */
  collected: v.array(v.object({ ...Money.entries, refunded: v.number() })),
  /** Subscriptions that began, and that ended. */
  started: v.number(),
  ended: v.number(),
  /** At its end; of this month: now. */
  active: v.number(),
  /** Of the subscriptions that were active when it began, how many per cent ended in it. Null where there were none. */
  churn: v.nullable(v.number()),
  /** Invoices of the month for which a card was refused, and how many of them were paid later. */
  failed: v.number(),
  recovered: v.number(),
});
export type RevenueMonth = v.InferOutput<typeof RevenueMonth>;

const PastDue = v.object({
  license_id: v.string(),
  customer_id: v.string(),
  customer_email: v.string(),
  product_name: v.string(),
  /** What its open invoices ask for, by currency. */
  owed: v.array(Money),
  /** When what was paid has ended. */
  paid_until: v.string(),
});
export type PastDue = v.InferOutput<typeof PastDue>;

/** What a partner sells: now, and over the last months. */
export const Revenue = v.object({
  /** Subscriptions that have not ended; of them, those that are not paid yet, and those that will not be renewed. */
  subscriptions: v.number(),
  trialing: v.number(),
  ending: v.number(),
  /** What subscriptions bring in a month by currency; of a yearly price a twelfth. */
  recurring: v.array(Money),
  /** Subscriptions whose payment has failed; the first ones are named, the one that waits longest first. */
  past_due: v.object({ count: v.number(), owed: v.array(Money), licenses: v.array(PastDue) }),
  /** The oldest first. */
  months: v.array(RevenueMonth),
});
export type Revenue = v.InferOutput<typeof Revenue>;
