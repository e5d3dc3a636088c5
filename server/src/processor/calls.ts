import { ACCOUNT_CALLS } from './account-calls.ts';
import { list, need, newest, whole, type ProcessorCall, type Route } from './call.ts';
import { CARD_CALLS } from './card-calls.ts';
import { keepCard, confirmIntent, typedCard } from './charge.ts';
import { expireCheckout, openCheckout, paidFor } from './checkouts.ts';
import { COUPON_CALLS } from './coupon-calls.ts';
import { chargeable } from './currencies.ts';
import { cardOf } from './customer-card.ts';
import { CUSTOMER_CALLS } from './customers.ts';
import { intentOf } from './invoices.ts';
import { find, type Ledger, type Trial } from './ledger.ts';
import { newPrice, newProduct, type Interval } from './objects.ts';
import { fieldsOf, flat, listOf, textOf, type FormFields } from './parse-form.ts';
import { invalid, missing, ProcessorError } from './processor-error.ts';
import { REFUND_CALLS } from './refunds.ts';
import { MISSING_CARD, type Subscription } from './subscription-objects.ts';
import { cancelAtEnd, cancelNow, changePrice, itemOf, previewChange, subscribe, voidFirst } from './subscriptions.ts';

/** The longest trial of Stripe: two years. */
const TRIAL_DAYS_MAX = 730;

/** What of a subscription is answered whole instead of by its id: the expansions that the panel asks for; those of a list begin with `data.`. */
function expanded(ledger: Ledger, subscription: Subscription, fields: FormFields): object {
  const wanted = listOf(fields, 'expand').map((path) => String(path).replace(/^data\./, ''));
  const { customer, pending_setup_intent: setup } = subscription;
  return {
    ...subscription,
    ...withInvoice(ledger, subscription, wanted),
    ...(wanted.includes('customer') && { customer: find(ledger, 'customer', customer) }),
    ...(wanted.includes('pending_setup_intent') &&
      setup !== null && { pending_setup_intent: find(ledger, 'setup_intent', setup) }),
  };
}

function withInvoice(ledger: Ledger, subscription: Subscription, wanted: readonly string[]): object {
  if (!wanted.some((path) => path.startsWith('latest_invoice'))) return {};
  const invoice = subscription.latest_invoice === null ? null : find(ledger, 'invoice', subscription.latest_invoice);
  if (invoice === null) return {};
  const intent = intentOf(ledger, invoice.id);
  const secret = intent && { client_secret: intent.client_secret, type: 'payment_intent' };
  const hosted = intent ? ledger.formOf(intent.client_secret) : null;
  const withSecret = wanted.includes('latest_invoice.confirmation_secret');
  return {
    latest_invoice: {
      ...invoice,
      hosted_invoice_url: hosted,
      ...(withSecret ? { confirmation_secret: secret ?? null } : {}),
    },
  };
}

/** What a request changes; `details` has the item, and an empty text for the discounts takes them away. */
function itemChange(ledger: Ledger, subscription: Subscription, fields: FormFields, details = fields) {
  const items = itemsOf(details);
  const at = textOf(details, 'proration_date');
  const [given] = items;
  const item = itemOf(subscription);
  if (!given || textOf(given, 'id') !== item.id) throw invalid('The item is not of this subscription.', 'items');
  const price = find(ledger, 'price', need(given, 'price'));
  if (price.currency !== subscription.currency)
    throw invalid(`The price must have the currency ${subscription.currency} of the subscription.`, 'items[0][price]');
  const quantity = textOf(given, 'quantity');
  return {
    price,
    quantity: quantity === undefined ? item.quantity : whole(quantity, 'items[0][quantity]', 1),
    at: at === undefined ? ledger.now() : whole(at, 'proration_date', 1_000_000, 99_999_999_999),
    dropDiscount: textOf(fields, 'discounts') === '',
  };
}

const itemsOf = (fields: FormFields): FormFields[] =>
  listOf(fields, 'items').filter((item): item is FormFields => typeof item === 'object');

function updateSubscription({ ledger, fields, id }: ProcessorCall): object {
  const subscription = find(ledger, 'subscription', id);
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.', 'id');
  if (itemsOf(fields).length > 0) changePrice(ledger, subscription, itemChange(ledger, subscription, fields));
  const card = textOf(fields, 'default_payment_method');
  if (card !== undefined) {
    subscription.default_payment_method = cardOf(ledger, subscription.customer, card).id;
    ledger.emit('customer.subscription.updated', subscription);
  }
  const cancel = textOf(fields, 'cancel_at_period_end');
  if (cancel !== undefined) cancelAtEnd(ledger, subscription, cancel === 'true');
  return expanded(ledger, subscription, fields);
}

/** The trial of `trial_period_days`; null without one. */
function trialOf(fields: FormFields): Trial | null {
  const days = textOf(fields, 'trial_period_days');
  if (days === undefined) return null;
  const ending = fieldsOf(fieldsOf(fields, 'trial_settings'), 'end_behavior');
  const given = textOf(ending, 'missing_payment_method') ?? 'create_invoice';
  const missingCard = MISSING_CARD.find((one) => one === given);
  if (!missingCard)
    throw invalid(`Invalid missing_payment_method: ${given}`, 'trial_settings[end_behavior][missing_payment_method]');
  return { days: whole(days, 'trial_period_days', 1, TRIAL_DAYS_MAX), missingCard };
}

/** The coupon of `discounts[0][coupon]`. */
function couponOf(fields: FormFields): string | null {
  const [discount] = listOf(fields, 'discounts');
  return typeof discount === 'object' ? need(discount, 'coupon') : null;
}

/** The intent of a public request, which proves itself with its secret. */
function intentFor({ ledger, fields, id, isPublic }: ProcessorCall) {
  const intent = find(ledger, 'payment_intent', id);
  if (isPublic && textOf(fields, 'client_secret') !== intent.client_secret) throw missing('payment_intent', id);
  return intent;
}

/** The part of Stripe's API that the panel uses, and what its card form needs. */
export const CALLS: readonly Route[] = [
  ...ACCOUNT_CALLS,
  ...CUSTOMER_CALLS,
  ...CARD_CALLS,
  ...REFUND_CALLS,
  ...COUPON_CALLS,
  {
    method: 'POST',
    path: /^\/v1\/products$/,
    handle({ ledger, fields }) {
      const metadata = flat(fieldsOf(fields, 'metadata'));
      const product = newProduct({ name: need(fields, 'name'), metadata }, ledger.now());
      ledger.books.product[product.id] = product;
      return product;
    },
  },
  { method: 'GET', path: /^\/v1\/products\/(\w+)$/, handle: ({ ledger, id }) => find(ledger, 'product', id) },
  {
    method: 'POST',
    path: /^\/v1\/prices$/,
    handle({ ledger, fields }) {
      const interval = textOf(fieldsOf(fields, 'recurring'), 'interval');
      if (interval !== 'month' && interval !== 'year') throw invalid('Invalid interval.', 'recurring[interval]');
      const name = textOf(fieldsOf(fields, 'product_data'), 'name');
      let product = textOf(fields, 'product');
      if (name !== undefined) {
        const made = newProduct({ name, metadata: {} }, ledger.now());
        ledger.books.product[made.id] = made;
        product = made.id;
      }
      const price = newPrice(
        {
          product: find(ledger, 'product', product ?? '').id,
          currency: need(fields, 'currency'),
          amount: chargeable(
            whole(textOf(fields, 'unit_amount'), 'unit_amount', 0),
            need(fields, 'currency'),
            'unit_amount',
          ),
          interval: interval satisfies Interval,
          metadata: flat(fieldsOf(fields, 'metadata')),
          lookupKey: textOf(fields, 'lookup_key') ?? null,
        },
        ledger.now(),
      );
      ledger.books.price[price.id] = price;
      return price;
    },
  },
  { method: 'GET', path: /^\/v1\/prices\/(\w+)$/, handle: ({ ledger, id }) => find(ledger, 'price', id) },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    handle({ ledger, fields }) {
      const [item] = itemsOf(fields);
      if (!item) throw invalid('Missing required param: items.', 'items');
      if (textOf(fields, 'payment_behavior') !== 'default_incomplete')
        throw invalid('This processor starts subscriptions as default_incomplete alone.', 'payment_behavior');
      const subscription = subscribe(ledger, {
        customer: need(fields, 'customer'),
        price: need(item, 'price'),
        quantity: whole(textOf(item, 'quantity') ?? '1', 'items[0][quantity]', 1),
        coupon: couponOf(fields),
        trial: trialOf(fields),
        metadata: flat(fieldsOf(fields, 'metadata')),
      });
      return expanded(ledger, subscription, fields);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    handle({ ledger, fields }) {
      const customer = textOf(fields, 'customer');
      const rows = Object.values(ledger.books.subscription).filter((row) => !customer || row.customer === customer);
      const data = newest(rows, fields).map((row) => expanded(ledger, row, fields));
      return list(data, '/v1/subscriptions');
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    handle: ({ ledger, fields, id }) => expanded(ledger, find(ledger, 'subscription', id), fields),
  },
  { method: 'POST', path: /^\/v1\/subscriptions\/(\w+)$/, handle: updateSubscription },
  {
    method: 'DELETE',
    path: /^\/v1\/subscriptions\/(\w+)$/,
    handle({ ledger, id }) {
      const subscription = find(ledger, 'subscription', id);
      cancelNow(ledger, subscription);
      return subscription;
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    handle({ ledger, fields }) {
      const [item] = listOf(fields, 'line_items').filter((one): one is FormFields => typeof one === 'object');
      if (!item) throw invalid('Missing required param: line_items.', 'line_items');
      if (textOf(fields, 'mode') !== 'subscription')
        throw invalid('This processor has pages for subscriptions alone.', 'mode');
      return openCheckout(ledger, {
        customer: need(fields, 'customer'),
        price: need(item, 'price'),
        quantity: whole(textOf(item, 'quantity') ?? '1', 'line_items[0][quantity]', 1),
        coupon: couponOf(fields),
        trial: trialOf(fieldsOf(fields, 'subscription_data')),
        metadata: flat(fieldsOf(fieldsOf(fields, 'subscription_data'), 'metadata')),
        reference: textOf(fields, 'client_reference_id') ?? null,
        successUrl: need(fields, 'success_url'),
        cancelUrl: need(fields, 'cancel_url'),
      });
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    handle: ({ ledger, id }) => find(ledger, 'checkout_session', id),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    handle: ({ ledger, id }) => expireCheckout(ledger, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    handle({ ledger, fields }) {
      const subscription = find(ledger, 'subscription', need(fields, 'subscription'));
      const details = fieldsOf(fields, 'subscription_details');
      const change = itemChange(ledger, subscription, fields, details);
      return previewChange(ledger, subscription, change);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    handle({ ledger, fields }) {
      const [customer, subscription] = [textOf(fields, 'customer'), textOf(fields, 'subscription')];
      const rows = Object.values(ledger.books.invoice).filter(
        (row) =>
          (!customer || row.customer === customer) &&
          (!subscription || row.parent.subscription_details.subscription === subscription),
      );
      return list(newest(rows, fields), '/v1/invoices');
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices\/(\w+)\/lines$/,
    handle: ({ ledger, id }) => find(ledger, 'invoice', id).lines,
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/(\w+)\/void$/,
    handle: ({ ledger, id }) => voidFirst(ledger, find(ledger, 'invoice', id)),
  },
  { method: 'GET', path: /^\/v1\/invoices\/(\w+)$/, handle: ({ ledger, id }) => find(ledger, 'invoice', id) },
  { method: 'GET', path: /^\/v1\/payment_intents\/(\w+)$/, isPublic: true, handle: (call) => intentFor(call) },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    isPublic: true,
    handle(call) {
      const { ledger, fields } = call;
      const intent = intentFor(call);
      try {
        const method = keepCard(ledger, typedCard(fields));
        return confirmIntent(ledger, intent.id, method.id, (paid) => paidFor(ledger, paid));
      } catch (error) {
        if (error instanceof ProcessorError && error.status === 402)
          throw new ProcessorError(402, {
            ...(error.body as { type: string; message: string }),
            payment_intent: intent,
          });
        throw error;
      }
    },
  },
];
