import { inLocale, t, type AttentionKind, type Overview, type OverviewPeriod } from '@panel/core';
import type { StatusTone } from '@panel/contract/status';
import { FAILED_TASK_DAYS } from '@panel/contract/schemas';
import { formatMoney } from '../payment/money.ts';

type Attention = Overview['attention'][number];

/** What needs attention, with its number. */
export const attentionTitle: Readonly<Record<AttentionKind, (count: number) => string>> = {
  sites_down: (count) => t('{count, plural, one {# site is} other {# sites are}} down', { count }),
  apps_down: (count) => t('{count, plural, one {# application is} other {# applications are}} down', { count }),
  tasks_failed: (count) =>
    t('{count, plural, one {# task} other {# tasks}} failed in the last {days} days', {
      ...{ count, days: FAILED_TASK_DAYS },
    }),
  payments_failed: (count) => t('{count, plural, one {# payment} other {# payments}} failed', { count }),
  certificates: (count) =>
    t('{count, plural, one {# certificate} other {# certificates}} failed or will end soon', { count }),
  disk: (count) => t('{count, plural, one {# site has} other {# sites have}} nearly used up the disk space', { count }),
  migrations_waiting: (count) => t('{count, plural, one {# migration waits} other {# migrations wait}}', { count }),
};

export const attentionTone = ({ kind }: Pick<Attention, 'kind'>): StatusTone =>
  kind === 'sites_down' || kind === 'apps_down' || kind === 'payments_failed' ? 'danger' : 'warning';

const GROWTH_MEASURES = ['customers', 'sites', 'apps'] as const;
const MEASURES: Readonly<Record<(typeof GROWTH_MEASURES)[number], string>> = {
  customers: t('New customers'),
  sites: t('New sites'),
  apps: t('New applications'),
};

const month = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
);
/** A month by its first day, e.g. `Nov 2026`. */
export const monthLabel = (from: string): string => month().format(Date.parse(from));

type Measure = { value: string; label: string; of(period: OverviewPeriod): number; format?: (value: number) => string };

const paidIn = ({ revenue }: OverviewPeriod, currency: string): number =>
  revenue.find((paid) => paid.currency === currency)?.amount ?? 0;

/** What a chart of growth can show: what there are numbers of, and the revenue of each currency. */
export function growthMeasures({ days, months }: Pick<Overview, 'days' | 'months'>): Measure[] {
  const periods = [...months, ...days];
  const currencies = [...new Set(periods.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))];
  return [
    ...GROWTH_MEASURES.filter((name) => periods.some((period) => period[name] !== null)).map((name) => ({
      value: name,
      label: MEASURES[name],
      of: (period: OverviewPeriod) => period[name] ?? 0,
    })),
    ...currencies.map((currency) => ({
      value: currency,
      label: t('Revenue, {currency}', { currency: currency.toUpperCase() }),
      of: (period: OverviewPeriod) => paidIn(period, currency),
      format: (amount: number) => formatMoney(amount, currency),
    })),
  ];
}

/** What was paid of the invoices of this month, in each currency. */
export const revenueLabel = ({ months }: Pick<Overview, 'months'>): string =>
  months
    .at(-1)
    ?.revenue.map(({ amount, currency }) => formatMoney(amount, currency))
    .join(' + ') || '-';
