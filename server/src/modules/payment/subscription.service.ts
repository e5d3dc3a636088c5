import { LICENSE_PRODUCTS, type License, type LicenseProduct, type Proration } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { PaymentPort, ProviderSubscription } from '../../context/payment-port.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { findLicense, isValid, withUse, type LicenseRow } from '../license/license.repo.ts';
import { shown } from '../license/license.service.ts';
import { licenseOfSubscription } from './bought-license.repo.ts';
import { paymentsOf, priceAt } from './buy.service.ts';
import { offeredPrice, offeredPrices, priceById, type PriceRow } from './price.repo.ts';
import { findPurchase } from './purchase.repo.ts';
import { reconcile } from './reconcile.ts';

const record = ({ app, partner, request, viewer }: CallContext, action: string, detail: Record<string, unknown>) =>
  audit(app.db, action, { partnerId: partner.id, userId: viewer?.user.id ?? null, request }, detail);

/** The subscription of a license that goes on. @throws PanelError SUBSCRIPTION_ENDED, NOT_FOUND for a given license */
async function running(
  { app }: CallContext,
  payments: PaymentPort,
  { subscriptionId, ...license }: LicenseRow,
): Promise<ProviderSubscription> {
  if (license.deactivatedAt !== null || !isValid({ subscriptionId, ...license }, app.clock.now()))
    throw new PanelError('SUBSCRIPTION_ENDED');
  const subscription = await payments.subscription(found(subscriptionId));
  if (!subscription || !['trialing', 'active', 'past_due'].includes(subscription.status))
    throw new PanelError('SUBSCRIPTION_ENDED');
  return subscription;
}

/** The license as the provider has it after a change. */
async function followed(context: CallContext, payments: PaymentPort, license: LicenseRow): Promise<License> {
  const purchase = found(await findPurchase(context.app.db, scopeOf(context), found(license.purchaseId)));
  await reconcile(context.app, payments, purchase);
  return shown(context, found(await findLicense(context.app.db, scopeOf(context), license.id)));
}

/**
 * Turns the renewal of a subscription on or off: off, it ends at the end of what is paid.
 * @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE, NOT_FOUND, SUBSCRIPTION_ENDED
 */
export async function setSubscriptionRenewal(context: CallContext, id: string, on: boolean): Promise<License> {
  const payments = paymentsOf(context);
  const license = found(await licenseOfSubscription(context.app.db, scopeOf(context), id));
  const subscription = await running(context, payments, license);
  if (subscription.cancelAtPeriodEnd === on) await payments.setRenewal(id, on);
  await record(context, 'payment.renewal', { licenseId: license.id, on });
  return followed(context, payments, license);
}

type Target = { license: LicenseRow; price: PriceRow };

/** @throws PanelError PLAN_SAME, PLAN_TOO_SMALL, NOT_FOUND for a plan for something else */
async function checkTarget({ app }: CallContext, { license, price }: Target): Promise<void> {
  const product = LICENSE_PRODUCTS[price.product];
  if (product.project !== LICENSE_PRODUCTS[license.product].project) throw new PanelError('NOT_FOUND');
  if (price.id === license.priceId) throw new PanelError('PLAN_SAME');
  const [used] = await withUse(app.db, [license]);
  const count = used?.sites.length ?? 0;
  const limit = product.sites * license.quantity;
  if (count > limit) throw new PanelError('PLAN_TOO_SMALL', { used: count, limit });
}

/**
 * What another plan at the same interval would cost; nothing is changed.
 * @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE, NOT_FOUND, SUBSCRIPTION_ENDED, PLAN_SAME, PLAN_TOO_SMALL
 */
export async function showProration(context: CallContext, id: string, product: LicenseProduct): Promise<Proration> {
  const payments = paymentsOf(context);
  const { app, partner } = context;
  const license = found(await findLicense(app.db, scopeOf(context), id));
  const now = found(await priceById(app.db, found(license.priceId)));
  const offered = await offeredPrices(app.db, partner.id, [product]);
  const price = found(offered.find(({ interval, currency }) => interval === now.interval && currency === now.currency));
  await checkTarget(context, { license, price });
  const subscription = await running(context, payments, license);
  const providerPrice = await priceAt(context, payments, price);
  const { amountDue, currency, lines } = await payments.preview(subscription, { providerPrice });
  return {
    price_id: price.id,
    plan_type: LICENSE_PRODUCTS[price.product].plan,
    currency,
    amount_due: amountDue,
    lines,
    next_amount: price.amount * subscription.quantity,
    next_date: Math.floor(subscription.periodEnd.getTime() / 1000),
    interval: price.interval,
  };
}

type Upgrade = { subscription_id: string; price_id: string; plan_type: string };

/**
 * Changes the plan of a subscription. Repeated with the same price it changes nothing more.
 * @throws PanelError as for `showProration`; PAYMENT_DECLINED, VALIDATION for a price of another plan
 */
export async function changePlanOf(context: CallContext, input: Upgrade): Promise<License> {
  const payments = paymentsOf(context);
  const { app, partner } = context;
  const license = found(await licenseOfSubscription(app.db, scopeOf(context), input.subscription_id));
  const price = found(await offeredPrice(app.db, partner.id, input.price_id));
  if (LICENSE_PRODUCTS[price.product].plan !== input.plan_type)
    throw new PanelError('VALIDATION', {}, { fields: { price_id: 'This price belongs to another plan.' } });
  await checkTarget(context, { license, price });
  const subscription = await running(context, payments, license);
  const providerPrice = await priceAt(context, payments, price);
  // The provider may have made the change already, for a request whose answer was lost.
  if (subscription.priceId !== providerPrice) await payments.changePrice(subscription, { providerPrice });
  await record(context, 'payment.upgrade', { licenseId: license.id, priceId: price.id, userId: signedIn(context).id });
  return followed(context, payments, license);
}
