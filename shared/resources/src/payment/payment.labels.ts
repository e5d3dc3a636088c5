import type { LicenseProject } from '@panel/contract';
import type { StatusTone } from '@panel/contract/status';
import { BILLING_PERIODS, limitsOfPlan, REFUND_NOT_MADE, type PriceInterval } from '@panel/contract/schemas';
import {
  t,
  type Invoice,
  type License,
  type PaymentMethod,
  type Price,
  type PricedProduct,
  type Proration,
  type Refund,
} from '@panel/core';
import { formatMoney } from './money.ts';

/** `formatBytes` and `formatDate` of @panel/ui, which is above this package. */
type FormatBytes = (bytes: number) => string;
type FormatDate = (at: number) => string;

const MB = 1024 * 1024;

/** The switch between monthly and yearly prices. */
export const INTERVALS = [
  { value: 'year', label: BILLING_PERIODS.YEAR_1 },
  { value: 'month', label: BILLING_PERIODS.MONTH_1 },
] as const satisfies readonly { value: PriceInterval; label: string }[];

export const priceOf = ({ prices }: Pick<PricedProduct, 'prices'>, interval: PriceInterval): Price | undefined =>
  prices.find(({ recurring }) => recurring.interval === interval);

/** Whether a product has a price here. */
export const isSold = ({ prices }: Pick<PricedProduct, 'prices'>): boolean => prices.length > 0;

/** An amount with its interval. */
export const perInterval = (amount: number, currency: string, interval: PriceInterval): string =>
  interval === 'year'
    ? t('{amount} a year', { amount: formatMoney(amount, currency) })
    : t('{amount} a month', { amount: formatMoney(amount, currency) });

/** A yearly price by month (spec §9: yearly / 12); nothing for a monthly one. */
export const monthlyOf = ({ unit_amount, currency, recurring }: Price): string | undefined =>
  recurring.interval === 'year' ? perInterval(unit_amount / 12, currency, 'month') : undefined;

/** How much less than twelve months a year costs, in whole percent; 0 when it does not. */
export function savedPercent(product: Pick<PricedProduct, 'prices'>): number {
  const [year, month] = [priceOf(product, 'year'), priceOf(product, 'month')];
  if (!year || !month || month.unit_amount === 0 || year.currency !== month.currency) return 0;
  return Math.max(0, Math.round(100 - (year.unit_amount * 100) / (12 * month.unit_amount)));
}

/** The label beside a yearly price (spec §9: "SAVE %45"), or nothing. */
export function savedLabel(product: Pick<PricedProduct, 'prices'>): string | undefined {
  const percent = savedPercent(product);
  return percent > 0 ? t('SAVE %{percent}', { percent }) : undefined;
}

/** How many sites or applications, in words. */
export const placesLabel = (project: LicenseProject, count: number): string =>
  project === 'site'
    ? t('{count, plural, one {# site} other {# sites}}', { count })
    : t('{count, plural, one {# application} other {# applications}}', { count });

/** What a product includes, as its card lists it. */
export function featuresOf(
  {
    project_type,
    plan_type,
    site_limit,
    features = [],
  }: Pick<PricedProduct, 'project_type' | 'plan_type' | 'site_limit'> & Partial<Pick<PricedProduct, 'features'>>,
  size: FormatBytes,
): string[] {
  const { site } = limitsOfPlan(plan_type);
  return [
    placesLabel(project_type, site_limit),
    t('{size} of disk space each', { size: size(site.diskMb * MB) }),
    t('{size} of memory', { size: size(site.memoryMb * MB) }),
    t('{count} requests at once', { count: site.concurrentRequests }),
    ...(project_type === 'site'
      ? [t('{count} emails an hour', { count: site.mailsPerHour }), t('A domain of your own for each site')]
      : []),
    ...features,
  ];
}

/** One sentence about what is paid when, before the button. */
export function purchaseSentence(
  { amount, currency, interval }: { amount: number; currency: string; interval: PriceInterval },
  renews: string,
): string {
  const values = { amount: formatMoney(amount, currency), renews };
  return interval === 'year'
    ? t(
        'You pay {amount} now for the first year, and the same amount every year from {renews} until you cancel.',
        values,
      )
    : t(
        'You pay {amount} now for the first month, and the same amount every month from {renews} until you cancel.',
        values,
      );
}

/** How long a plan is free at first: "14 days free"; nothing without a trial. */
export const trialLabel = (days: number): string | undefined =>
  days > 0 ? t('{days, plural, one {# day free} other {# days free}}', { days }) : undefined;

/** When a trial that begins now ends. */
export const trialEnd = (from: Date, days: number): Date => new Date(from.getTime() + days * 86_400_000);

type FirstPayment = { days: number; amount: number; currency: string; interval: PriceInterval };

/** One sentence about a trial and what is paid after it, before the button. `later`: what is paid once a coupon does not count any more. */
export function trialSentence(
  { days, amount, currency, interval, later }: FirstPayment & { later?: number },
  from: string,
) {
  if (later === undefined || later === amount)
    return t(
      'Free for {days, plural, one {# day} other {# days}}, then {price} from {from}. Cancel before then and nothing is charged.',
      { days, price: perInterval(amount, currency, interval), from },
    );
  return t(
    'Free for {days, plural, one {# day} other {# days}}, then {first} on {from}, and {price} once the code does not count any more. Cancel before {from} and nothing is charged.',
    { days, first: formatMoney(amount, currency), price: perInterval(later, currency, interval), from },
  );
}

/** One sentence about a change of plan, before the button. */
export function changeSentence(
  { amount_due, currency, next_amount, next_date }: Proration,
  format: FormatDate,
): string {
  const values = {
    due: formatMoney(Math.abs(amount_due), currency),
    next: formatMoney(next_amount, currency),
    date: format(next_date * 1000),
  };
  if (amount_due === 0) return t('The plan changes at once: you pay nothing now, then {next} on {date}.', values);
  return amount_due > 0
    ? t('The plan changes at once: you pay {due} now with the card of this license, then {next} on {date}.', values)
    : t('The plan changes at once: you pay nothing now and get {due} as credit, then pay {next} on {date}.', values);
}

/** When an interval that begins at `from` ends. The last day of a shorter month, as the provider counts. */
export function endOfInterval(from: Date, interval: PriceInterval): Date {
  const months = interval === 'year' ? 12 : 1;
  const end = new Date(from);
  end.setMonth(from.getMonth() + months, 1);
  const last = new Date(end.getFullYear(), end.getMonth() + 1, 0).getDate();
  end.setDate(Math.min(from.getDate(), last));
  return end;
}

const STATES = {
  trialing: { label: t('Trial'), tone: 'info' },
  active: { label: t('Active'), tone: 'success' },
  past_due: { label: t('Payment failed'), tone: 'danger' },
  canceled: { label: t('Canceled'), tone: 'warning' },
  expired: { label: t('Expired'), tone: 'neutral' },
} as const satisfies Record<License['status'], { label: string; tone: StatusTone }>;

/** What state a bought license is in. */
export const boughtState = ({ status }: Pick<License, 'status'>): { label: string; tone: StatusTone } => STATES[status];

/** Until when a trial is, and what comes after it. */
function trialText({ status, autoRenewal, subscription }: License, date: string): string {
  if (status === 'canceled' || !autoRenewal || !subscription)
    return t('Trial until {date}. It ends then, and nothing is charged.', { date });
  const { amount, regular_amount: regular, currency, interval } = subscription;
  const price = amount === regular ? perInterval(amount, currency, interval) : formatMoney(amount, currency);
  return t('Trial until {date}, then {price}.', { date, price });
}

/** What happens next to a bought license, and when. */
export function nextText(license: License, format: FormatDate): string {
  const { status, to_date, autoRenewal, subscription, on_trial: onTrial } = license;
  const date = format(to_date * 1000);
  if (status === 'expired') return t('Ended on {date}.', { date });
  if (onTrial) return trialText(license, date);
  if (status === 'past_due')
    return t('The last payment failed and is tried again. Until then the license keeps working.');
  if (status === 'canceled' || !autoRenewal) return t('Ends on {date}.', { date });
  if (!subscription) return t('Renews on {date}, free of charge.', { date });
  const { amount, currency } = subscription;
  return t('{amount} on {date}', { amount: formatMoney(amount, currency), date });
}

/** What is paid for a bought license, without the coupon that makes some payments smaller. */
export const paidLabel = ({ subscription }: Pick<License, 'subscription'>): string =>
  subscription
    ? perInterval(subscription.regular_amount, subscription.currency, subscription.interval)
    : t('Nothing: given by your provider');

const INVOICES = {
  draft: { label: t('Draft'), tone: 'neutral' },
  open: { label: t('Unpaid'), tone: 'warning' },
  paid: { label: t('Paid'), tone: 'success' },
  void: { label: t('Void'), tone: 'neutral' },
  uncollectible: { label: t('Not collected'), tone: 'danger' },
} as const satisfies Record<Invoice['status'], { label: string; tone: StatusTone }>;

type Refunded = Pick<Invoice, 'amount_paid' | 'refunded' | 'refund_pending'>;

export const invoiceState = ({
  status,
  amount_paid: paid,
  refunded,
}: Pick<Invoice, 'status'> & Refunded): { label: string; tone: StatusTone } =>
  refunded === 0 || status !== 'paid'
    ? INVOICES[status]
    : { label: refunded >= paid ? t('Refunded') : t('Partly refunded'), tone: 'neutral' };

/** What is still to be refunded of what was paid. */
export const refundable = ({ amount_paid: paid, refunded, refund_pending: pending }: Refunded): number =>
  Math.max(0, paid - refunded - pending);

/** What was refunded of an invoice and what is on its way, in words. */
export function refundTexts({ refunded, refund_pending: pending, currency }: Refunded & Pick<Invoice, 'currency'>) {
  return [
    ...(refunded > 0 ? [t('{amount} refunded', { amount: formatMoney(refunded, currency) })] : []),
    ...(pending > 0 ? [t('Refund of {amount} on its way', { amount: formatMoney(pending, currency) })] : []),
  ];
}

const REFUNDS = {
  requested: { label: t('Waiting for the provider'), tone: 'neutral' },
  pending: { label: t('On its way'), tone: 'neutral' },
  succeeded: { label: t('Refunded'), tone: 'success' },
  failed: { label: t('Failed'), tone: 'danger' },
  canceled: { label: t('Canceled'), tone: 'neutral' },
} as const satisfies Record<Refund['status'], { label: string; tone: StatusTone }>;

export const refundState = ({ status }: Pick<Refund, 'status'>): { label: string; tone: StatusTone } => REFUNDS[status];

const REFUND_FAILURES = new Map<string, string>([
  [REFUND_NOT_MADE, t('The payment provider did not make it. Nothing was paid back.')],
  ['expired_or_canceled_card', t('The card has expired or was canceled.')],
  ['lost_or_stolen_card', t('The card was lost or stolen.')],
]);

/** Why a refund failed, from the provider's word for it. */
export const refundFailure = (failure: string): string =>
  REFUND_FAILURES.get(failure) ?? t('The payment provider’s reason: {reason}', { reason: failure });

/** Licenses that will be paid again, the next one first. */
export const comingPayments = (licenses: readonly License[]): License[] =>
  licenses
    .filter(
      ({ status, autoRenewal, subscription }) => subscription && autoRenewal && ['active', 'trialing'].includes(status),
    )
    .sort((a, b) => a.to_date - b.to_date);

/** Licenses whose last payment failed. */
export const failedPayments = (licenses: readonly License[]): License[] =>
  licenses.filter(({ status }) => status === 'past_due');

/** What is paid in all, once for each currency and interval: "$120.00 a year". */
export function sumsPaid(licenses: readonly License[]): string[] {
  const sums = new Map<string, { amount: number; currency: string; interval: PriceInterval }>();
  for (const { subscription } of comingPayments(licenses)) {
    if (!subscription) continue;
    const { amount, currency, interval } = subscription;
    const key = `${currency} ${interval}`;
    sums.set(key, { currency, interval, amount: (sums.get(key)?.amount ?? 0) + amount });
  }
  return [...sums.values()].map(({ amount, currency, interval }) => perInterval(amount, currency, interval));
}

/** A card as its owner knows it: "Visa •••• 4242". */
export const cardName = ({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${last4}`;

/** Until when a card can be used: to the end of its month. */
export function cardEnd(
  { exp_month, exp_year }: Pick<PaymentMethod, 'exp_month' | 'exp_year'>,
  now: Date,
): { label: string; tone: StatusTone } {
  const date = `${String(exp_month).padStart(2, '0')}/${exp_year}`;
  const months = (exp_year - now.getFullYear()) * 12 + exp_month - (now.getMonth() + 1);
  if (months < 0) return { label: t('Expired {date}', { date }), tone: 'danger' };
  return months < 2
    ? { label: t('Expires soon: {date}', { date }), tone: 'warning' }
    : { label: t('Expires {date}', { date }), tone: 'neutral' };
}
