import {
  COUPON_FORM_REFUSALS,
  COUPON_REFUSALS,
  CURRENCY_NOT_SOLD,
  PLAN_REFUSALS,
  REFUND_REFUSALS,
  type CatalogPlan,
  type Invoice,
  type Page,
  type PaymentCurrency,
  type PricedProduct,
  type Proration,
} from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purchase } from '../../src/db/schema.ts';
import { offerPrices } from '../../src/modules/payment/price.repo.ts';
import { demoPrices } from '../../src/seed/demo-prices.ts';
import type { Client } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import {
  askOrder,
  bought,
  boughtBy,
  buyer,
  chargesOf,
  order,
  orderOf,
  pay,
  paymentAt,
  priceOf,
  refusalOf,
  sendAll,
  useShop,
  type Buyer,
} from './payment-support.ts';
import { pdfTexts } from './pdf-text.ts';

const shop = useShop();

type World = Buyer & { staff: Client };
const sold = async (client: Client, currency?: string): Promise<PricedProduct[]> =>
  (
    await client.post('/stripe/products/prices', {
      product_types: ['site_basic', 'site_pro'],
      ...(currency !== undefined && { currency }),
    })
  ).body as unknown as PricedProduct[];
const currencyOf = async (client: Client) => (await client.get<PaymentCurrency>('/stripe/currency')).body;

/** A customer of a partner that sells in dollars and in other currencies. */
async function world(...currencies: string[]): Promise<World> {
  const own = await buyer(shop);
  await offerPrices(shop.server.db, demoPrices(own.partner.id, currencies));
  return { ...own, staff: await staffOf(shop.server, own.partner) };
}
/** The same customer with prices in another currency. */
const payingIn = async (own: World, currency: string): Promise<World> => ({
  ...own,
  prices: await sold(own.client, currency),
});
const PLAN = { name: 'Basic', features: [], offered: true, version: 0 };
const save = ({ staff }: World, amounts: object[], change: object = {}) =>
  staff.put('/partner/plans/site_basic', { ...PLAN, amounts, ...change });

test('a plan has a price in each currency, and what is removed is not offered in it any more', async () => {
  const own = await world();
  const eur = { currency: 'eur', month: 900, year: null };
  const kwd = { currency: 'kwd', month: 3250, year: 21_450 };
  const jpy = { currency: 'jpy', month: 1500, year: 9900 };
  assert.equal((await save(own, [{ currency: 'usd', month: 1000, year: 6600 }, eur, kwd, jpy])).status, 200);
  const shown = await own.staff.get<CatalogPlan[]>('/partner/plans');
  const amounts = shown.body.find(({ product_type: id }) => id === 'site_basic')?.amounts;
  assert.deepEqual(
    amounts?.map(({ currency }) => currency),
    ['usd', 'eur', 'jpy', 'kwd'],
  );
  assert.deepEqual(await currencyOf(own.client), {
    ...{ currency: 'usd', fixed: false, choices: ['eur', 'jpy', 'kwd', 'usd'] },
  });
  assert.deepEqual(
    (await sold(own.client, 'kwd')).map(({ product_type, prices }) => [
      product_type,
      prices.map(({ unit_amount, currency }) => [unit_amount, currency]),
    ]),
    [
      [
        'site_basic',
        [
          [3250, 'kwd'],
          [21_450, 'kwd'],
        ],
      ],
    ],
  );
  // The partner's currency is what nobody has chosen, and what is asked for one that is not sold.
  for (const asked of [undefined, 'gbp'])
    assert.deepEqual(
      (await sold(own.client, asked)).map(({ prices }) => prices[0]?.currency),
      ['usd', 'usd'],
    );
  assert.deepEqual(refusalOf(await own.staff.put('/partner/currency', { currency: 'gbp' })), [422, 'VALIDATION']);
  const unsold = await own.staff.put('/partner/currency', { currency: 'gbp' });
  assert.deepEqual(unsold.body['fields'], { currency: CURRENCY_NOT_SOLD });
  assert.equal((await own.staff.put('/partner/currency', { currency: 'eur' })).status, 200);
  assert.equal((await currencyOf(own.client)).currency, 'eur');
  assert.equal((await save(own, [eur], { version: 1 })).status, 200);
  assert.deepEqual(
    (await sold(own.client, 'jpy')).map(({ prices }) => prices[0]?.currency),
    ['eur'],
  );
});

test('what no card can be charged in is refused at its field: three decimals end in 0, and each currency is there once', async () => {
  const own = await world();
  const usd = { currency: 'usd', month: 1000, year: null };
  for (const [amounts, fields] of [
    [[usd, { currency: 'kwd', month: 3255, year: 21_450 }], { 'amounts.1.month': PLAN_REFUSALS.thousandths }],
    [[usd, { currency: 'usd', month: 900, year: null }], { 'amounts.1.currency': PLAN_REFUSALS.twice }],
    [[usd, { currency: 'eur', month: null, year: null }], { 'amounts.1.month': PLAN_REFUSALS.month }],
    [[], { amounts: PLAN_REFUSALS.month }],
  ] as const) {
    const answer = await save(own, [...amounts]);
    assert.deepEqual([answer.status, answer.body['fields']], [422, fields]);
  }
  const coupon = { code: 'DINAR', percent: null, amount: 505, currency: 'kwd', duration: 'once', months: null };
  const made = await own.staff.post('/partner/coupons', { ...coupon, ends_at: null, max_uses: null, products: [] });
  assert.deepEqual(made.body['fields'], { amount: COUPON_FORM_REFUSALS.amount });
});

test('the first purchase fixes the currency: other ones are refused everywhere until it has ended', async () => {
  const begun = await world('eur');
  const [usd, eur] = [begun, await payingIn(begun, 'eur')];
  const license = await bought(shop, eur);
  assert.equal(license.subscription?.currency, 'eur');
  const fixed = await currencyOf(begun.client);
  assert.deepEqual([fixed.currency, fixed.fixed], ['eur', true]);
  assert.ok(
    (await sold(begun.client, 'usd')).every(({ prices }) => prices.every(({ currency }) => currency === 'eur')),
  );
  const charges = chargesOf(shop);
  const refused = await askOrder(usd);
  assert.deepEqual(refusalOf(refused), [409, 'CURRENCY_FIXED']);
  assert.match(String(refused.body['message']), /paid in EUR/);
  const subscription_id = license.subscription?.subscription_id;
  const price_id = priceOf(usd, 'site_pro', 'month');
  for (const [path, body] of [
    ['/stripe/checkout', { priceId: priceOf(usd, 'site_basic', 'month') }],
    ['/stripe/subscriptions/upgrade', { subscription_id, price_id, plan_type: 'PRO' }],
    [
      '/stripe/invoices/upgrade/create',
      {
        proration: {
          ...{ subscription_id, price_id, currency: 'eur', amount_due: 1000 },
          proration_date: Math.floor(shop.time.ms / 1000),
        },
      },
    ],
  ] as const)
    assert.deepEqual(refusalOf(await begun.client.post(path, body)), [409, 'CURRENCY_FIXED'], path);
  // The change of plan by itself goes on in the currency of the license.
  const moved = await begun.client.post('/stripe/subscriptions/proration', {
    ...{ id: license.id, product_name: 'site_pro' },
  });
  assert.equal((moved.body as unknown as Proration).currency, 'eur');
  assert.equal(chargesOf(shop), charges);

  // It is canceled, ends, and the next purchase can be in dollars.
  assert.equal((await begun.client.post('/stripe/licenses/cancel', { subscription_id })).status, 200);
  assert.deepEqual(refusalOf(await askOrder(usd)), [409, 'CURRENCY_FIXED']);
  shop.time.passDays(32);
  shop.processor.passTime();
  await sendAll(shop);
  const client = await shop.server.as(begun.partner, begun.customer);
  const next = await bought(shop, { ...usd, client });
  assert.equal(next.subscription?.currency, 'usd');
  assert.equal((await currencyOf(client)).currency, 'usd');
});

test('an order that waits for its card makes way for one in another currency; if it is paid first, it is the one', async () => {
  const begun = await world('eur');
  const [usd, eur] = [begun, await payingIn(begun, 'eur')];
  const first = await order(eur);
  assert.equal((await currencyOf(begun.client)).currency, 'eur');
  const second = await order(usd);
  assert.equal((await paymentAt(begun.client, first.id)).status, 'expired');
  assert.notEqual((await pay(shop, first)).status, 'succeeded');
  assert.equal((await pay(shop, second)).status, 'succeeded');
  await sendAll(shop);
  assert.deepEqual(refusalOf(await askOrder(eur)), [409, 'CURRENCY_FIXED']);
  assert.deepEqual(
    (await boughtBy(begun.client)).map(({ subscription }) => subscription?.currency),
    ['usd'],
  );

  // In two tabs at once one of them wins, and nobody pays in both.
  const other = await world('eur');
  const [dollars, euros] = [other, await payingIn(other, 'eur')];
  await Promise.all([askOrder(dollars), askOrder(euros)]);
  const open = (await shop.server.db.select().from(purchase).where(eq(purchase.customerId, other.customer.id))).filter(
    ({ status }) => status === 'incomplete',
  );
  assert.ok(open.length <= 1);
  const paidFirst = await order(euros);
  assert.equal((await pay(shop, paidFirst)).status, 'succeeded');
  // The panel has not heard of it yet, and asks before it ends the order.
  assert.deepEqual(refusalOf(await askOrder(dollars)), [409, 'CURRENCY_FIXED']);
});

test('a price or a coupon of another currency is refused, and a foreign partner’s price is not there', async () => {
  const begun = await world('eur', 'kwd');
  const [eur, kwd] = [await payingIn(begun, 'eur'), await payingIn(begun, 'kwd')];
  const codes = { duration: 'once', months: null, ends_at: null, max_uses: null, products: [] };
  for (const coupon of [
    { code: 'HALF', percent: 50, amount: null, currency: null },
    { code: 'DINAR', percent: null, amount: 1250, currency: 'kwd' },
  ])
    assert.equal((await begun.staff.post('/partner/coupons', { ...codes, ...coupon })).status, 200);
  for (const path of ['/stripe/coupons/check', '/stripe/payments/set'] as const) {
    const wrong = await eur.client.post(path, { ...orderOf(eur), coupon: 'DINAR' });
    assert.deepEqual((wrong.body['fields'] as Record<string, unknown>)['coupon'], COUPON_REFUSALS.currency, path);
  }
  const half = await eur.client.post('/stripe/coupons/check', { ...orderOf(eur), coupon: 'HALF' });
  assert.deepEqual([half.body['total'], half.body['currency']], [500, 'eur']);
  const neighbour = await world('eur');
  assert.equal((await askOrder(await payingIn(neighbour, 'eur'), { priceId: orderOf(eur).priceId })).status, 404);

  // What a client says of its currency changes nothing: the price has it.
  const started = await order(kwd, { coupon: 'DINAR', currency: 'usd', amount: 1 });
  assert.deepEqual([started.amount, started.discount, started.currency], [8750, 1250, 'kwd']);
});

test('three decimals are charged in tens: a purchase, its change of plan, its renewal, its refund and its invoice', async () => {
  const own = await payingIn(await world('kwd'), 'kwd');
  const license = await bought(shop, own);
  assert.deepEqual(
    [license.subscription?.amount, license.subscription?.regular_amount, license.subscription?.currency],
    [10_000, 10_000, 'kwd'],
  );
  shop.time.passDays(7);
  const client = await shop.server.as(own.partner, own.customer);
  const preview = (await client.post('/stripe/subscriptions/proration', { id: license.id, product_name: 'site_pro' }))
    .body as unknown as Proration;
  assert.equal(preview.currency, 'kwd');
  assert.equal(preview.next_amount, 20_000);
  assert.ok(preview.amount_due > 0);
  assert.deepEqual(
    preview.lines.map(({ amount }) => Math.abs(amount % 10)),
    [0, 0],
  );
  const changed = await client.post('/stripe/subscriptions/upgrade', {
    ...{ subscription_id: preview.subscription_id, price_id: preview.price_id, plan_type: 'PRO' },
  });
  assert.equal(changed.status, 200, changed.text);
  shop.time.passDays(25);
  shop.processor.passTime();
  await sendAll(shop);
  const later = await shop.server.as(own.partner, own.customer);
  const invoices = (await later.get<Page<Invoice>>('/stripe/invoices')).body.pageElements;
  assert.ok(
    invoices.some(({ total, currency, status }) => total === 20_000 && currency === 'kwd' && status === 'paid'),
  );
  const first = invoices.find(({ total }) => total === 10_000);
  assert.ok(first);
  const pdf = await later.get(`/invoice-pdf/${first.id}`, { accept: 'application/pdf' });
  assert.equal(pdf.status, 200);
  assert.match(pdfTexts(pdf.bytes).join('|'), /KWD.10\.000/);
  const staff = await staffOf(shop.server, own.partner);
  const refund = (amount: number) =>
    staff.post(`/partner/invoice/${first.id}/refund`, {
      ...{ amount, currency: 'kwd', reason: 'Too much', seen: { refunded: 0, refund_pending: 0 } },
    });
  assert.deepEqual((await refund(1255)).body['fields'], { amount: REFUND_REFUSALS.step });
  assert.equal((await refund(1250)).status, 200);
});
