import { LICENSE_PRODUCTS, type Payment, type PaymentStarted, type SetPaymentInput } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { PaymentPort, ProviderSubscription } from '../../context/payment-port.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { shown } from '../license/license.service.ts';
import { licenseOfPurchase } from './bought-license.repo.ts';
import { offeredPrice, priceById, recordProviderPrice, type PriceRow } from './price.repo.ts';
import {
  findPurchase,
  openPurchase,
  providerCustomerOf,
  recordCustomer,
  recordSubscription,
  type PurchaseRow,
} from './purchase.repo.ts';
import { reconcile } from './reconcile.ts';

/** The payment provider. @throws PanelError PAYMENT_OFF */
export function paymentsOf({ app, partner }: CallContext): PaymentPort {
  if (!app.payments) throw new PanelError('PAYMENT_OFF', { contact: partner.supportEmail });
  return app.payments;
}

/** The caller at the provider, who is written there before the first purchase. */
async function customerAt(context: CallContext, payments: PaymentPort): Promise<string> {
  const { id, email, firstname, lastname } = signedIn(context);
  const known = await providerCustomerOf(context.app.db, id);
  if (known !== undefined) return known;
  const name = [firstname, lastname].filter(Boolean).join(' ') || email;
  const providerCustomer = await payments.createCustomer({ id, email, name });
  return recordCustomer(context.app.db, { userId: id, partnerId: context.partner.id, providerCustomer });
}

/** The price at the provider, which is written there before it is used first. */
export async function priceAt({ app }: CallContext, payments: PaymentPort, price: PriceRow): Promise<string> {
  if (price.providerPrice !== null) return price.providerPrice;
  const { id: priceId, currency, amount, interval, product } = price;
  const { name } = LICENSE_PRODUCTS[product];
  const providerPrice = await payments.createPrice({ priceId, name, currency, amount, interval });
  await recordProviderPrice(app.db, priceId, providerPrice);
  return providerPrice;
}

async function subscriptionFor(
  context: CallContext,
  payments: PaymentPort,
  row: PurchaseRow,
  price: PriceRow,
): Promise<ProviderSubscription | null> {
  if (row.subscriptionId !== null) return payments.subscription(row.subscriptionId);
  const customerId = await customerAt(context, payments);
  const providerPrice = await priceAt(context, payments, price);
  const { id: purchaseId, quantity } = row;
  const started = await payments.startSubscription({ purchaseId, customerId, providerPrice, quantity });
  await recordSubscription(context.app.db, purchaseId, started.id);
  return started;
}

/**
 * Starts a purchase, or goes on with the open one of the same thing. Price, amount and currency are those of the row.
 * @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE, NOT_FOUND for a price that is not offered, VALIDATION
 */
export async function startPayment(context: CallContext, input: SetPaymentInput): Promise<PaymentStarted> {
  const payments = paymentsOf(context);
  const { app, partner, request } = context;
  const price = found(await offeredPrice(app.db, partner.id, input.priceId));
  const { plan, project } = LICENSE_PRODUCTS[price.product];
  if (plan !== input.plan_type || project !== input.project_type)
    throw new PanelError('VALIDATION', {}, { fields: { priceId: 'This price belongs to another plan.' } });
  const owner = { partnerId: partner.id, customerId: signedIn(context).id, priceId: price.id };
  const facts = { quantity: input.quantity, amount: price.amount * input.quantity, currency: price.currency };
  for (let attempt = 0; ; attempt += 1) {
    const row = await openPurchase(app.db, { ...owner, ...facts });
    const subscription = await subscriptionFor(context, payments, row, price);
    const { id, amount, currency } = row;
    if (subscription?.status === 'incomplete' && subscription.clientSecret !== null) {
      const who = { partnerId: partner.id, userId: signedIn(context).id, request };
      await audit(app.db, 'payment.start', who, { purchaseId: id, amount, currency });
      const { clientSecret, hostedUrl: hosted_url } = subscription;
      return { id, clientSecret, hosted_url, amount, currency };
    }
    // It was paid in another tab, or it is over and a new one takes its place.
    await reconcile(app, payments, row);
    const now = found(await findPurchase(app.db, scopeOf(context), id));
    if (now.status === 'paid') return { id, clientSecret: null, hosted_url: null, amount, currency };
    if (now.status === 'incomplete' || attempt > 0) throw new PanelError('PAYMENT_UNAVAILABLE');
  }
}

/** A purchase of the caller. @throws PanelError NOT_FOUND */
export async function showPayment(context: CallContext, id: string): Promise<Payment> {
  const { db } = context.app;
  const row = found(await findPurchase(db, scopeOf(context), id));
  const price = found(await priceById(db, row.priceId));
  const { name, plan, project } = LICENSE_PRODUCTS[price.product];
  const license = await licenseOfPurchase(db, id);
  return {
    id,
    status: row.status,
    product_type: price.product,
    product_name: name,
    plan_type: plan,
    project_type: project,
    quantity: row.quantity,
    amount: row.amount,
    currency: row.currency,
    interval: price.interval,
    license: license ? await shown(context, license) : null,
    created_at: row.createdAt.toISOString(),
  };
}

/** Asks the provider whether a purchase is paid. @throws PanelError NOT_FOUND, PAYMENT_OFF, PAYMENT_UNAVAILABLE */
export async function confirmPayment(context: CallContext, id: string): Promise<Payment> {
  const row = found(await findPurchase(context.app.db, scopeOf(context), id));
  await reconcile(context.app, paymentsOf(context), row);
  return showPayment(context, id);
}
