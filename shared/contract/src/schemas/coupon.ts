import * as v from 'valibot';
import { LICENSE_PRODUCT_IDS } from '../licenses.ts';
import { QUANTITY_MAX } from '../prices.ts';
import { Moment } from './announcement.ts';
import { list } from './bounded.ts';
import { Id, SoldAmount, SoldCurrency } from './fields.ts';
import { listQuery } from './list.ts';

/** For how long a coupon makes a subscription cheaper; `repeating`: for so many months. */
export const COUPON_DURATIONS = ['once', 'repeating', 'forever'] as const;
export type CouponDuration = (typeof COUPON_DURATIONS)[number];
export const COUPON_MONTHS_MAX = 36;
export const COUPON_USES_MAX = 1_000_000;
/** Coupons of a partner that customers can enter. */
export const COUPONS_MAX = 200;

export const COUPON_STATES = ['current', 'used_up', 'ended'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** Why a code is refused at checkout, in the words that stand under its field. */
export const COUPON_REFUSALS = {
  unknown: 'This code is not valid.',
  ended: 'This code has ended.',
  used_up: 'This code was used as often as it can be.',
  used: 'You have used this code already.',
  product: 'This code is not for this plan.',
  currency: 'This code is for prices in another currency.',
  trial: 'This code cannot be used with so long a trial.',
} as const;

/** Why staff cannot create a coupon that looks right. */
export const COUPON_FORM_REFUSALS = {
  code: 'There is a coupon with this code already.',
  percent: 'Enter either a percentage or an amount.',
  amount: 'Enter a rounder amount: this currency cannot be charged so exactly.',
  months: 'Enter for how many months, from 1 to 36.',
  ends_at: 'Enter a time that is still to come.',
} as const;

/** A code as it is typed: letter case does not matter. */
export const CouponCode = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z0-9-]{3,32}$/, 'Enter 3 to 32 letters, digits and hyphens.'),
);

const whole = (max: number, message: string) =>
  v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message), v.maxValue(max, message));

/** Exactly one of `percent` and `amount`, which has the smallest unit of `currency`. No product stands for all of them. */
export const CouponCreateInput = v.object({
  code: CouponCode,
  percent: v.nullable(whole(100, 'Enter a whole number from 1 to 100.')),
  amount: v.nullable(SoldAmount),
  currency: v.nullable(SoldCurrency),
  duration: v.picklist(COUPON_DURATIONS),
  months: v.nullable(whole(COUPON_MONTHS_MAX, COUPON_FORM_REFUSALS.months)),
  ends_at: v.nullable(Moment),
  max_uses: v.nullable(whole(COUPON_USES_MAX, 'Enter a whole number from 1 to 1,000,000.')),
  products: list(v.picklist(LICENSE_PRODUCT_IDS), { max: LICENSE_PRODUCT_IDS.length }),
});
export type CouponCreateInput = v.InferOutput<typeof CouponCreateInput>;

export const Coupon = v.object({
  id: v.string(),
  code: v.string(),
  percent: v.nullable(v.number()),
  amount: v.nullable(v.number()),
  currency: v.nullable(v.string()),
  duration: v.picklist(COUPON_DURATIONS),
  months: v.nullable(v.number()),
  state: v.picklist(COUPON_STATES),
  ends_at: v.nullable(v.string()),
  max_uses: v.nullable(v.number()),
  /** Orders with it: paid ones, and those that wait for their card. */
  uses: v.number(),
  products: v.array(v.picklist(LICENSE_PRODUCT_IDS)),
  created_at: v.string(),
});
export type Coupon = v.InferOutput<typeof Coupon>;

export const CouponListQuery = v.object(listQuery(['created_at', 'code']));

/** What a customer asks about a code, before anything is ordered. */
export const CouponCheckInput = v.object({
  coupon: CouponCode,
  priceId: Id,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(QUANTITY_MAX)),
});

/** What an order costs with a code. Amounts in the smallest unit of the currency. */
export const CouponPrice = v.object({
  code: v.string(),
  /** Without the code. */
  amount: v.number(),
  discount: v.number(),
  /** To pay now. */
  total: v.number(),
  currency: v.string(),
  duration: v.picklist(COUPON_DURATIONS),
  months: v.nullable(v.number()),
});
export type CouponPrice = v.InferOutput<typeof CouponPrice>;
