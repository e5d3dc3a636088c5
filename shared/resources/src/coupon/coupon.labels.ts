import type { PriceInterval } from '@panel/contract';
import type { LicenseProduct } from '@panel/contract/schemas';
import type { StatusTone } from '@panel/contract/status';
import { formatNumber, t, type Coupon, type CouponPrice } from '@panel/core';
import { formatMoney } from '../payment/money.ts';

export const COUPON_STATE_LABELS: Readonly<Record<Coupon['state'], { label: string; tone: StatusTone }>> = {
  current: { label: t('Current'), tone: 'success' },
  used_up: { label: t('Used up'), tone: 'neutral' },
  ended: { label: t('Ended'), tone: 'neutral' },
};

/** What a coupon takes off: "25%" or "$5.00". */
export const valueLabel = ({ percent, amount, currency }: Pick<Coupon, 'percent' | 'amount' | 'currency'>): string =>
  amount !== null && currency !== null ? formatMoney(amount, currency) : t('{percent}%', { percent: percent ?? 0 });

/** For how long a coupon counts. */
export function durationLabel({ duration, months }: Pick<Coupon, 'duration' | 'months'>): string {
  if (duration === 'once') return t('First payment');
  return duration === 'forever'
    ? t('For ever')
    : t('{months, plural, one {# month} other {# months}}', { months: months ?? 0 });
}

export const usesLabel = ({ uses, max_uses: max }: Pick<Coupon, 'uses' | 'max_uses'>): string =>
  max === null ? formatNumber(uses) : t('{used} of {limit}', { used: formatNumber(uses), limit: formatNumber(max) });

/** The plans that a coupon is for, as the partner calls them. */
export const plansLabel = (
  { products }: Pick<Coupon, 'products'>,
  nameOf: (product: LicenseProduct) => string,
): string => (products.length === 0 ? t('All plans') : products.map(nameOf).join(', '));

/** In one sentence what is paid when with a coupon, before the button. */
export function couponSentence(
  { amount, total, currency, duration, months }: CouponPrice,
  interval: PriceInterval,
  renews: string,
): string {
  const values = { now: formatMoney(total, currency), later: formatMoney(amount, currency), renews };
  const isYear = interval === 'year';
  if (duration === 'forever')
    return isYear
      ? t('You pay {now} now, and the same amount every year from {renews} until you cancel.', values)
      : t('You pay {now} now, and the same amount every month from {renews} until you cancel.', values);
  const count = duration === 'once' ? 1 : Math.ceil((months ?? 1) / (isYear ? 12 : 1));
  if (count === 1)
    return isYear
      ? t('You pay {now} now, and {later} every year from {renews} until you cancel.', values)
      : t('You pay {now} now, and {later} every month from {renews} until you cancel.', values);
  return isYear
    ? t('You pay {now} a year for {count} years, then {later} every year until you cancel.', { ...values, count })
    : t('You pay {now} a month for {count} months, then {later} every month until you cancel.', { ...values, count });
}
