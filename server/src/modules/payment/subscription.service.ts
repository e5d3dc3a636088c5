import {
  LICENSE_PRODUCTS,
  PRORATION_VALID_SECONDS,
  type License,
  type LicenseProduct,
  type Proration,
  type UpgradeInvoiceInput,
} from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { PaymentPort, ProviderSubscription } from '../../context/payment-port.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import {
  findLicense,
  isValid,
  licenseOf,
  withUse,
  type LicenseRow,
  type ListedLicense,
} from '../license/license.repo.ts';
import { shown } from '../license/license.service.ts';
import { covers, nextAmount } from '../license/public-license.ts';
import { licenseOfSubscription } from './bought-license.repo.ts';
import { priceToBuy } from './catalog.service.ts';
import { checkCurrency } from './currency.service.ts';
import { paymentsOf, priceAt } from './buy.service.ts';
import { invoiceByProvider, type InvoiceRow } from './invoice.repo.ts';
import { appOf } from './planned-workload.repo.ts';
import { offeredPrices, priceById, type PriceRow } from './price.repo.ts';
import { findPurchase } from './purchase.repo.ts';
import { reconcile } from './reconcile.ts';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

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
 * @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE, NOT_FOUND, SUBSCRIPTION_ENDED, CARD_MISSING
 */
export async function setSubscriptionRenewal(context: CallContext, id: string, on: boolean): Promise<License> {
  const payments = await paymentsOf(context);
  const license = found(await licenseOfSubscription(context.app.db, scopeOf(context), id));
  const subscription = await running(context, payments, license);
  if (subscription.cancelAtPeriodEnd === on) await payments.setRenewal(id, on);
  await record(context, 'payment.renewal', { licenseId: license.id, on });
  return followed(context, payments, license);
}

type Target = { license: ListedLicense; price: PriceRow };

/** A license with what uses it and its coupon, and the price that it is to have. */
async function targetOf({ app }: CallContext, license: LicenseRow, price: PriceRow): Promise<Target> {
  const [listed] = await withUse(app.db, [license]);
  return { license: found(listed), price };
}

/** @throws PanelError PLAN_SAME, PLAN_TOO_SMALL, CURRENCY_FIXED, NOT_FOUND for a plan for something else */
function checkTarget({ license, price }: Target): void {
  const product = LICENSE_PRODUCTS[price.product];
  if (product.project !== LICENSE_PRODUCTS[license.product].project) throw new PanelError('NOT_FOUND');
  if (price.id === license.priceId) throw new PanelError('PLAN_SAME');
  if (license.price) checkCurrency(license.price.currency, price.currency);
  const count = license.sites.length;
  const limit = product.sites * license.quantity;
  if (count > limit) throw new PanelError('PLAN_TOO_SMALL', { used: count, limit });
}

/**
 * The offered price of another product at the interval and in the currency that a license has now.
 * @throws PanelError PLAN_NOT_OFFERED, NOT_FOUND for a given license
 */
async function priceAtSameInterval({ app, partner }: CallContext, license: LicenseRow, product: LicenseProduct) {
  const now = found(await priceById(app.db, found(license.priceId)));
  const offered = await offeredPrices(app.db, partner.id, [product]);
  const price = offered.find(({ interval, currency }) => interval === now.interval && currency === now.currency);
  if (!price) throw new PanelError('PLAN_NOT_OFFERED');
  return price;
}

/** Whether a coupon counts for the plan that a license has, and not for the new one. */
const dropsDiscount = ({ license: { coupon }, price }: Target): boolean =>
  coupon !== undefined && !covers(coupon, price.product);

/**
 * What another plan at the same interval would cost; nothing is changed.
 * @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE, NOT_FOUND, PLAN_NOT_OFFERED, SUBSCRIPTION_ENDED, PLAN_SAME, PLAN_TOO_SMALL
 */
export async function showProration(context: CallContext, id: string, product: LicenseProduct): Promise<Proration> {
  const payments = await paymentsOf(context);
  const row = found(await findLicense(context.app.db, scopeOf(context), id));
  const target = await targetOf(context, row, await priceAtSameInterval(context, row, product));
  const { license, price } = target;
  checkTarget(target);
  const subscription = await running(context, payments, license);
  const providerPrice = await priceAt(context, payments, price);
  const at = seconds(context.app.clock.now());
  const { amountDue, currency, lines } = await payments.preview(subscription, {
    ...{ providerPrice, at, dropDiscount: dropsDiscount(target) },
  });
  return {
    subscription_id: subscription.id,
    price_id: price.id,
    plan_type: LICENSE_PRODUCTS[price.product].plan,
    currency,
    amount_due: amountDue,
    proration_date: at,
    lines,
    next_amount: nextAmount({ ...license, product: price.product, price, quantity: subscription.quantity }),
    next_date: seconds(subscription.periodEnd),
    interval: price.interval,
  };
}

/** Makes the change of a plan that was checked. The difference is calculated for `at`. */
async function change(
  context: CallContext,
  payments: PaymentPort,
  { at, ...target }: Target & { at?: number },
): Promise<License> {
  const { license, price } = target;
  const subscription = await running(context, payments, license);
  const providerPrice = await priceAt(context, payments, price);
  // The provider may have made the change already, for a request whose answer was lost.
  if (subscription.priceId !== providerPrice)
    await payments.changePrice(subscription, { providerPrice, at, dropDiscount: dropsDiscount(target) });
  await record(context, 'payment.upgrade', { licenseId: license.id, priceId: price.id, userId: signedIn(context).id });
  return followed(context, payments, license);
}

/** A subscription of the caller, and the offered price that it is to have. @throws PanelError NOT_FOUND, PLAN_NOT_OFFERED */
async function chosenTarget(context: CallContext, id: string, priceId: string): Promise<Target> {
  const license = found(await licenseOfSubscription(context.app.db, scopeOf(context), id));
  return targetOf(context, license, await priceToBuy(context, priceId));
}

type Upgrade = { subscription_id: string; price_id: string; plan_type: string };

/**
 * Changes the plan of a subscription. Repeated with the same price it changes nothing more.
 * @throws PanelError as for `showProration`; PAYMENT_DECLINED, VALIDATION for a price of another plan
 */
export async function changePlanOf(context: CallContext, input: Upgrade): Promise<License> {
  const payments = await paymentsOf(context);
  const target = await chosenTarget(context, input.subscription_id, input.price_id);
  if (LICENSE_PRODUCTS[target.price.product].plan !== input.plan_type)
    throw new PanelError('VALIDATION', {}, { fields: { price_id: 'This price belongs to another plan.' } });
  checkTarget(target);
  return change(context, payments, target);
}

/**
 * Makes the change that was previewed, at exactly its price, and answers with the invoice of it. The provider calculates the same moment
 * again: if the result differs, or the preview is too old, nothing is changed.
 * @throws PanelError as for `showProration`; PAYMENT_DECLINED, PRORATION_CHANGED
 */
export async function invoiceUpgrade(
  context: CallContext,
  { proration: seen }: UpgradeInvoiceInput,
): Promise<InvoiceRow> {
  const payments = await paymentsOf(context);
  const target = await chosenTarget(context, seen.subscription_id, seen.price_id);
  checkTarget(target);
  const subscription = await running(context, payments, target.license);
  const at = seen.proration_date;
  const now = seconds(context.app.clock.now());
  if (at > now || at < now - PRORATION_VALID_SECONDS || at < seconds(subscription.periodStart))
    throw new PanelError('PRORATION_CHANGED');
  const providerPrice = await priceAt(context, payments, target.price);
  if (subscription.priceId !== providerPrice) {
    const dropDiscount = dropsDiscount(target);
    const { amountDue, currency } = await payments.preview(subscription, { providerPrice, at, dropDiscount });
    if (amountDue !== seen.amount_due || currency !== seen.currency) throw new PanelError('PRORATION_CHANGED');
  }
  await change(context, payments, { ...target, at });
  const [newest] = await payments.invoices(subscription.id);
  return found(await invoiceByProvider(context.app.db, scopeOf(context), found(newest).id));
}

/** What an application's license becomes with a database, and without it. The smallest license has no variant with one. */
const DATABASE_PRODUCT = { with: 'app_fullstack_db', without: 'app_fullstack' } as const;

/**
 * Adds a database to the bought license of an application, or takes it out: the license becomes that of a full-stack application with or
 * without a database, at the same interval, and the difference is charged. A plan that already fits is left unchanged.
 * @throws PanelError NOT_FOUND for the application; LICENSE_NOT_VALID without a bought license; as for `showProration`; PAYMENT_DECLINED
 */
export async function setDatabase(context: CallContext, id: string, wanted: boolean): Promise<License> {
  const payments = await paymentsOf(context);
  const { db } = context.app;
  const { licenseKey } = found(await appOf(db, scopeOf(context), id));
  const license = licenseKey === null ? undefined : await licenseOf(db, licenseKey);
  if (!license?.subscriptionId || license.customerId !== signedIn(context).id)
    throw new PanelError('LICENSE_NOT_VALID');
  if ((license.product === DATABASE_PRODUCT.with) === wanted) return shown(context, license);
  const product = wanted ? DATABASE_PRODUCT.with : DATABASE_PRODUCT.without;
  const target = await targetOf(context, license, await priceAtSameInterval(context, license, product));
  checkTarget(target);
  return change(context, payments, target);
}
