import { find, type Ledger } from './ledger.ts';
import { newId } from './objects.ts';
import { invalid } from './processor-error.ts';
import type { Subscription } from './subscription-objects.ts';

export type Duration = 'once' | 'repeating' | 'forever';

export const newCoupon = (
  given: {
    percent: number | null;
    amount: number | null;
    currency: string | null;
    duration: Duration;
    months: number | null;
    name: string | null;
    metadata: Record<string, string>;
  },
  created: number,
) => ({
  id: newId('c', 8).slice(2),
  object: 'coupon' as const,
  amount_off: given.amount,
  created,
  currency: given.currency,
  duration: given.duration,
  duration_in_months: given.months,
  livemode: false,
  max_redemptions: null,
  metadata: given.metadata,
  name: given.name,
  percent_off: given.percent,
  redeem_by: null,
  times_redeemed: 0,
  valid: true,
});
export type Coupon = ReturnType<typeof newCoupon>;

const newDiscount = (
  given: { coupon: string; customer: string; subscription: string; end: number | null },
  start: number,
) => ({
  id: newId('di'),
  object: 'discount' as const,
  checkout_session: null,
  customer: given.customer,
  customer_account: null,
  end: given.end,
  invoice: null,
  invoice_item: null,
  promotion_code: null,
  source: { coupon: given.coupon, type: 'coupon' as const },
  start,
  subscription: given.subscription,
  subscription_item: null,
});
export type Discount = ReturnType<typeof newDiscount>;

/** So many months later, on the same day or on the last of a shorter month. In seconds. */
function monthsAfter(start: number, months: number): number {
  const from = new Date(start * 1000);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(from.getUTCDate(), lastDay);
  return Math.floor(
    (Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, day) + (start % 86_400) * 1000) / 1000,
  );
}

/** Gives a subscription the discount of a coupon. @throws ProcessorError 400 for one in another currency */
export function startDiscount(ledger: Ledger, subscription: Subscription, id: string): void {
  const coupon = find(ledger, 'coupon', id);
  if (coupon.currency !== null && coupon.currency !== subscription.currency)
    throw invalid('The currency of the coupon is not that of the subscription.', 'discounts');
  const now = ledger.now();
  const end = coupon.duration === 'repeating' ? monthsAfter(now, coupon.duration_in_months ?? 1) : null;
  const discount = newDiscount(
    { coupon: id, customer: subscription.customer, subscription: subscription.id, end },
    now,
  );
  ledger.books.discount[discount.id] = discount;
  subscription.discounts = [discount.id];
  coupon.times_redeemed += 1;
}

type Running = { discount: Discount; coupon: Coupon };

/** The discount that counts for a subscription now. */
export function discountOf(ledger: Ledger, subscription: Subscription): Running | undefined {
  const [id] = subscription.discounts;
  const discount = id === undefined ? undefined : ledger.books.discount[id];
  const coupon = discount && ledger.books.coupon[discount.source.coupon];
  return discount && coupon && (discount.end === null || discount.end > ledger.now())
    ? { discount, coupon }
    : undefined;
}

/** What a coupon takes off an amount: never more than all of it. */
export const takenOff = ({ percent_off: percent, amount_off: amount }: Coupon, of: number): number =>
  Math.min(of, amount ?? Math.round((of * (percent ?? 0)) / 100));

/** Ends a discount that counted once. */
export function useUp(subscription: Subscription, running: Running | undefined): void {
  if (running?.coupon.duration === 'once') subscription.discounts = [];
}
