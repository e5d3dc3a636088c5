import { newId } from './objects.ts';

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

/** A coupon on a subscription. */
export const newDiscount = (
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
