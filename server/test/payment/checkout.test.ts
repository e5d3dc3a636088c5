import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconcileAll } from '../../src/modules/payment/reconcile.ts';
import { readySite } from '../site/site-support.ts';
import {
  boughtBy,
  buyer,
  CARD,
  chargesOf,
  order,
  pay,
  paymentAt,
  priceOf,
  refusalOf,
  sendAll,
  useShop,
  type Buyer,
} from './payment-support.ts';

const shop = useShop();

type Started = { id: string; url: string | null };
const NONE = '6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c';

const ask = (own: Buyer, change: Record<string, unknown> = {}) =>
  own.client.post<Started>('/stripe/checkout', { priceId: priceOf(own, 'site_basic', 'month'), ...change });
async function started(own: Buyer, change: Record<string, unknown> = {}): Promise<Started & { url: string }> {
  const { status, text, body } = await ask(own, change);
  assert.equal(status, 200, text);
  assert.ok(body.url);
  return { ...body, url: body.url };
}

/** Opens the provider's page, as a browser that is sent there. Answers where it leads. */
async function opened(url: string): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual' });
  assert.equal(answer.status, 303);
  return new URL(answer.headers.get('location') ?? '', url);
}
async function paidAt(url: string, card = CARD.good) {
  const form = await opened(url);
  assert.equal(form.pathname, '/card-form');
  const clientSecret = form.searchParams.get('client_secret');
  return pay(shop, { clientSecret } as Parameters<typeof pay>[1], card);
}

test('a license is bought at the provider’s own page, which leads back to the panel with what it is for', async () => {
  const own = await buyer(shop);
  const { site_id } = await readySite(own, 'shop');
  const { id, url } = await started(own, { id: site_id, domain: 'bakery.example' });
  assert.ok(url.startsWith(`${shop.processor.address}/checkout/cs_test_`));
  const form = await (await fetch(await opened(url))).text();
  const back = `/success/checkout/${id}?site=${site_id}&amp;domain=bakery.example`;
  assert.ok(form.includes(back), form);
  assert.equal((await paidAt(url)).status, 'succeeded');
  await sendAll(shop);
  const payment = await paymentAt(own.client, id);
  assert.deepEqual([payment.status, payment.license?.plan_type], ['paid', 'STARTER']);
  assert.equal((await opened(url)).pathname, `/success/checkout/${id}`);
});

test('asked again it is the same page; two requests at once are one purchase and one charge', async () => {
  const own = await buyer(shop);
  const [one, two] = await Promise.all([started(own), started(own)]);
  assert.deepEqual([one.id, one.url], [two.id, two.url]);
  assert.equal((await started(own)).url, one.url);
  const before = chargesOf(shop);
  await paidAt(one.url);
  await reconcileAll(shop.server.app);
  await sendAll(shop);
  assert.deepEqual([chargesOf(shop) - before, (await boughtBy(own.client)).length], [1, 1]);
});

test('an order is paid in one place: the card form ends the page, and the page of an order in the form is its invoice’s', async () => {
  const own = await buyer(shop);
  const page = await started(own);
  const form = await order(own);
  assert.equal(form.id, page.id);
  assert.equal((await opened(page.url)).pathname, '/my-account/plans');
  const again = await started(own);
  assert.deepEqual([again.id, new URL(again.url).searchParams.get('client_secret')], [form.id, form.clientSecret]);
  await pay(shop, form);
  await sendAll(shop);
  assert.equal((await boughtBy(own.client)).length, 1);
});

test('a page that was paid before the card form was asked for is not charged again', async () => {
  const own = await buyer(shop);
  const page = await started(own);
  await paidAt(page.url);
  const form = await order(own);
  assert.deepEqual([form.id, form.clientSecret], [page.id, null]);
  assert.deepEqual((await boughtBy(own.client)).length, 1);
});

test('a page that has expired is followed by another one for the same order', async () => {
  const own = await buyer(shop);
  const first = await started(own);
  shop.time.passDays(1.1);
  shop.processor.passTime();
  own.client = await shop.server.as(own.partner, own.customer);
  const second = await started(own);
  assert.notEqual(second.url, first.url);
  await paidAt(second.url);
  await sendAll(shop);
  assert.equal((await paymentAt(own.client, second.id)).status, 'paid');
});

test('prices and sites of others are not found, and nobody is led to another host', async () => {
  const own = await buyer(shop);
  const other = await buyer(shop);
  const { site_id } = await readySite(other, 'theirs');
  assert.equal((await ask(own, { id: site_id })).status, 404);
  assert.equal((await ask(own, { priceId: NONE })).status, 404);
  assert.equal((await ask(own, { priceId: priceOf(other, 'site_basic', 'month') })).status, 404);
  for (const partnerLink of ['https://evil.example', `https://${other.partner.domain}`, 'javascript://x'])
    assert.deepEqual(refusalOf(await ask(own, { partnerLink })).slice(1), ['TENANT_MISMATCH'], partnerLink);
  assert.equal((await ask(own, { partnerLink: `https://${own.partner.domain}/x` })).status, 200);
});

test('while the provider is away nothing begins twice', async () => {
  const own = await buyer(shop);
  shop.processor.failNext(20, 500);
  assert.equal((await ask(own)).status, 503);
  shop.processor.failNext(0, 500);
  await paidAt((await started(own)).url);
  await sendAll(shop);
  assert.equal((await boughtBy(own.client)).length, 1);
});
