import { PLAN_REFUSALS, type CatalogPlan, type PricedProduct } from '@panel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import {
  bought,
  boughtBy,
  buyer,
  order,
  orderOf,
  pay,
  priceOf,
  pricesOf,
  refusalOf,
  sendAll,
  useShop,
  type Buyer,
} from './payment-support.ts';

const shop = useShop();

type World = Buyer & { staff: Client };
async function world(): Promise<World> {
  const own = await buyer(shop);
  return { ...own, staff: await staffOf(shop.server, own.partner) };
}
const PLAN = {
  name: 'Bakery',
  features: ['Bread'],
  offered: true,
  version: 0,
};
const AMOUNTS = { currency: 'usd', month: 1500, year: 9900 };
const save = ({ staff }: World, { currency, month, year, ...change }: Record<string, unknown> = {}) => {
  const given = Object.entries({ currency, month, year }).filter(([, value]) => value !== undefined);
  return staff.put('/partner/plans/site_basic', {
    ...{ ...PLAN, amounts: [{ ...AMOUNTS, ...Object.fromEntries(given) }], ...change },
  });
};
const planOf = async ({ staff }: World): Promise<CatalogPlan | undefined> =>
  (await staff.get<CatalogPlan[]>('/partner/plans')).body.find(({ product_type: id }) => id === 'site_basic');
const soldTo = async ({ client }: Buyer): Promise<PricedProduct | undefined> =>
  (await pricesOf(client)).find(({ product_type: id }) => id === 'site_basic');

test('a new price is for new customers; who has bought renews at the old one, and every version stays readable', async () => {
  const own = await world();
  const old = priceOf(own, 'site_basic', 'month');
  const license = await bought(shop, own);
  assert.equal((await save(own)).status, 200);
  const sold = await soldTo(own);
  assert.deepEqual([sold?.product_name, sold?.features], ['Bakery', ['Bread']]);
  assert.equal((await boughtBy(own.client))[0]?.product_name, 'Bakery');
  assert.deepEqual(
    sold?.prices.map(({ unit_amount }) => unit_amount),
    [1500, 9900],
  );
  const plan = await planOf(own);
  assert.deepEqual(
    plan?.prices.map(({ amount, offered, licenses }) => [amount, offered, licenses]).toSorted(),
    [
      [1000, false, 1],
      [1500, true, 0],
      [6600, false, 0],
      [9900, true, 0],
    ].toSorted(),
  );
  // The old price is refused by name, also for a change of plan, in the checkout page and with a coupon.
  for (const [path, body] of [
    ['/stripe/payments/set', orderOf(own, { priceId: old })],
    ['/stripe/checkout', { priceId: old }],
    ['/stripe/coupons/check', { coupon: 'SPRING', priceId: old, quantity: 1 }],
    [
      '/stripe/subscriptions/upgrade',
      { subscription_id: license.subscription?.subscription_id, price_id: old, plan_type: 'STARTER' },
    ],
  ] as const)
    assert.deepEqual(refusalOf(await own.client.post(path, body)), [409, 'PLAN_NOT_OFFERED'], path);
  // Neither at another interval than the license has.
  const yearly = { product: 'site_pro', name: 'Pro', amounts: [{ ...AMOUNTS, month: null }] };
  assert.equal((await own.staff.put('/partner/plans/site_pro', { ...PLAN, ...yearly })).status, 200);
  const moved = await own.client.post('/stripe/subscriptions/proration', { id: license.id, product_name: 'site_pro' });
  assert.deepEqual(refusalOf(moved), [409, 'PLAN_NOT_OFFERED']);
  const types = await own.client.get<{ type: string; name: string }[]>('/partner/license/types');
  assert.equal(types.body.find(({ type }) => type === 'site_basic')?.name, 'Bakery');
  const other = await world();
  assert.equal((await other.client.post('/stripe/payments/set', orderOf(own, { priceId: old }))).status, 404);
  shop.time.passDays(31);
  shop.processor.passTime();
  await sendAll(shop);
  const again = await shop.server.as(own.partner, own.customer);
  assert.equal((await boughtBy(again))[0]?.subscription?.amount, 1000);
});

test('an order that waits for its card is paid at the price that it was shown', async () => {
  const own = await world();
  const started = await order(own);
  assert.equal((await save(own)).status, 200);
  assert.equal((await pay(shop, started)).status, 'succeeded');
  await sendAll(shop);
  assert.equal((await boughtBy(own.client))[0]?.subscription?.amount, 1000);
});

test('the same prices again are no new version; a plan that is not offered is not sold, and comes back as it was', async () => {
  const own = await world();
  const before = (await planOf(own))?.prices.length;
  assert.equal((await save(own, { month: 1000, year: 6600 })).status, 200);
  assert.equal((await planOf(own))?.prices.length, before);
  assert.equal((await save(own, { month: 1000, year: 6600, offered: false, version: 1 })).status, 200);
  assert.equal(await soldTo(own), undefined);
  const off = await planOf(own);
  assert.deepEqual([off?.offered, off?.amounts], [false, [{ currency: 'usd', month: 1000, year: 6600 }]]);
});

test('two forms at once save once, and what is no price is refused', async () => {
  const own = await world();
  const answers = await Promise.all([save(own), save(own, { month: 1700 })]);
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const none = await save(own, { month: null, year: null, version: 1 });
  assert.deepEqual([none.status, none.body['fields']], [422, { 'amounts.0.month': PLAN_REFUSALS.month }]);
  const exact = await save(own, { currency: 'isk', month: 1250, year: 10_000, version: 1 });
  assert.deepEqual([exact.status, exact.body['fields']], [422, { 'amounts.0.month': PLAN_REFUSALS.step }]);
  assert.equal((await save(own, { currency: 'xyz', version: 1 })).status, 422);
  for (const month of [0, -1, 1.5, 1e12]) assert.equal((await save(own, { month, version: 1 })).status, 422);
  assert.equal((await soldTo(own))?.prices.length, 2);
});
