import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startProcessor, type Processor } from '../../src/processor/processor.ts';
import { KEYS } from './payment-support.ts';

/** Stripe's own examples of these objects (stripe/openapi, fixtures, MIT). */
const examples = JSON.parse(readFileSync(path.join(import.meta.dirname, 'stripe-fixtures.json'), 'utf8')) as Record<
  string,
  Record<string, unknown>
>;

let processor: Processor;
let time = Date.now();
before(async () => {
  processor = await startProcessor({ keys: KEYS, webhookUrl: null, now: () => time });
});
after(() => processor.close());

type Answer = Record<string, unknown> & { id: string };

async function ask(
  method: string,
  to: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${processor.address}${to}`, {
    method,
    headers: { authorization: `Bearer ${KEYS.secret}`, ...headers },
    ...(method === 'POST' ? { body: new URLSearchParams(form) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}
const made = async (to: string, form: Record<string, string>): Promise<Answer> => {
  const { status, body } = await ask('POST', to, form);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** What an object of the processor has otherwise than Stripe's example of it. Null stands for anything: it is "none yet". */
function differences(name: string, own: Record<string, unknown>, example: Record<string, unknown>): string[] {
  const missing = Object.keys(example).filter((key) => !(key in own));
  const more = Object.keys(own).filter((key) => !(key in example));
  const other = Object.keys(example).filter((key) => {
    const [mine, theirs] = [typeOf(own[key]), typeOf(example[key])];
    return key in own && mine !== theirs && mine !== 'null' && theirs !== 'null';
  });
  return [
    ...missing.map((key) => `${name} lacks ${key}`),
    ...more.map((key) => `${name} has ${key}`),
    ...other.map((key) => `${name}.${key} is ${typeOf(own[key])}`),
  ];
}

async function subscribed() {
  const customer = await made('/v1/customers', { email: 'buyer@example.com' });
  const price = await made('/v1/prices', {
    ...{ currency: 'usd', unit_amount: '1000', 'recurring[interval]': 'month', 'product_data[name]': 'Site Basic' },
  });
  const subscription = await made('/v1/subscriptions', {
    customer: customer.id,
    'items[0][price]': price.id,
    payment_behavior: 'default_incomplete',
  });
  return { customer, price, subscription };
}

test('every object has the keys and types of Stripe’s own example', async () => {
  const { customer, price, subscription } = await subscribed();
  const { books } = processor.ledger;
  const intent = Object.values(books.payment_intent).at(-1);
  const confirmed = await made(`/v1/payment_intents/${intent?.id}/confirm`, {
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2040',
    'payment_method_data[card][cvc]': '123',
  });
  const taxId = await made(`/v1/customers/${customer.id}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' });
  const setup = await made('/v1/setup_intents', { customer: customer.id });
  const session = await made('/v1/checkout/sessions', {
    ...{ mode: 'subscription', customer: customer.id, 'line_items[0][price]': price.id },
    ...{ success_url: 'https://panel.example/yes', cancel_url: 'https://panel.example/no' },
  });
  const coupon = await made('/v1/coupons', { percent_off: '25', duration: 'forever', name: 'SPRING' });
  const cheaper = await made('/v1/subscriptions', {
    ...{ customer: customer.id, 'items[0][price]': price.id, payment_behavior: 'default_incomplete' },
    'discounts[0][coupon]': coupon.id,
  });
  const cheaperInvoice = (await ask('GET', `/v1/invoices/${String(cheaper['latest_invoice'])}`)).body;
  const [discount] = Object.values(books.discount);
  assert.deepEqual(
    [
      cheaper['discounts'],
      cheaperInvoice['subtotal'],
      cheaperInvoice['total'],
      cheaperInvoice['total_discount_amounts'],
    ],
    [[discount?.id], 1000, 750, [{ discount: discount?.id, amount: 250 }]],
  );
  const refund = await made('/v1/refunds', { payment_intent: confirmed.id, amount: '100' });
  const payments = await ask('GET', `/v1/invoice_payments?invoice=${String(subscription['latest_invoice'])}`);
  const [payment] = payments.body['data'] as Record<string, unknown>[];
  const endpoint = await made('/v1/webhook_endpoints', {
    ...{ url: 'https://panel.example/hook', 'enabled_events[0]': 'invoice.paid' },
  });
  const objects: Record<string, Record<string, unknown> | undefined> = {
    customer,
    coupon,
    discount,
    price,
    product: (await ask('GET', `/v1/products/${String(price['product'])}`)).body,
    subscription: (await ask('GET', `/v1/subscriptions/${subscription.id}`)).body,
    payment_intent: confirmed,
    setup_intent: setup,
    tax_id: taxId,
    refund,
    charge: (await ask('GET', `/v1/charges/${String(refund['charge'])}`)).body,
    invoice_payment: payment,
    payment_method: Object.values(books.payment_method).at(-1),
    invoice: Object.values(books.invoice).at(-1),
    event: books.pending.at(-1),
    'checkout.session': session,
    account: (await ask('GET', '/v1/account')).body,
    country_spec: (await ask('GET', '/v1/country_specs/US')).body,
    webhook_endpoint: (await ask('GET', `/v1/webhook_endpoints/${endpoint.id}`)).body,
  };
  const found = Object.entries(objects).flatMap(([name, own]) => {
    const example = examples[name];
    assert.ok(own && example, name);
    return differences(name, own, example);
  });
  assert.deepEqual(found, []);
  assert.equal(confirmed['status'], 'succeeded');
});

const CARD = {
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2040',
  'payment_method_data[card][cvc]': '123',
};
const SETUP = 'expand[0]=pending_setup_intent&expand[1]=latest_invoice&expand[2]=customer';

/** A trial of 14 days, with what belongs to it. */
async function onTrial() {
  const { customer, price } = await subscribed();
  const { id } = await made('/v1/subscriptions', {
    ...{ customer: customer.id, 'items[0][price]': price.id, payment_behavior: 'default_incomplete' },
    ...{ trial_period_days: '14', 'trial_settings[end_behavior][missing_payment_method]': 'cancel' },
  });
  const whole = (await ask('GET', `/v1/subscriptions/${id}?${SETUP}`)).body;
  const setup = whole['pending_setup_intent'] as Answer;
  const invoice = whole['latest_invoice'] as Answer;
  return { id, setup, invoice, subscription: (await ask('GET', `/v1/subscriptions/${id}`)).body };
}
const passDays = (days: number): string[] => {
  processor.ledger.books.pending.length = 0;
  time += days * 86_400_000;
  processor.passTime();
  return processor.ledger.books.pending.map(({ type }) => type);
};
const stateOf = async (id: string) => (await ask('GET', `/v1/subscriptions/${id}`)).body['status'];

test('a trial has Stripe’s fields, a free invoice and an intent for its card, and is announced, charged or ended with time', async () => {
  const { id, setup, invoice, subscription } = await onTrial();
  for (const [name, own] of Object.entries({ subscription, setup_intent: setup, invoice }))
    assert.deepEqual(differences(name, own, examples[name] ?? {}), []);
  const now = Math.floor(time / 1000);
  const { status, trial_start: start, trial_end: end, billing_cycle_anchor: anchor } = subscription;
  assert.deepEqual([status, start, end, anchor], ['trialing', now, now + 14 * 86_400, now + 14 * 86_400]);
  assert.deepEqual([invoice['status'], invoice['total'], setup['status']], ['paid', 0, 'requires_payment_method']);
  assert.equal(subscription['pending_setup_intent'], setup.id);
  const other = await onTrial();
  const forgotten = await onTrial();
  assert.equal((await made(`/v1/setup_intents/${setup.id}/confirm`, CARD))['status'], 'succeeded');
  const confirmed = (await ask('GET', `/v1/subscriptions/${id}`)).body;
  assert.equal(confirmed['pending_setup_intent'], null);
  assert.ok(confirmed['default_payment_method']);
  // A card that was confirmed cannot be taken back; one that is waited for can, and is not confirmed any more.
  assert.equal((await ask('POST', `/v1/setup_intents/${setup.id}/cancel`)).status, 400);
  assert.equal((await made(`/v1/setup_intents/${other.setup.id}/cancel`, {}))['status'], 'canceled');
  assert.equal((await ask('POST', `/v1/setup_intents/${other.setup.id}/confirm`, CARD)).status, 400);

  const toldIn = (days: number) =>
    passDays(days).filter((type) => type === 'customer.subscription.trial_will_end').length;
  assert.deepEqual([toldIn(10.9), toldIn(0.2), toldIn(1), toldIn(2)], [0, 3, 0, 0]);
  assert.deepEqual([await stateOf(id), await stateOf(forgotten.id)], ['active', 'canceled']);
});

test('a repeated request has the same answer, and the same key with other content is refused', async () => {
  const key = { 'idempotency-key': 'one' };
  const first = await ask('POST', '/v1/customers', { email: 'one@example.com' }, key);
  const again = await ask('POST', '/v1/customers', { email: 'one@example.com' }, key);
  assert.equal(again.body.id, first.body.id);
  assert.equal((await ask('POST', '/v1/customers', { email: 'two@example.com' }, key)).status, 400);
});

test('without its key nothing is answered, and with the public key only what the card form needs', async () => {
  const wrong = { authorization: 'Bearer sk_test_wrong' };
  assert.equal((await ask('POST', '/v1/customers', {}, wrong)).status, 401);
  const open = { authorization: `Bearer ${KEYS.publishable}` };
  assert.equal((await ask('GET', '/v1/subscriptions', {}, open)).status, 401);
  await subscribed();
  const intent = Object.values(processor.ledger.books.payment_intent).at(-1);
  assert.equal((await ask('GET', `/v1/payment_intents/${intent?.id}?client_secret=x`, {}, open)).status, 404);
  const secret = encodeURIComponent(intent?.client_secret ?? '');
  assert.equal((await ask('GET', `/v1/payment_intents/${intent?.id}?client_secret=${secret}`, {}, open)).status, 200);
});

test('it starts neither with a real key nor in production', async () => {
  const real = { ...KEYS, secret: 'sk_live_0123456789abcdef' };
  await assert.rejects(startProcessor({ keys: real, webhookUrl: null }), /test keys/);
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await assert.rejects(startProcessor({ keys: KEYS, webhookUrl: null }), /production/);
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = mode;
  }
});
