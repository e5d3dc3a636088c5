import { discountOf, LICENSE_PRODUCTS, type Payment, type PaymentStarted, type SetPaymentInput } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type UserRow } from '../../context/call-context.ts';
import { connectedAccount, paidAccount } from '../../context/payment-account.repo.ts';
import { paymentsAt } from '../../context/payment-at.ts';
import type { PaymentPort, ProviderSubscription } from '../../context/payment-port.ts';
import { found, scopeOf } from '../../context/scope.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import { productNames } from '../license/license.repo.ts';
import { shown } from '../license/license.service.ts';
import { licenseOfPurchase } from './bought-license.repo.ts';
import { amountOf, priceToBuy } from './catalog.service.ts';
import { couponById } from './coupon.repo.ts';
import { couponAt, usableCoupon } from './coupon.service.ts';
import { takeCurrency } from './currency.service.ts';
import { priceById, providerPriceAt, recordProviderPrice, type PriceRow } from './price.repo.ts';
import {
  findPurchase,
  openPurchase,
  providerCustomerOf,
  recordCustomer,
  recordSubscription,
  updatePurchase,
  useOfCoupon,
  type PurchaseRow,
} from './purchase.repo.ts';
import { reconcile } from './reconcile.ts';
import { trialsOf } from './trial.service.ts';

/** The account of something that is paid. @throws PanelError PAYMENT_OFF if it has no keys any more */
export async function accountAt({ app, partner }: CallContext, accountId: string | null): Promise<PaymentPort> {
  const payments = await paymentsAt(app, accountId);
  if (!payments) throw new PanelError('PAYMENT_OFF', { contact: partner.supportEmail });
  return payments;
}

/**
 * The account that the caller pays to: the one at which their licenses are paid; without one, what the partner has connected, or else the
 * installation's.
 */
const accountFor = async (
  context: CallContext,
  db: Database,
  keep: { lock?: 'share' } = {},
): Promise<string | null> => {
  const paid = await paidAccount(db, signedIn(context).id);
  return paid === undefined ? ((await connectedAccount(db, context.partner.id, keep))?.id ?? null) : paid;
};

/** The account that the caller pays to. @throws PanelError PAYMENT_OFF */
export const paymentsOf = async (context: CallContext): Promise<PaymentPort> =>
  accountAt(context, await accountFor(context, context.app.db));

/** How the provider names a customer who has not said it otherwise. */
export const customerName = ({ firstname, lastname, email }: Pick<UserRow, 'firstname' | 'lastname' | 'email'>) =>
  [firstname, lastname].filter(Boolean).join(' ') || email;

/** The caller at the provider, who is written there before the first purchase. */
export async function customerAt(context: CallContext, payments: PaymentPort): Promise<string> {
  const { id, email } = signedIn(context);
  const { account: accountId } = payments;
  const known = await providerCustomerOf(context.app.db, id, accountId);
  if (known !== undefined) return known;
  const name = customerName(signedIn(context));
  const providerCustomer = await payments.createCustomer({ id, email, name });
  return recordCustomer(context.app.db, {
    ...{ userId: id, partnerId: context.partner.id, accountId, providerCustomer, email },
  });
}

/** The price at the provider, which is written there before it is used first. */
export async function priceAt({ app }: CallContext, payments: PaymentPort, price: PriceRow): Promise<string> {
  const known = await providerPriceAt(app.db, payments.account, price);
  if (known !== null) return known;
  const { id: priceId, currency, amount, interval } = price;
  const name = (await productNames(app.db, [price]))(price);
  const providerPrice = await payments.createPrice({ priceId, name, currency, amount, interval });
  return recordProviderPrice(app.db, payments.account, price, providerPrice);
}

async function subscriptionFor(
  context: CallContext,
  payments: PaymentPort,
  row: PurchaseRow,
  price: PriceRow,
): Promise<ProviderSubscription | null> {
  if (row.subscriptionId !== null) return payments.subscription(row.subscriptionId);
  if (row.checkoutSession !== null && (await isPaidAt(payments, row.checkoutSession))) return null;
  const customerId = await customerAt(context, payments);
  const providerPrice = await priceAt(context, payments, price);
  const providerCoupon = await couponAt(context, payments, row.couponId);
  const { id: purchaseId, quantity, trialDays } = row;
  const started = await payments.startSubscription({
    ...{ purchaseId, customerId, providerPrice, quantity, providerCoupon, trialDays },
  });
  const session = await recordSubscription(context.app.db, purchaseId, started.id);
  if (session === null || session === row.checkoutSession || !(await isPaidAt(payments, session))) return started;
  // Paid at the provider's page while the card form was being made: that subscription is the one.
  await payments.endNow(started.id);
  const { subscriptionId } = found(await payments.checkout(session));
  await updatePurchase(context.app.db, purchaseId, { subscriptionId }, context.app.clock.now());
  return null;
}

/** Ends the checkout page of a purchase, so that it is paid in one place. Returns whether it was paid there already. */
const isPaidAt = async (payments: PaymentPort, session: string): Promise<boolean> =>
  (await payments.endCheckout(session))?.status === 'complete';

type Wish = { price: PriceRow; quantity: number; trialDays: number; account: string | null };

/** The owner and the facts of a purchase of a price, which are the server's. @throws PanelError VALIDATION */
export const orderOf = (context: CallContext, { price, quantity, trialDays, account }: Wish) => ({
  ...{ partnerId: context.partner.id, customerId: signedIn(context).id, accountId: account, priceId: price.id },
  ...{ quantity, amount: amountOf(price, quantity), currency: price.currency },
  ...{ trialDays, trialOf: trialDays > 0 ? LICENSE_PRODUCTS[price.product].project : null },
});

type Ordered = Pick<PurchaseRow, 'accountId' | 'priceId' | 'quantity' | 'trialDays'> & { couponId?: string | null };

/** Whether an order is another one than what is wanted now: it has to be ended first. */
export const differs = (
  row: PurchaseRow,
  { accountId, priceId, quantity, trialDays, couponId = null }: Ordered,
): boolean =>
  row.accountId !== accountId ||
  row.priceId !== priceId ||
  row.quantity !== quantity ||
  row.trialDays !== trialDays ||
  row.couponId !== couponId;

/**
 * The order of the caller with this coupon, or without one. The use of a coupon is taken here, with the order: whoever comes later does
 * not get the last one, whatever they were shown. An order that stands in the way is to be ended first. Undefined if something was paid
 * or connected meanwhile that changes the order: its trial and its account have to be read again.
 * @throws PanelError VALIDATION for a code that the caller cannot use, CURRENCY_FIXED
 */
async function takeOrder(
  context: CallContext,
  { price, account }: { price: PriceRow; account: string | null },
  { quantity, coupon: code, trial_days: shown }: SetPaymentInput,
): Promise<{ row: PurchaseRow; isInTheWay: boolean } | undefined> {
  const { db } = context.app;
  const trialDays = (await trialsOf(context, db))(price.product);
  // Whoever saw another trial must see this one first: it decides what is charged when.
  if (shown !== undefined && shown !== trialDays) throw new PanelError('PLAN_NOT_OFFERED');
  const plain = orderOf(context, { price, quantity, trialDays, account });
  return db.transaction(async (tx) => {
    const other = await takeCurrency(tx, plain, context.app.clock.now());
    if (other) return { row: other, isInTheWay: true };
    if (!(await isAccountOf(context, tx, account))) return undefined;
    if (!code) {
      const row = await openPurchase(tx, plain);
      return row && { row, isInTheWay: differs(row, plain) };
    }
    const coupon = await usableCoupon(context, tx, { code, price, trialDays, lock: true });
    const wanted = { ...plain, couponId: coupon.id, discount: discountOf(coupon, plain.amount, price.currency) };
    const used = await useOfCoupon(tx, coupon.id, signedIn(context).id);
    const row = used ?? (await openPurchase(tx, wanted));
    return row && { row, isInTheWay: differs(row, wanted) };
  });
}

/**
 * Whether it is still the account that the caller pays to, in the transaction that writes the order: until it ends, the account is not
 * disconnected.
 */
export const isAccountOf = async (context: CallContext, tx: Database, account: string | null): Promise<boolean> =>
  (await accountFor(context, tx, { lock: 'share' })) === account;

/** Whether a subscription waits for its card. */
const waits = ({ status, waitsForCard }: ProviderSubscription): boolean => status === 'incomplete' || waitsForCard;

/** For how long an order with a trial is gone on with: its days run from when it was made. */
const TRIAL_FRESH_MS = 3_600_000;

/** A trial that waits for its card, and would be shorter than the page says, or whose form was closed by a request that did not end it. */
const isStale = ({ waitsForCard, clientSecret, periodStart }: ProviderSubscription, now: Date): boolean =>
  waitsForCard && (clientSecret === null || periodStart.getTime() + TRIAL_FRESH_MS < now.getTime());

/** Ends an order that is not paid. Returns whether it was paid meanwhile. */
export async function endOrder(context: CallContext, row: PurchaseRow): Promise<boolean> {
  const { app } = context;
  const payments = await accountAt(context, row.accountId);
  const price = found(await priceById(app.db, row.priceId));
  const subscription = await subscriptionFor(context, payments, row, price);
  if (subscription && waits(subscription)) await payments.endUnpaid(subscription.id);
  // One without anything to pay now has begun by the question above alone: nobody has it yet.
  else if (subscription && row.subscriptionId === null && (row.amount === row.discount || row.trialDays > 0))
    if (!(await licenseOfPurchase(app.db, row.id))) await payments.endNow(subscription.id);
  await reconcile(app, payments, row);
  const now = found(await findPurchase(app.db, scopeOf(context), row.id));
  if (now.status === 'incomplete') throw new PanelError('PAYMENT_UNAVAILABLE');
  return now.status === 'paid';
}

const ATTEMPTS = 4;
const startedOf = (row: PurchaseRow, secret: string | null, hosted: string | null) => ({
  ...{ id: row.id, clientSecret: secret, hosted_url: hosted, amount: row.amount - row.discount },
  ...{ discount: row.discount, currency: row.currency, trial_days: row.trialDays },
});

/**
 * Starts a purchase, or goes on with the open one of the same thing. Price, amount, discount and currency are the server's.
 * @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE, PLAN_NOT_OFFERED, CURRENCY_FIXED, NOT_FOUND for a price of another partner, VALIDATION
 */
export async function startPayment(context: CallContext, input: SetPaymentInput): Promise<PaymentStarted> {
  const { app, partner, request } = context;
  await paymentsOf(context);
  const price = await priceToBuy(context, input.priceId);
  const { plan, project } = LICENSE_PRODUCTS[price.product];
  if (plan !== input.plan_type || project !== input.project_type)
    throw new PanelError('VALIDATION', {}, { fields: { priceId: 'This price belongs to another plan.' } });
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const payments = await paymentsOf(context);
    const taken = await takeOrder(context, { price, account: payments.account }, input);
    if (!taken) continue;
    const { row, isInTheWay } = taken;
    if (isInTheWay) {
      const isPaid = await endOrder(context, row);
      // What is wanted was paid in another tab.
      if (isPaid && row.priceId === price.id && row.quantity === input.quantity) return startedOf(row, null, null);
      continue;
    }
    const subscription = await subscriptionFor(context, payments, row, price);
    if (subscription && isStale(subscription, app.clock.now())) {
      await endOrder(context, row);
      continue;
    }
    if (subscription && waits(subscription) && subscription.clientSecret !== null) {
      const who = { partnerId: partner.id, userId: signedIn(context).id, request };
      const { id: purchaseId, amount, discount, currency, couponId, trialDays } = row;
      const detail = { purchaseId, amount: amount - discount, discount, couponId, currency, trialDays };
      await audit(app.db, 'payment.start', who, detail);
      return startedOf(row, subscription.clientSecret, subscription.hostedUrl);
    }
    // It was paid in another tab, or it is over and a new one takes its place.
    await reconcile(app, payments, row);
    const now = found(await findPurchase(app.db, scopeOf(context), row.id));
    if (now.status === 'paid') return startedOf(row, null, null);
    if (now.status === 'incomplete') break;
  }
  throw new PanelError('PAYMENT_UNAVAILABLE');
}

/** A purchase of the caller. @throws PanelError NOT_FOUND */
export async function showPayment(context: CallContext, id: string): Promise<Payment> {
  const { db } = context.app;
  const row = found(await findPurchase(db, scopeOf(context), id));
  const price = found(await priceById(db, row.priceId));
  const { plan, project } = LICENSE_PRODUCTS[price.product];
  const nameOf = await productNames(db, [price]);
  const license = await licenseOfPurchase(db, id);
  const coupon = row.couponId === null ? undefined : await couponById(db, row.couponId);
  return {
    id,
    status: row.status,
    product_type: price.product,
    product_name: nameOf(price),
    plan_type: plan,
    project_type: project,
    quantity: row.quantity,
    amount: row.amount - row.discount,
    discount: row.discount,
    coupon: coupon?.code ?? null,
    currency: row.currency,
    interval: price.interval,
    trial_days: row.trialDays,
    license: license ? await shown(context, license) : null,
    created_at: row.createdAt.toISOString(),
  };
}

/** Asks the provider whether a purchase is paid. @throws PanelError NOT_FOUND, PAYMENT_OFF, PAYMENT_UNAVAILABLE */
export async function confirmPayment(context: CallContext, id: string): Promise<Payment> {
  const row = found(await findPurchase(context.app.db, scopeOf(context), id));
  await reconcile(context.app, await accountAt(context, row.accountId), row);
  return showPayment(context, id);
}
