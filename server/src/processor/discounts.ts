import { discountOf as discountFor } from '@panel/contract';
import { newDiscount, type Coupon, type Discount } from './coupon-objects.ts';
import { find, type Ledger } from './ledger.ts';
import { invalid } from './processor-error.ts';
import type { Subscription } from './subscription-objects.ts';

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

/** What a coupon takes off an amount: never more than all of it, and an amount that can be charged. */
export const takenOff = ({ percent_off: percent, amount_off: amount }: Coupon, of: number, currency: string): number =>
  discountFor({ percent, amount }, of, currency);

/** Ends a discount that counted once. */
export function useUp(subscription: Subscription, running: Running | undefined): void {
  if (running?.coupon.duration === 'once') subscription.discounts = [];
}
