import type { CheckoutInput } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import type { PaymentPort } from '../../context/payment-port.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { partnerOfHost } from '../partner/partner.repo.ts';
import { findWorkload } from '../site/find-site.ts';
import { priceToBuy } from './catalog.service.ts';
import { couponAt } from './coupon.service.ts';
import { customerAt, differs, endOrder, isAccountOf, orderOf, paymentsOf, priceAt } from './buy.service.ts';
import { takeCurrency } from './currency.service.ts';
import type { PriceRow } from './price.repo.ts';
import { findPurchase, openPurchase, recordCheckout, type PurchaseRow } from './purchase.repo.ts';
import { reconcile } from './reconcile.ts';
import { trialsOf } from './trial.service.ts';

/**
 * Where the provider's page leads back to: an address of this partner alone, so that nobody is sent elsewhere after paying.
 * @throws PanelError TENANT_MISMATCH
 */
async function panelAddress({ app, partner }: CallContext, link: string | null | undefined): Promise<string> {
  if (!link) return addressOf(app.config, partner.domain);
  const { hostname, protocol } = new URL(link);
  const owner = protocol.startsWith('http') ? await partnerOfHost(app.db, hostname) : null;
  if (owner?.id !== partner.id) throw new PanelError('TENANT_MISMATCH');
  return addressOf(app.config, hostname);
}

/** The page that the purchase is paid at; null if it is paid, or was ended, since it was read. */
async function pageOf(
  context: CallContext,
  payments: PaymentPort,
  { row, price, back, purpose }: { row: PurchaseRow; price: PriceRow; back: string; purpose: string },
): Promise<string | null> {
  const { db } = context.app;
  if (row.subscriptionId !== null) {
    const subscription = await payments.subscription(row.subscriptionId);
    // The card of a trial has a form, and no page of an invoice: that order makes way for one with a page.
    if (subscription?.waitsForCard) await endOrder(context, row);
    return subscription?.status === 'incomplete' ? subscription.hostedUrl : null;
  }
  const known = row.checkoutSession === null ? null : await payments.checkout(row.checkoutSession);
  if (known && known.status !== 'expired') return known.url;
  const made = await payments.startCheckout({
    ...{ purchaseId: row.id, customerId: await customerAt(context, payments), quantity: row.quantity },
    trialDays: row.trialDays,
    providerPrice: await priceAt(context, payments, price),
    providerCoupon: await couponAt(context, payments, row.couponId),
    successUrl: `${back}/success/checkout/${row.id}${purpose}`,
    cancelUrl: `${back}/my-account/plans`,
    after: row.checkoutSession,
  });
  if (await recordCheckout(db, row.id, made.id, row.checkoutSession)) return made.url;
  // Another request was first: its page, or its card form, is where this order is paid.
  const now = await findPurchase(db, scopeOf(context), row.id);
  if (now?.checkoutSession === made.id) return made.url;
  await payments.endCheckout(made.id);
  return null;
}

/**
 * Starts a purchase at the provider's own page, or goes on with the open one of the same price, wherever it began: an order that waits in
 * the card form is paid at the page of its invoice. `id` and `domain` are what the license is for: the page after the payment goes on with
 * them, and nothing is assigned before.
 * @throws PanelError PAYMENT_OFF, PAYMENT_UNAVAILABLE, TENANT_MISMATCH, PLAN_NOT_OFFERED,
 *   CURRENCY_FIXED, NOT_FOUND for a price of another partner or a site of others
 */
export async function startCheckout(
  context: CallContext,
  { priceId, id, domain, partnerLink }: CheckoutInput,
): Promise<{ id: string; url: string | null }> {
  const { app, partner, request } = context;
  await paymentsOf(context);
  const price = await priceToBuy(context, priceId);
  if (id) await findWorkload(context, { id });
  const back = await panelAddress(context, partnerLink);
  const purpose = id && domain ? `?${new URLSearchParams({ site: id, domain })}` : '';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const trialDays = (await trialsOf(context, app.db))(price.product);
    const payments = await paymentsOf(context);
    const { account } = payments;
    const wanted = orderOf(context, { price, quantity: 1, trialDays, account });
    const { row, other } = await app.db.transaction(async (tx) => {
      const inOther = await takeCurrency(tx, wanted, app.clock.now());
      if (!inOther && !(await isAccountOf(context, tx, account))) return { row: undefined, other: undefined };
      return { row: inOther ?? (await openPurchase(tx, wanted)), other: inOther };
    });
    if (!row) continue;
    // One with a coupon is the same order here: the page asks for what was ordered.
    if (other || differs(row, { ...wanted, couponId: row.couponId })) {
      await endOrder(context, row);
      continue;
    }
    const url = await pageOf(context, payments, { row, price, back, purpose });
    if (url !== null) {
      const who = { partnerId: partner.id, userId: signedIn(context).id, request };
      await audit(app.db, 'payment.checkout', who, {
        purchaseId: row.id,
        amount: row.amount - row.discount,
        currency: row.currency,
      });
      return { id: row.id, url };
    }
    // It was paid in another tab, or it is over and a new one takes its place.
    await reconcile(app, payments, row);
    const now = found(await findPurchase(app.db, scopeOf(context), row.id));
    if (now.status === 'paid') return { id: row.id, url: null };
  }
  throw new PanelError('PAYMENT_UNAVAILABLE');
}
