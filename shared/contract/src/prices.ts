/** Values of prices, as plain data. */

export const PRICE_INTERVALS = ['month', 'year'] as const;
export type PriceInterval = (typeof PRICE_INTERVALS)[number];

/** The interval that is chosen first (spec §9). */
export const DEFAULT_INTERVAL: PriceInterval = 'year';

/** What a year costs less than twelve months, in percent: the label “SAVE %45” (spec §9). */
export const YEARLY_SAVING = 45;

/** How many of a license can be bought at once; its places are as many times those of its product. */
export const QUANTITY_MAX = 50;

/** For how many days after its end a renewed license goes on, while the provider tries to charge the card again. */
export const PAYMENT_GRACE_DAYS = 7;

/** On which days after its end a bought license that could not be renewed is reminded of; then the grace ends. */
export const REMINDER_DAYS = [0, 2, 6] as const;

/** How many days before the end of a trial its owner is reminded of it: when the provider's event comes. */
export const TRIAL_NOTICE_DAYS = 3;

/**
 * From how many days of trial on a code for some months is refused: its months begin with the trial, so that fewer payments would be
 * cheaper than it says.
 */
export const COUPON_TRIAL_DAYS = 28;

/** States of a purchase. Nothing but the payment provider's word moves one out of `incomplete`. */
export const PAYMENT_STATUSES = ['incomplete', 'paid', 'expired'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

/** `requested`: the payment provider has not answered yet whether it has the refund. */
export const REFUND_STATUSES = ['requested', 'pending', 'succeeded', 'failed', 'canceled'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
/** The `failure` of a refund that the payment provider turned out not to have made. */
export const REFUND_NOT_MADE = 'not_made';
export const REFUND_REASON_MAX = 500;

/**
 * Currencies that the provider counts in whole ones and in thousandths; all others in hundredths, whatever the currency has itself:
 * https://docs.stripe.com/currencies#zero-decimal
 */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));
/** Counted in hundredths, but only whole ones are charged. */
const WHOLE_HUNDREDS = new Set(['ISK', 'UGX']);

/** With how many decimals an amount of the provider is shown. */
export function decimalsOf(currency: string): number {
  const code = currency.toUpperCase();
  if (WHOLE.has(code) || WHOLE_HUNDREDS.has(code)) return 0;
  return THOUSANDTHS.has(code) ? 3 : 2;
}

/** How many of the smallest unit are one of the currency: 100 for dollars, 1 for yen, 1,000 for dinars. */
export const unitsPer = (currency: string): number =>
  WHOLE_HUNDREDS.has(currency.toUpperCase()) ? 100 : 10 ** decimalsOf(currency);

/**
 * In which steps of the smallest unit the provider charges a currency: some in whole ones alone, though it counts their hundredths, and
 * thousandths in tens.
 */
export function chargeStep(currency: string): number {
  const code = currency.toUpperCase();
  if (WHOLE_HUNDREDS.has(code)) return 100;
  return THOUSANDTHS.has(code) ? 10 : 1;
}

/** What a coupon takes off an amount of its currency: never more than all of it, and of a percentage the nearest amount that can be charged. */
export const discountOf = (
  { percent, amount }: { percent: number | null; amount: number | null },
  of: number,
  currency: string,
): number => {
  const step = chargeStep(currency);
  return Math.min(of, amount ?? Math.round((of * (percent ?? 0)) / 100 / step) * step);
};
