import type { Coupon, Invoice, Page, PaymentMethod, PublishableKey } from '@panel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { license, purchase } from '../../src/db/schema.ts';
import { reconcileAll } from '../../src/modules/payment/reconcile.ts';
import { until } from '../../src/testing/index.ts';
import { availableTo, staffOf } from '../license/license-support.ts';
import {
  answerBank,
  askOrder,
  bought,
  boughtBy,
  buyer,
  CARD,
  chargesOf,
  eventOf,
  order,
  pay,
  paymentAt,
  priceOf,
  refusalOf,
  send,
  sendAll,
  useShop,
} from './payment-support.ts';

const shop = useShop();

test('prices are the partner’s: monthly, and yearly with the saving that the page names', async () => {
  const own = await buyer(shop);
  const basic = own.prices.find(({ product_type }) => product_type === 'site_basic');
  assert.deepEqual(
    basic?.prices.map(({ unit_amount, currency, recurring }) => [unit_amount, currency, recurring.interval]),
    [
      [1000, 'usd', 'month'],
      [6600, 'usd', 'year'],
    ],
  );
  const key = (await own.client.get<PublishableKey>('/stripe/keys/publishable')).body;
  assert.deepEqual([key.isTest, key.cardForm], [true, `${shop.processor.address}/card-form`]);
});

test('a license is bought: only the event of the provider makes it, and it can be assigned', async () => {
  const own = await buyer(shop);
  const started = await order(own, { quantity: 2 });
  assert.deepEqual([started.amount, started.currency], [2000, 'usd']);
  assert.ok(started.hosted_url?.startsWith(`${shop.processor.address}/card-form?`));
  assert.deepEqual(await boughtBy(own.client), []);
  assert.equal((await pay(shop, started)).status, 'succeeded');
  assert.equal((await paymentAt(own.client, started.id)).status, 'incomplete');
  await sendAll(shop);
  const paid = await paymentAt(own.client, started.id);
  assert.deepEqual(
    [paid.status, paid.license?.status, paid.license?.provider, paid.license?.site_limit, paid.license?.plan_type],
    ['paid', 'active', 'stripe', 2, 'STARTER'],
  );
  assert.deepEqual(
    [paid.license?.subscription?.amount, paid.license?.subscription?.interval, paid.license?.autoRenewal],
    [2000, 'month', true],
  );
  assert.deepEqual(await availableTo(own.client), [paid.license?.license_key]);
  const invoices = await own.client.get<Page<Invoice>>('/stripe/invoices');
  assert.equal(invoices.status, 200, invoices.text);
  assert.deepEqual(
    invoices.body.pageElements.map(({ status, total, amount_paid, currency }) => [
      status,
      total,
      amount_paid,
      currency,
    ]),
    [['paid', 2000, 2000, 'usd']],
  );
  const cards = (await own.client.get<PaymentMethod[]>('/stripe/payment_methods')).body;
  assert.deepEqual(
    cards.map(({ brand, last4, is_default }) => [brand, last4, is_default]),
    [['visa', '4242', false]],
  );
});

test('a plan has a name of its own, and a coupon code makes it cheaper, is counted, and ends', async () => {
  const own = await buyer(shop);
  const staff = await staffOf(shop.server, own.partner);
  const code = { code: 'TENTH', percent: 10, amount: null, currency: null, duration: 'once', months: null };
  const made = await staff.post('/partner/coupons', { ...code, ends_at: null, max_uses: 5, products: [] });
  assert.equal(made.status, 200, made.text);
  const amounts = [{ currency: 'usd', month: 1000, year: 6600 }];
  const texts = { name: 'Bakery', features: ['Bread'], amounts };
  const named = await staff.put('/partner/plans/site_basic', { ...texts, offered: true, version: 0 });
  assert.equal(named.status, 200, named.text);
  assert.equal((await staff.get('/partner/plans')).status, 200);
  const license = await bought(shop, own, { coupon: 'tenth' });
  assert.equal(license.status, 'active');
  assert.equal((await staff.post(`/partner/coupons/${String(made.body['id'])}/end`)).status, 200);
  const [coupon] = (await staff.get<Page<Coupon>>('/partner/coupons')).body.pageElements;
  assert.deepEqual([coupon?.uses, coupon?.state], [1, 'ended']);
});

test('refused cards leave the purchase open, and another card pays it', async () => {
  const own = await buyer(shop);
  const started = await order(own);
  for (const [card, code] of [
    [CARD.declined, 'card_declined'],
    [CARD.poor, 'card_declined'],
    [CARD.expired, 'expired_card'],
    ['4242424242424241', 'incorrect_number'],
  ] as const)
    assert.equal((await pay(shop, started, card)).error?.code, code);
  await sendAll(shop);
  const asked = await own.client.put(`/stripe/${started.id}`, { status: 'active' });
  assert.deepEqual([asked.status, asked.body['status']], [200, 'incomplete']);
  assert.deepEqual(await boughtBy(own.client), []);
  const cards = async () => (await own.client.get<PaymentMethod[]>('/stripe/payment_methods')).body;
  assert.deepEqual(await cards(), []);
  assert.equal((await pay(shop, started)).status, 'succeeded');
  const confirmed = await own.client.put(`/stripe/${started.id}`, { status: 'active' });
  assert.equal(confirmed.body['status'], 'paid');
  assert.deepEqual(
    (await cards()).map(({ last4 }) => last4),
    ['4242'],
  );
});

test('a card with a challenge pays once the bank has agreed, and not when it has not', async () => {
  const own = await buyer(shop);
  const started = await order(own);
  assert.equal((await pay(shop, started, CARD.challenge)).status, 'requires_action');
  await answerBank(shop, started, false);
  await sendAll(shop);
  assert.equal((await paymentAt(own.client, started.id)).status, 'incomplete');
  assert.equal((await pay(shop, started, CARD.challenge)).status, 'requires_action');
  await answerBank(shop, started, true);
  await sendAll(shop);
  assert.equal((await paymentAt(own.client, started.id)).status, 'paid');
});

test('a double click and a second tab are one purchase, one charge and one license', async () => {
  const own = await buyer(shop);
  const before = chargesOf(shop);
  const started = await Promise.all([order(own), order(own), order(own)]);
  assert.equal(new Set(started.map(({ id }) => id)).size, 1);
  assert.equal(new Set(started.map(({ clientSecret }) => clientSecret)).size, 1);
  const [first] = started;
  assert.ok(first);
  const paid = await Promise.all([pay(shop, first), pay(shop, first)]);
  assert.equal(paid.filter(({ status }) => status === 'succeeded').length, 1);
  await sendAll(shop);
  assert.equal(chargesOf(shop) - before, 1);
  assert.equal((await boughtBy(own.client)).length, 1);
  const next = await order(own);
  assert.notEqual(next.id, first.id);
});

test('doubled, reordered and late events are one license; unsigned, stale and foreign ones are nothing', async () => {
  const own = await buyer(shop);
  const started = await order(own);
  await pay(shop, started);
  const events = shop.processor.ledger.books.pending.splice(0);
  const [first] = events;
  assert.ok(first);
  assert.equal(await send(shop, first, { signature: 't=1,v1=00' }), 400);
  assert.equal(await send(shop, first, { signature: '' }), 400);
  assert.equal(await send(shop, first, { secret: 'whsec_of_somebody_else' }), 400);
  assert.equal(await send(shop, first, { secondsAgo: 3600 }), 400);
  assert.equal((await paymentAt(own.client, started.id)).status, 'incomplete');
  for (const event of [...events.toReversed(), ...events]) assert.equal(await send(shop, event), 200);
  assert.equal((await boughtBy(own.client)).length, 1);
  const foreign = structuredClone(Object.values(shop.processor.ledger.books.subscription)[0]);
  assert.ok(foreign);
  assert.equal(
    await send(shop, eventOf('customer.subscription.updated', { ...foreign, id: 'sub_other', metadata: {} })),
    200,
  );
  assert.equal((await boughtBy(own.client)).length, 1);
});

test('an event that claims a payment is not believed: the provider is asked', async () => {
  const own = await buyer(shop);
  const started = await order(own);
  const claim = Object.values(shop.processor.ledger.books.subscription).at(-1);
  assert.equal(await send(shop, eventOf('customer.subscription.updated', { ...claim, status: 'active' })), 200);
  assert.equal((await paymentAt(own.client, started.id)).status, 'incomplete');
});

test('quantities, plans and prices that the page did not offer are refused', async () => {
  const own = await buyer(shop);
  for (const quantity of [0, -1, 1.5, 51, 1e9, '1']) assert.equal((await askOrder(own, { quantity })).status, 422);
  assert.deepEqual(refusalOf(await askOrder(own, { plan_type: 'PREMIUM' })), [422, 'VALIDATION']);
  assert.deepEqual(refusalOf(await askOrder(own, { project_type: 'app' })), [422, 'VALIDATION']);
  const other = await buyer(shop);
  assert.deepEqual(refusalOf(await askOrder(own, { priceId: priceOf(other, 'site_basic', 'month') })), [
    404,
    'NOT_FOUND',
  ]);
  const started = await order(own, { amount: 1, currency: 'jpy', unit_amount: 1 });
  assert.deepEqual([started.amount, started.currency], [1000, 'usd']);
  const neighbour = await shop.server.as(own.partner, await shop.server.scenario.customer(own.partner));
  assert.equal((await neighbour.get(`/stripe/payments/${started.id}`)).status, 404);
  assert.equal((await neighbour.put(`/stripe/${started.id}`, { status: 'active' })).status, 404);
});

test('a provider that fails or is too busy: nothing is bought twice, and the next attempt goes on', async () => {
  const own = await buyer(shop);
  for (const status of [500, 429]) {
    shop.processor.failNext(2, status);
    assert.deepEqual(refusalOf(await askOrder(own, {})), [503, 'PAYMENT_UNAVAILABLE']);
    shop.processor.failNext(0, status);
  }
  const started = await order(own);
  await pay(shop, started);
  shop.processor.failNext(4, 500);
  const [event] = shop.processor.ledger.books.pending.splice(0);
  assert.ok(event);
  assert.equal(await send(shop, event), 503);
  assert.equal((await paymentAt(own.client, started.id)).status, 'incomplete');
  shop.processor.failNext(0, 500);
  shop.time.ms += 10 * 60_000;
  await reconcileAll(shop.server.app);
  assert.equal((await paymentAt(own.client, started.id)).status, 'paid');
});

test('a process that ended after the provider had answered: the schedule finds the subscription', async () => {
  const own = await buyer(shop);
  const started = await order(own);
  await shop.server.db.update(purchase).set({ subscriptionId: null });
  await pay(shop, started);
  shop.time.ms += 10 * 60_000;
  const before = chargesOf(shop);
  await reconcileAll(shop.server.app);
  assert.equal((await paymentAt(own.client, started.id)).status, 'paid');
  assert.equal(chargesOf(shop), before);
  const rows = await shop.server.db.select().from(license);
  assert.equal(new Set(rows.map(({ purchaseId }) => purchaseId)).size, rows.length);
});

test('an order that nobody pays ends, and the same can be ordered again', async () => {
  const own = await buyer(shop);
  const started = await order(own);
  shop.time.passDays(1);
  shop.processor.passTime();
  await sendAll(shop);
  own.client = await shop.server.as(own.partner, own.customer);
  assert.equal((await paymentAt(own.client, started.id)).status, 'expired');
  const again = await order(own);
  assert.notEqual(again.id, started.id);
  await pay(shop, again);
  await sendAll(shop);
  assert.equal((await paymentAt(own.client, again.id)).status, 'paid');
  await bought(shop, own, { priceId: priceOf(own, 'site_basic', 'year') });
  assert.equal((await boughtBy(own.client)).length, 2);
});

test('the processor sends its events itself, each until the panel has accepted it', async () => {
  const own = await buyer(shop);
  const started = await order(own);
  await pay(shop, started);
  shop.processor.failNext(2, 500);
  shop.processor.sendTo(`${shop.server.url}/stripe/webhook`);
  const paid = await until('the license', async () => (await paymentAt(own.client, started.id)).license);
  shop.processor.sendTo(null);
  assert.equal(paid.status, 'active');
});
