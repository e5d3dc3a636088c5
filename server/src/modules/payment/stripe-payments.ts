import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import type { PaymentSettings } from '../../config/payments.ts';
import type { KeyRefused } from '../../context/payment-accounts.ts';
import type { PaymentPort, ProviderCheckout, ProviderEvent, ProviderSubscription } from '../../context/payment-port.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { Turns } from '../../lib/turns.ts';
import { cardFormAt } from './stripe-address.ts';
import { asked, date, idOf, known, orNull } from './stripe-answers.ts';
import { stripeBilling } from './stripe-billing.ts';
import { stripeCards } from './stripe-cards.ts';
import { stripeClient } from './stripe-client.ts';
import { stripeInvoices } from './stripe-invoices.ts';
import { stripeRefunds } from './stripe-refunds.ts';

const LIST_MAX = 100;
const WITH_SECRET = ['latest_invoice.confirmation_secret', 'pending_setup_intent', 'customer'];

const SUBSCRIPTION_STATUSES = [
  ...(['incomplete', 'incomplete_expired', 'trialing', 'active'] as const),
  ...(['past_due', 'canceled', 'unpaid', 'paused'] as const),
];

/** Whether a card would pay it, in the provider's order. */
const hasCard = ({ default_payment_method: own, default_source: source, customer }: Stripe.Subscription): boolean =>
  (own ?? source) !== null ||
  (typeof customer === 'object' &&
    !customer.deleted &&
    (customer.invoice_settings.default_payment_method ?? customer.default_source) !== null);

/** The secret with which the card of a trial is confirmed; null once that cannot be done any more. */
const setupSecret = ({ pending_setup_intent: intent }: Stripe.Subscription): string | null =>
  typeof intent === 'object' && intent !== null && intent.status !== 'succeeded' && intent.status !== 'canceled'
    ? intent.client_secret
    : null;

function mapped(found: Stripe.Subscription): ProviderSubscription {
  const item = found.items.data[0];
  if (!item) throw new PanelError('PAYMENT_UNAVAILABLE');
  const waitsForCard = found.status === 'trialing' && !hasCard(found);
  const paymentSecret = () => invoice?.confirmation_secret?.client_secret ?? null;
  const invoice = typeof found.latest_invoice === 'object' ? found.latest_invoice : null;
  return {
    id: found.id,
    customerId: idOf(found.customer),
    status: known(SUBSCRIPTION_STATUSES, found.status),
    priceId: item.price.id,
    itemId: item.id,
    quantity: item.quantity ?? 1,
    periodStart: date(item.current_period_start),
    periodEnd: date(item.current_period_end),
    cancelAtPeriodEnd: found.cancel_at_period_end,
    endedAt: found.ended_at === null ? null : date(found.ended_at),
    trialEnd: found.trial_end === null ? null : date(found.trial_end),
    waitsForCard,
    discounted: found.discounts.length > 0,
    purchaseId: found.metadata['purchase'],
    clientSecret: waitsForCard ? setupSecret(found) : found.status === 'incomplete' ? paymentSecret() : null,
    hostedUrl: found.status === 'incomplete' ? (invoice?.hosted_invoice_url ?? null) : null,
  };
}

const mappedCheckout = (found: Stripe.Checkout.Session): ProviderCheckout => ({
  id: found.id,
  status: known(['open', 'complete', 'expired'], found.status ?? 'expired'),
  url: found.url,
  subscriptionId: found.subscription === null ? null : idOf(found.subscription),
});

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
/** A trial that nobody gives a card for ends by itself, and nothing is charged. */
const trialOf = (days: number) =>
  days === 0
    ? {}
    : {
        trial_period_days: days,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      };
const discounts = (coupon: string | null) => (coupon === null ? {} : { discounts: [{ coupon }] });

/** What an event is about: a subscription, by itself or by its invoice, or a payment that goes back. */
function subjectOf({ type, data: { object } }: Stripe.Event): ProviderEvent {
  if (object.object === 'refund' || (object.object === 'charge' && type === 'charge.refunded'))
    return object.payment_intent === null ? null : { refundedPayment: idOf(object.payment_intent) };
  if (object.object === 'subscription') return { subscriptionId: object.id, purchaseId: object.metadata['purchase'] };
  const details = object.object === 'invoice' ? object.parent?.subscription_details : undefined;
  return details ? { subscriptionId: idOf(details.subscription), purchaseId: details.metadata?.['purchase'] } : null;
}

/** The account of a partner; `refused` is called whenever the provider refuses its key. */
type OwnAccount = { account: string; refused(problem: KeyRefused['problem']): void };

/** The payment provider by Stripe's own client, at Stripe or at a processor that speaks its API. `turns`: of all processes. */
export function createStripePayments(settings: PaymentSettings, turns: Turns, own?: OwnAccount): PaymentPort {
  const stripe = stripeClient(settings);
  if (own)
    stripe.on('response', ({ status }: { status: number }) => {
      if (status === 401) own.refused('key_refused');
      if (status === 403) own.refused('permission_missing');
    });
  const items = (subscription: ProviderSubscription, price: string) => [
    { id: subscription.itemId, price, quantity: subscription.quantity },
  ];
  /** Ends a trial that nobody has. The card form decides: a card that is confirmed meanwhile cannot be refused, and the trial goes on. */
  const endTrial = async (found: Stripe.Subscription): Promise<void> => {
    const { pending_setup_intent: intent } = found;
    if (hasCard(found)) return;
    try {
      if (setupSecret(found) !== null && intent !== null) await stripe.setupIntents.cancel(idOf(intent));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) await asked(Promise.reject(error as Error));
    }
    // Another request may have been first: what the trial is now decides.
    const left = await orNull(stripe.subscriptions.retrieve(found.id, { expand: WITH_SECRET.slice(1) }));
    if (left?.status === 'trialing' && !hasCard(left) && setupSecret(left) === null)
      await orNull(stripe.subscriptions.cancel(found.id));
  };
  return {
    account: own?.account ?? null,
    publishableKey: settings.publishableKey,
    isTest: settings.secretKey.includes('_test_'),
    cardForm: cardFormAt(settings.apiBase),
    async createCustomer({ id, email, name }) {
      const made = await asked(
        stripe.customers.create({ email, name, metadata: { user: id } }, { idempotencyKey: `customer-${id}` }),
      );
      return made.id;
    },
    async createPrice({ priceId, name, currency, amount, interval }) {
      const made = await asked(
        stripe.prices.create(
          {
            currency,
            unit_amount: amount,
            recurring: { interval },
            product_data: { name },
            metadata: { price: priceId },
          },
          // The partner can change the name between two attempts, and a key goes with one content.
          { idempotencyKey: `price-${priceId}-${shortHash(name)}` },
        ),
      );
      return made.id;
    },
    async createCoupon({ couponId, code, percent, amount, currency, duration, months }) {
      const made = await asked(
        stripe.coupons.create(
          {
            name: code,
            duration,
            ...(duration === 'repeating' && months !== null && { duration_in_months: months }),
            ...(percent !== null && { percent_off: percent }),
            ...(amount !== null && currency !== null && { amount_off: amount, currency }),
            metadata: { coupon: couponId },
          },
          { idempotencyKey: `coupon-${couponId}` },
        ),
      );
      return made.id;
    },
    async startSubscription({ purchaseId, customerId, providerPrice, quantity, providerCoupon, trialDays }) {
      const made = await asked(
        stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price: providerPrice, quantity }],
            ...discounts(providerCoupon),
            ...trialOf(trialDays),
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            metadata: { purchase: purchaseId },
            expand: WITH_SECRET,
          },
          { idempotencyKey: `purchase-${purchaseId}` },
        ),
      );
      return mapped(made);
    },
    async startCheckout({ purchaseId, customerId, providerPrice, quantity, providerCoupon, ...given }) {
      const { successUrl, cancelUrl, after, trialDays } = given;
      const wanted = shortHash(`${successUrl} ${cancelUrl}`);
      const made = await asked(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: purchaseId,
            line_items: [{ price: providerPrice, quantity }],
            ...discounts(providerCoupon),
            subscription_data: { metadata: { purchase: purchaseId }, ...trialOf(trialDays) },
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey: `checkout-${purchaseId}-${after ?? 'first'}-${wanted}` },
        ),
      );
      return mappedCheckout(made);
    },
    async checkout(id) {
      const found = await orNull(stripe.checkout.sessions.retrieve(id));
      return found && mappedCheckout(found);
    },
    async endCheckout(id) {
      const found = await orNull(stripe.checkout.sessions.retrieve(id));
      if (found?.status !== 'open') return found && mappedCheckout(found);
      try {
        return mappedCheckout(await stripe.checkout.sessions.expire(id));
      } catch (error) {
        // It was paid or has expired since: what it is now decides.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) await asked(Promise.reject(error as Error));
        return mappedCheckout(await asked(stripe.checkout.sessions.retrieve(id)));
      }
    },
    async subscription(id) {
      const found = await orNull(stripe.subscriptions.retrieve(id, { expand: WITH_SECRET }));
      return found && mapped(found);
    },
    async subscriptionOf(customer, purchaseId) {
      const list = await asked(
        stripe.subscriptions.list({
          ...{ customer, status: 'all', limit: LIST_MAX },
          expand: WITH_SECRET.slice(1).map((path) => `data.${path}`),
        }),
      );
      const found = list.data.find(({ metadata }) => metadata['purchase'] === purchaseId);
      return found ? mapped(found) : null;
    },
    async endNow(id) {
      await orNull(stripe.subscriptions.cancel(id));
    },
    async endUnpaid(id) {
      const found = await orNull(
        stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', ...WITH_SECRET.slice(1)] }),
      );
      if (found?.status === 'trialing') return endTrial(found);
      const invoice = typeof found?.latest_invoice === 'object' ? found.latest_invoice : null;
      if (found?.status !== 'incomplete' || !invoice) return;
      try {
        // The invoice decides: one that is paid meanwhile cannot be voided, and its subscription goes on.
        await stripe.invoices.voidInvoice(invoice.id);
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) await asked(Promise.reject(error as Error));
      }
      // Another request may have been first: what the invoice is now decides.
      const left = await orNull(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));
      const last = typeof left?.latest_invoice === 'object' ? left.latest_invoice : null;
      if (left?.status === 'incomplete' && last?.status === 'void') await orNull(stripe.subscriptions.cancel(id));
    },
    async preview(subscription, { providerPrice, at, dropDiscount }) {
      const found = await asked(
        stripe.invoices.createPreview({
          subscription: subscription.id,
          ...(dropDiscount && { discounts: '' }),
          subscription_details: {
            items: items(subscription, providerPrice),
            proration_behavior: 'always_invoice',
            ...(at !== undefined && { proration_date: at }),
          },
        }),
      );
      const lines = found.lines.data.map(({ description, amount }) => ({ description: description ?? '', amount }));
      return { amountDue: found.total < 0 ? found.total : found.amount_due, currency: found.currency, lines };
    },
    async changePrice(subscription, { providerPrice, at, dropDiscount }) {
      await asked(
        stripe.subscriptions.update(subscription.id, {
          items: items(subscription, providerPrice),
          ...(dropDiscount && { discounts: '' }),
          proration_behavior: 'always_invoice',
          ...(at !== undefined && { proration_date: at }),
          payment_behavior: 'error_if_incomplete',
        }),
      );
    },
    ...stripeBilling(stripe),
    ...stripeCards(stripe, turns),
    ...stripeInvoices(stripe),
    ...stripeRefunds(stripe),
    readEvent(body, signature) {
      if (settings.webhookSecret === undefined) return undefined;
      try {
        return subjectOf(stripe.webhooks.constructEvent(body, signature, settings.webhookSecret));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return undefined;
        throw error;
      }
    },
  };
}
