import { formatNumber, inLocale, t, type Revenue, type RevenueMonth } from '@panel/core';
import { formatMoney } from '../payment/money.ts';

type Money = Revenue['recurring'][number];

/** Amounts of several currencies, which are never added up: "€5.00 + $10.00". */
export const amountsLabel = (amounts: readonly Money[]): string =>
  amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || '-';

const percent = inLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
const percentLabel = (value: number): string => percent().format(value / 100);

/** How many of those who were there have gone; "-" where nobody was. */
export const churnLabel = ({ churn }: Pick<RevenueMonth, 'churn'>): string =>
  churn === null ? '-' : percentLabel(churn);

/** What was paid in a month, and what was paid back, each by currency. */
export const collectedLabel = ({ collected }: Pick<RevenueMonth, 'collected'>): string => amountsLabel(collected);
export const refundedLabel = ({ collected }: Pick<RevenueMonth, 'collected'>): string =>
  amountsLabel(
    collected.filter(({ refunded }) => refunded > 0).map(({ currency, refunded }) => ({ currency, amount: refunded })),
  );

/** How many payments failed, and how many of them were made later. */
export const failedLabel = ({ failed, recovered }: Pick<RevenueMonth, 'failed' | 'recovered'>): string =>
  recovered === 0 ? formatNumber(failed) : t('{failed}, {recovered} paid later', { failed, recovered });

/** Whether a partner has sold nothing in the months that are shown, and has nobody who pays. */
export const soldNothing = ({ subscriptions, months }: Pick<Revenue, 'subscriptions' | 'months'>): boolean =>
  subscriptions === 0 &&
  months.every(
    ({ collected, started, ended, active, failed }) => collected.length + started + ended + active + failed === 0,
  );

type Measure = { value: string; label: string; of(month: RevenueMonth): number; format?: (value: number) => string };

/** What a chart of the months can show: the money of each currency, then subscriptions. */
export function revenueMeasures(months: readonly RevenueMonth[]): Measure[] {
  const currencies = new Set(months.flatMap(({ collected }) => collected.map(({ currency }) => currency)));
  return [
    ...[...currencies].toSorted().map((currency) => ({
      value: currency,
      label: t('Collected, {currency}', { currency: currency.toUpperCase() }),
      of: ({ collected }: RevenueMonth) => collected.find((one) => one.currency === currency)?.amount ?? 0,
      format: (amount: number) => formatMoney(amount, currency),
    })),
    { value: 'active', label: t('Active subscriptions'), of: ({ active }) => active },
    { value: 'started', label: t('New subscriptions'), of: ({ started }) => started },
    { value: 'ended', label: t('Ended subscriptions'), of: ({ ended }) => ended },
    { value: 'churn', label: t('Churn'), of: ({ churn }) => churn ?? 0, format: percentLabel },
    { value: 'failed', label: t('Failed payments'), of: ({ failed }) => failed },
  ];
}
