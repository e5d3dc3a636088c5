import type { Coupon } from './coupon-objects.ts';
import { discountOf, startDiscount, takenOff } from './discounts.ts';
import { newSetupIntent, type SetupIntent } from './customer-objects.ts';
import { find, type Ledger, type Trial } from './ledger.ts';
import { chargeInvoice, intentOf, invoiceOf, issueInvoice, payerOf, settleInvoice, voidInvoice } from './invoices.ts';
import { nearest, oneCurrency } from './currencies.ts';
import type { PaymentIntent, Price } from './objects.ts';
import { periodEnd } from './periods.ts';
import { invalid } from './processor-error.ts';
import {
  newInvoice,
  newSubscription,
  planOf,
  type Invoice,
  type Line,
  type Subscription,
  type SubscriptionItem,
} from './subscription-objects.ts';

const DAY = 86_400;
/** An unpaid new subscription ends after this time. */
const INCOMPLETE_SECONDS = 23 * 3600;
/** When a failed renewal is tried again, after the first attempt; then the subscription ends. */
const RETRY_DAYS = [1, 3, 5];
/** How long before its end a trial is announced; a shorter one at once. */
const TRIAL_NOTICE_SECONDS = 3 * DAY;

export const itemOf = (subscription: Subscription): SubscriptionItem => {
  const item = subscription.items.data[0];
  if (!item) throw invalid('The subscription has no item.', 'items');
  return item;
};

const amountOf = (price: Price, quantity: number): number => price.unit_amount * quantity;

function titleOf(ledger: Ledger, price: Price, quantity: number): string {
  return `${quantity} × ${find(ledger, 'product', price.product).name} (per ${price.recurring.interval})`;
}

const wholePeriod = (
  ledger: Ledger,
  { price, quantity, current_period_start: start, current_period_end: end }: SubscriptionItem,
): Line => ({
  description: titleOf(ledger, price, quantity),
  amount: amountOf(price, quantity),
  proration: false,
  start,
  end,
});

/** Starts a subscription that waits for its first payment, or one on trial, which waits for a card at most. */
export function subscribe(
  ledger: Ledger,
  given: {
    customer: string;
    price: string;
    quantity: number;
    coupon?: string | null;
    trial?: Trial | null;
    metadata: Record<string, string>;
  },
): Subscription {
  find(ledger, 'customer', given.customer);
  const price = find(ledger, 'price', given.price);
  oneCurrency(ledger, given.customer, price.currency);
  const now = ledger.now();
  const { customer, quantity, metadata, trial } = given;
  const end = trial ? now + trial.days * DAY : periodEnd(now, price.recurring.interval, now);
  const missingCard = trial?.missingCard;
  const subscription = newSubscription({ customer, price, quantity, metadata, end, missingCard }, now);
  if (given.coupon) startDiscount(ledger, subscription, given.coupon);
  ledger.books.subscription[subscription.id] = subscription;
  const line = wholePeriod(ledger, itemOf(subscription));
  const { name } = find(ledger, 'product', price.product);
  const invoice = issueInvoice(ledger, subscription, 'subscription_create', [
    trial ? { ...line, description: `Trial period for ${name}`, amount: 0 } : line,
  ]);
  if (trial) return onTrial(ledger, subscription, invoice);
  ledger.emit('customer.subscription.created', subscription);
  // Credit of the customer has paid it already.
  if (!intentOf(ledger, invoice.id)) {
    settleInvoice(ledger, invoice);
    moveTo(ledger, subscription, 'active');
  }
  return subscription;
}

/** The free invoice of a trial is paid at once. Without a card there is an intent to confirm one. */
function onTrial(ledger: Ledger, subscription: Subscription, invoice: Invoice): Subscription {
  settleInvoice(ledger, invoice);
  if (payerOf(ledger, subscription) === null) {
    const intent = newSetupIntent(subscription.customer, ledger.now());
    ledger.books.setup_intent[intent.id] = intent;
    subscription.pending_setup_intent = intent.id;
    ledger.emit('setup_intent.created', intent);
  }
  ledger.emit('customer.subscription.created', subscription);
  announceEnd(ledger, subscription);
  return subscription;
}

/** Says once that a trial ends soon. */
function announceEnd(ledger: Ledger, subscription: Subscription): void {
  const { id, status, trial_end: end } = subscription;
  if (status !== 'trialing' || end === null || ledger.books.trialTold[id] === end) return;
  if (end - TRIAL_NOTICE_SECONDS > ledger.now()) return;
  ledger.books.trialTold[id] = end;
  ledger.emit('customer.subscription.trial_will_end', subscription);
}

/** What a confirmed card means for the trial that waits for it. Returns its subscription. */
export function cardConfirmed(ledger: Ledger, { id, payment_method: card }: SetupIntent): Subscription | undefined {
  const subscription = Object.values(ledger.books.subscription).find((one) => one.pending_setup_intent === id);
  if (subscription?.status !== 'trialing') return undefined;
  subscription.pending_setup_intent = null;
  subscription.default_payment_method = card;
  ledger.emit('customer.subscription.updated', subscription);
  return subscription;
}

function moveTo(ledger: Ledger, subscription: Subscription, status: Subscription['status']): void {
  subscription.status = status;
  if (status === 'canceled' || status === 'incomplete_expired') {
    subscription.ended_at = ledger.now();
    subscription.canceled_at ??= ledger.now();
    ledger.emit('customer.subscription.deleted', subscription);
  } else ledger.emit('customer.subscription.updated', subscription);
}

/** What a paid intent means for its invoice and its subscription. */
export function intentPaid(ledger: Ledger, intent: PaymentIntent): void {
  const invoice = invoiceOf(ledger, intent);
  if (!invoice || invoice.status !== 'open') return;
  settleInvoice(ledger, invoice);
  const subscription = find(ledger, 'subscription', invoice.parent.subscription_details.subscription);
  subscription.default_payment_method = intent.payment_method;
  if (subscription.status === 'incomplete' || subscription.status === 'past_due')
    moveTo(ledger, subscription, 'active');
}

/** Ends a subscription at the end of what is paid, or takes that back. */
export function cancelAtEnd(ledger: Ledger, subscription: Subscription, cancel: boolean): void {
  subscription.cancel_at_period_end = cancel;
  subscription.cancel_at = cancel ? itemOf(subscription).current_period_end : null;
  subscription.canceled_at = cancel ? ledger.now() : null;
  subscription.cancellation_details.reason = cancel ? 'cancellation_requested' : null;
  ledger.emit('customer.subscription.updated', subscription);
}

export function cancelNow(ledger: Ledger, subscription: Subscription): void {
  const invoice =
    subscription.latest_invoice === null ? undefined : find(ledger, 'invoice', subscription.latest_invoice);
  if (invoice?.status === 'open') voidInvoice(ledger, invoice);
  moveTo(ledger, subscription, 'canceled');
}

/** Takes back the open first invoice of a subscription, which ends by that. @throws ProcessorError 400 for any other invoice */
export function voidFirst(ledger: Ledger, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') throw invalid('You can only void open invoices.', 'invoice');
  voidInvoice(ledger, invoice);
  const subscription = find(ledger, 'subscription', invoice.parent.subscription_details.subscription);
  if (subscription.status === 'incomplete') moveTo(ledger, subscription, 'incomplete_expired');
  return invoice;
}

/** `dropDiscount`: the subscription goes on without its discount. */
type Change = { price: Price; quantity: number; at: number; dropDiscount: boolean };

/** What a change of price takes into account: percentages alone, as Stripe does. */
const percentOf = (ledger: Ledger, subscription: Subscription): Coupon | undefined => {
  const coupon = discountOf(ledger, subscription)?.coupon;
  return coupon && coupon.percent_off !== null ? coupon : undefined;
};

/** The coupon that the running period was billed with, also one that is used up; of a change of price, what that took into account. */
function billedWith(ledger: Ledger, subscription: Subscription): Coupon | undefined {
  const last = ledger.books.invoice[subscription.latest_invoice ?? ''];
  if (!last || last.billing_reason === 'subscription_update') return percentOf(ledger, subscription);
  const [taken] = last.total_discount_amounts;
  const discount = taken && ledger.books.discount[taken.discount];
  return discount && ledger.books.coupon[discount.source.coupon];
}

/** What a change of price costs: the unused time of the old one is given back as it was billed. A change of interval begins a new period. */
function prorations(ledger: Ledger, subscription: Subscription, { price, quantity, at, dropDiscount }: Change): Line[] {
  const item = itemOf(subscription);
  if (subscription.status === 'trialing') {
    const line = { amount: 0, proration: true, start: at, end: item.current_period_end };
    return [{ ...line, description: `Trial period for ${find(ledger, 'product', price.product).name}` }];
  }
  const costOf = (of: Price, count: number, coupon: Coupon | undefined): number => {
    const amount = amountOf(of, count);
    return coupon ? amount - takenOff(coupon, amount, of.currency) : amount;
  };
  const cost = costOf(price, quantity, dropDiscount ? undefined : percentOf(ledger, subscription));
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.max(0, Math.min(1, (end - at) / (end - start)));
  const sameInterval = price.recurring.interval === item.price.recurring.interval;
  const unused = -nearest(costOf(item.price, item.quantity, billedWith(ledger, subscription)) * left, price.currency);
  const added = sameInterval ? nearest(cost * left, price.currency) : cost;
  const newEnd = sameInterval ? end : periodEnd(at, price.recurring.interval, at);
  const line = { proration: true, start: at, end };
  return [
    { ...line, description: `Unused time on ${titleOf(ledger, item.price, item.quantity)}`, amount: unused },
    { ...line, end: newEnd, description: `Remaining time on ${titleOf(ledger, price, quantity)}`, amount: added },
  ];
}

/** The invoice that a change would make; nothing is written. */
export function previewChange(ledger: Ledger, subscription: Subscription, change: Change): Invoice {
  const customer = find(ledger, 'customer', subscription.customer);
  const lines = prorations(ledger, subscription, change);
  return newInvoice(
    { customer, taxIds: [], subscription, reason: 'subscription_update', lines, number: null },
    ledger.now(),
  );
}

/** Changes the price and charges the difference at once; if that fails, nothing is changed. @throws ProcessorError 402 */
export function changePrice(ledger: Ledger, subscription: Subscription, change: Change): void {
  const item = itemOf(subscription);
  const customer = find(ledger, 'customer', subscription.customer);
  const before = { balance: customer.balance, latest: subscription.latest_invoice };
  const invoice = issueInvoice(ledger, subscription, 'subscription_update', prorations(ledger, subscription, change));
  const refusal = chargeInvoice(ledger, subscription, invoice);
  if (refusal) {
    voidInvoice(ledger, invoice);
    customer.balance = before.balance;
    subscription.latest_invoice = before.latest;
    throw refusal;
  }
  // A trial ends when it would have ended.
  const isOnTrial = subscription.status === 'trialing';
  if (!isOnTrial && change.price.recurring.interval !== item.price.recurring.interval) {
    item.current_period_start = change.at;
    item.current_period_end = periodEnd(change.at, change.price.recurring.interval, change.at);
    subscription.billing_cycle_anchor = change.at;
  }
  item.price = change.price;
  item.plan = planOf(change.price);
  item.quantity = change.quantity;
  if (change.dropDiscount) subscription.discounts = [];
  ledger.emit('customer.subscription.updated', subscription);
}

/** Whether a trial ends with nobody to charge, and is to end by that. */
const endsWithoutCard = (ledger: Ledger, subscription: Subscription): boolean =>
  subscription.status === 'trialing' &&
  subscription.trial_settings.end_behavior.missing_payment_method === 'cancel' &&
  payerOf(ledger, subscription) === null;

/** Begins the next period, also the first one after a trial. */
function renew(ledger: Ledger, subscription: Subscription): void {
  const item = itemOf(subscription);
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodEnd(
    item.current_period_start,
    item.price.recurring.interval,
    subscription.billing_cycle_anchor,
  );
  subscription.status = 'active';
  const invoice = issueInvoice(ledger, subscription, 'subscription_cycle', [wholePeriod(ledger, item)]);
  tryAgain(ledger, subscription, invoice);
  if (subscription.status === 'active') ledger.emit('customer.subscription.updated', subscription);
}

function tryAgain(ledger: Ledger, subscription: Subscription, invoice: Invoice): void {
  if (!chargeInvoice(ledger, subscription, invoice)) {
    if (subscription.status === 'past_due') moveTo(ledger, subscription, 'active');
    return;
  }
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  invoice.next_payment_attempt = days === undefined ? null : ledger.now() + days * DAY;
  ledger.emit('invoice.payment_failed', invoice);
  if (days === undefined) return cancelNow(ledger, subscription);
  if (subscription.status !== 'past_due') moveTo(ledger, subscription, 'past_due');
}

const runs = ({ status }: Subscription): boolean => status === 'active' || status === 'trialing';

/** Does what is due by now: renewals, further attempts, ends. */
export function passTime(ledger: Ledger): void {
  const now = ledger.now();
  for (const subscription of Object.values(ledger.books.subscription)) {
    if (subscription.status === 'incomplete' && subscription.created + INCOMPLETE_SECONDS <= now) {
      const invoice = find(ledger, 'invoice', subscription.latest_invoice ?? '');
      voidInvoice(ledger, invoice);
      moveTo(ledger, subscription, 'incomplete_expired');
    }
    announceEnd(ledger, subscription);
    while (runs(subscription) && itemOf(subscription).current_period_end <= now)
      if (subscription.cancel_at_period_end || endsWithoutCard(ledger, subscription))
        moveTo(ledger, subscription, 'canceled');
      else renew(ledger, subscription);
    const invoice =
      subscription.latest_invoice === null ? undefined : ledger.books.invoice[subscription.latest_invoice];
    while (
      subscription.status === 'past_due' &&
      invoice?.status === 'open' &&
      invoice.next_payment_attempt !== null &&
      invoice.next_payment_attempt <= now
    )
      tryAgain(ledger, subscription, invoice);
  }
}
