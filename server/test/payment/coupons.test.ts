import {
  COUPON_FORM_REFUSALS,
  COUPON_REFUSALS,
  COUPONS_MAX,
  PLAN_REFUSALS,
  type Coupon,
  type Invoice,
  type License,
  type Page,
  type Proration,
} from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditLog, coupon, planPrice, purchase } from '../../src/db/schema.ts';
import { reconcileAll } from '../../src/modules/payment/reconcile.ts';
import type { Client } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import {
  askOrder,
  bought,
  boughtBy,
  buyer,
  chargesOf,
  order,
  pay,
  paymentAt,
  priceOf,
  sendAll,
  useShop,
  type Buyer,
} from './payment-support.ts';

const shop = useShop();

const COUPON = {
  ...{ code: 'SPRING', percent: 25, amount: null, currency: null, duration: 'once', months: null },
  ...{ ends_at: null, max_uses: null, products: [] },
};

type World = Buyer & { staff: Client };
async function world(): Promise<World> {
  const own = await buyer(shop);
  return { ...own, staff: await staffOf(shop.server, own.partner) };
}
async function create({ staff }: World, change: Record<string, unknown> = {}): Promise<string> {
  const made = await staff.post<{ id: string }>('/partner/coupons', { ...COUPON, ...change });
  assert.equal(made.status, 200, made.text);
  return made.body.id;
}
const listed = async ({ staff }: World): Promise<Coupon[]> =>
  (await staff.get<Page<Coupon>>('/partner/coupons')).body.pageElements;
const check = (own: Buyer, coupon: string, change: Record<string, unknown> = {}) =>
  own.client.post('/stripe/coupons/check', {
    ...{ coupon, priceId: priceOf(own, 'site_basic', 'month'), quantity: 1, ...change },
  });
const refusedWith = (answer: Awaited<ReturnType<typeof askOrder>>, why: keyof typeof COUPON_REFUSALS) => {
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual((answer.body['fields'] as Record<string, unknown>)['coupon'], COUPON_REFUSALS[why]);
};
const invoicesOf = async (own: Buyer) =>
  (await own.client.get<Page<Invoice>>('/stripe/invoices')).body.pageElements.map(({ status, total }) => [
    status,
    total,
  ]);
/** The same people once their sessions have ended with time. */
const again = async <T extends Buyer>(own: T): Promise<T> => ({
  ...own,
  client: await shop.server.as(own.partner, own.customer),
});
/** Another customer of the same partner. */
const neighbourOf = (own: World) => buyer(shop, own.partner);

test('a code is created, checked before paying, and the paid invoice is cheaper', async () => {
  const own = await world();
  await create(own);
  const looked = await check(own, ' spring ', { quantity: 3 });
  assert.deepEqual(looked.body, {
    ...{ code: 'SPRING', amount: 3000, discount: 750, total: 2250, currency: 'usd', duration: 'once', months: null },
  });
  assert.equal((await listed(own))[0]?.uses, 0);
  const started = await order(own, { coupon: 'spring', quantity: 3 });
  assert.deepEqual([started.amount, started.discount], [2250, 750]);
  assert.equal((await pay(shop, started)).status, 'succeeded');
  await sendAll(shop);
  const paid = await paymentAt(own.client, started.id);
  assert.deepEqual([paid.status, paid.amount, paid.discount, paid.coupon], ['paid', 2250, 750, 'SPRING']);
  assert.deepEqual(await invoicesOf(own), [['paid', 2250]]);
  const [coupon] = await listed(own);
  assert.deepEqual([coupon?.uses, coupon?.state], [1, 'current']);
  // It counted once: the next payment is the whole one.
  assert.equal(paid.license?.subscription?.amount, 3000);
});

test('a code for some months or for ever makes renewals cheaper, and the license says what is paid next', async () => {
  for (const [change, first, second, later] of [
    [{ duration: 'repeating', months: 2 }, 750, 750, 1000],
    [{ duration: 'forever' }, 750, 750, 750],
  ] as const) {
    const own = await world();
    await create(own, change);
    const license = await bought(shop, own, { coupon: 'SPRING' });
    assert.deepEqual([license.subscription?.amount, license.subscription?.regular_amount], [second, 1000]);
    const months: number[] = [];
    for (let month = 0; month < 2; month += 1) {
      shop.time.passDays(31);
      shop.processor.passTime();
      await sendAll(shop);
      months.push((await boughtBy((await again(own)).client))[0]?.subscription?.amount ?? 0);
    }
    assert.equal(months[0], later);
    const totals = (await invoicesOf(await again(own)))
      .map(([, total]) => total)
      .toSorted((a, b) => Number(a) - Number(b));
    assert.deepEqual(
      totals,
      [first, second, later].toSorted((a, b) => a - b),
    );
  }
});

test('a code of another partner, an unknown, an ended one and one for something else are refused under the field', async () => {
  const [begun, other] = [await world(), await world()];
  let own = begun;
  await create(other, { code: 'THEIRS' });
  const id = await create(own, { code: 'ENDED' });
  assert.equal((await own.staff.post(`/partner/coupons/${id}/end`)).status, 200);
  assert.equal((await own.staff.post(`/partner/coupons/${id}/end`)).status, 200);
  assert.equal((await other.staff.post(`/partner/coupons/${id}/end`)).status, 404);
  await create(own, { code: 'PRO-ONLY', products: ['site_pro'] });
  await create(own, { code: 'EUROS', percent: null, amount: 500, currency: 'eur' });
  await create(own, { code: 'SHORT', ends_at: new Date(shop.time.ms + 3_600_000).toISOString() });
  shop.time.passDays(1);
  own = await again(own);
  for (const [code, why] of [
    ['THEIRS', 'unknown'],
    ['NOBODYS', 'unknown'],
    ['ENDED', 'ended'],
    ['SHORT', 'ended'],
    ['PRO-ONLY', 'product'],
    ['EUROS', 'currency'],
  ] as const) {
    refusedWith(await check(own, code), why);
    refusedWith(await askOrder(own, { coupon: code }), why);
  }
  assert.equal((await check(own, 'ENDED', { priceId: priceOf(other, 'site_basic', 'month') })).status, 404);
  assert.deepEqual(await boughtBy(own.client), []);
});

test('the last use goes to one: who looked before is refused when they order, and nothing is charged', async () => {
  const own = await world();
  await create(own, { max_uses: 1 });
  const others = await Promise.all([neighbourOf(own), neighbourOf(own), neighbourOf(own)]);
  for (const one of others) assert.equal((await check(one, 'SPRING')).status, 200);
  const answers = await Promise.all(others.map((one) => askOrder(one, { coupon: 'SPRING' })));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 422, 422],
  );
  const refused = answers.find(({ status }) => status === 422);
  assert.ok(refused);
  refusedWith(refused, 'used_up');
  assert.equal((await listed(own))[0]?.state, 'used_up');
});

test('an order that is given up frees its use', async () => {
  const own = await world();
  await create(own, { max_uses: 1 });
  await order(own, { coupon: 'SPRING' });
  let other = await neighbourOf(own);
  refusedWith(await askOrder(other, { coupon: 'SPRING' }), 'used_up');
  shop.time.passDays(2);
  shop.processor.passTime();
  await reconcileAll(shop.server.app);
  other = await again(other);
  assert.equal((await askOrder(other, { coupon: 'SPRING' })).status, 200);
});

test('a double click and two tabs with a code are one order, one charge, one license; each customer has it once', async () => {
  const own = await world();
  await create(own);
  const before = chargesOf(shop);
  const started = await Promise.all([1, 2, 3].map(() => order(own, { coupon: 'SPRING' })));
  assert.equal(new Set(started.map(({ clientSecret }) => clientSecret)).size, 1);
  const [first] = started;
  assert.ok(first);
  await Promise.all([pay(shop, first), pay(shop, first)]);
  await sendAll(shop);
  assert.equal(chargesOf(shop) - before, 1);
  assert.equal((await boughtBy(own.client)).length, 1);
  assert.equal((await listed(own))[0]?.uses, 1);
  refusedWith(await askOrder(own, { coupon: 'SPRING' }), 'used');
  refusedWith(await check(own, 'SPRING'), 'used');
});

test('a code that is entered after the card form was shown ends the dearer order: it cannot be paid any more', async () => {
  const own = await world();
  await create(own);
  const before = chargesOf(shop);
  const dear = await order(own);
  const cheap = await order(own, { coupon: 'SPRING' });
  assert.notEqual(cheap.id, dear.id);
  assert.notEqual((await pay(shop, dear)).status, 'succeeded');
  // Taken out again, and entered for another quantity: the code is still the customer's.
  const again = await order(own);
  assert.equal(again.amount, 1000);
  await order(own, { coupon: 'SPRING' });
  const two = await order(own, { coupon: 'SPRING', quantity: 2 });
  assert.equal((await pay(shop, two)).status, 'succeeded');
  await sendAll(shop);
  assert.equal(chargesOf(shop) - before, 1);
  assert.equal((await boughtBy(own.client)).length, 1);
  assert.deepEqual(
    (await invoicesOf(own)).filter(([status]) => status === 'paid'),
    [['paid', 1500]],
  );
});

test('a code that comes when the order was just paid in another tab changes nothing and starts no second one', async () => {
  const own = await world();
  await create(own);
  const started = await order(own);
  assert.equal((await pay(shop, started)).status, 'succeeded');
  const late = await order(own, { coupon: 'SPRING' });
  assert.deepEqual([late.id, late.clientSecret, late.amount], [started.id, null, 1000]);
  assert.equal((await boughtBy(own.client)).length, 1);
  assert.equal((await listed(own))[0]?.uses, 0);
});

test('no amount is below zero, percentages are rounded as the provider rounds them, also without decimals', async () => {
  const own = await world();
  await shop.server.db.insert(planPrice).values([
    ...(
      [
        ['jpy', 333],
        ['isk', 12_300],
      ] as const
    ).map(([currency, amount]) => ({
      ...{ partnerId: own.partner.id, product: 'site_basic' as const, interval: 'month' as const, currency, amount },
    })),
  ]);
  const idIn = async (currency: string) => {
    const body = { product_types: ['site_basic'], currency };
    const [basic] = (await own.client.post('/stripe/products/prices', body)).body as unknown as Buyer['prices'];
    return basic?.prices.find((one) => one.currency === currency)?.id;
  };
  await create(own, { code: 'HALF', percent: 50 });
  await create(own, { code: 'MUCH', percent: null, amount: 5000, currency: 'jpy' });
  const total = async (code: string, currency: string) =>
    (await check(own, code, { priceId: await idIn(currency) })).body['total'];
  assert.equal(await total('MUCH', 'jpy'), 0);
  assert.equal(await total('HALF', 'jpy'), 166);
  // Whole ones alone are charged, though they are counted in hundredths.
  assert.equal(await total('HALF', 'isk'), 6100);
  const started = await order(own, { priceId: await idIn('jpy'), coupon: 'HALF' });
  const { books } = shop.processor.ledger;
  assert.equal(Object.values(books.payment_intent).at(-1)?.amount, started.amount);
  // All of it is taken off: there is nothing to pay, and the license begins.
  const free = await order(own, { priceId: await idIn('jpy'), coupon: 'MUCH' });
  assert.deepEqual([free.amount, free.clientSecret], [0, null]);
  assert.equal((await boughtBy(own.client)).length, 1);
});

test('what staff enter is checked, and a code exists once', async () => {
  const own = await world();
  await create(own);
  const tried = async (change: Record<string, unknown>) => {
    const answer = await own.staff.post('/partner/coupons', { ...COUPON, code: 'OTHER', ...change });
    return answer.status === 422 ? (answer.body['fields'] as Record<string, unknown>) : answer.status;
  };
  assert.deepEqual(await tried({ code: 'spring' }), { code: COUPON_FORM_REFUSALS.code });
  assert.deepEqual(await tried({ amount: 100, currency: 'usd' }), { percent: COUPON_FORM_REFUSALS.percent });
  assert.deepEqual(await tried({ percent: null }), { percent: COUPON_FORM_REFUSALS.percent });
  assert.deepEqual(await tried({ duration: 'repeating' }), { months: COUPON_FORM_REFUSALS.months });
  assert.deepEqual(await tried({ months: 2 }), { months: COUPON_FORM_REFUSALS.months });
  assert.deepEqual(await tried({ ends_at: '2020-01-01T00:00:00.000Z' }), { ends_at: COUPON_FORM_REFUSALS.ends_at });
  const amount = (currency: string) => ({ percent: null, amount: 1234, currency });
  assert.deepEqual(await tried(amount('isk')), { amount: COUPON_FORM_REFUSALS.amount });
  assert.deepEqual(await tried(amount('kwd')), { amount: COUPON_FORM_REFUSALS.amount });
  assert.deepEqual(await tried(amount('xyz')), { currency: 'Enter a currency such as usd.' });
  assert.deepEqual(await tried({ ...amount('usd'), amount: 3_000_000_000 }), { amount: 'Enter a smaller amount.' });
  for (const percent of [0, -5, 101, 12.5, 1e9]) assert.notEqual(await tried({ percent }), 200);
  assert.equal((await listed(own)).length, 1);
});

test('so many codes can be current: those that are used up do not count, and two at once do not pass', async () => {
  const own = await world();
  const given = { partnerId: own.partner.id, percent: 10, duration: 'once' as const, products: [] };
  await shop.server.db
    .insert(coupon)
    .values([
      ...Array.from({ length: COUPONS_MAX - 1 }, (_, at) => ({ ...given, code: `CURRENT-${at}` })),
      ...[0, 1].map((at) => ({ ...given, code: `USED-${at}`, maxUses: 1, pastUses: 1 })),
    ]);
  const answers = await Promise.all(
    ['ONE', 'TWO', 'THREE'].map((code) => own.staff.post('/partner/coupons', { ...COUPON, code })),
  );
  assert.deepEqual(answers.map(({ status, body }) => body['code'] ?? status).toSorted(), [
    200,
    'COUPON_LIMIT',
    'COUPON_LIMIT',
  ]);
});

test('a code for some plans ends with a change to another one: what is shown is charged, and a change back keeps it ended', async () => {
  let own = await world();
  await create(own, { duration: 'forever', percent: 50, products: ['site_basic'] });
  const license = await bought(shop, own, { coupon: 'SPRING' });
  assert.equal(license.subscription?.amount, 500);
  const moved = async (product_name: string, plan_type: string) => {
    shop.time.passDays(5);
    own = await again(own);
    const shown = await own.client.post('/stripe/subscriptions/proration', { id: license.id, product_name });
    assert.equal(shown.status, 200, shown.text);
    const proration = shown.body as unknown as Proration;
    const { subscription_id, price_id } = proration;
    const answer = await own.client.post('/stripe/subscriptions/upgrade', { subscription_id, price_id, plan_type });
    assert.equal(answer.status, 200, answer.text);
    const { subscription } = answer.body['data'] as License;
    return [proration, subscription?.amount, Object.values(shop.processor.ledger.books.invoice).at(-1)] as const;
  };
  const [up, next, charged] = await moved('site_pro', 'PRO');
  assert.deepEqual([up.next_amount, next, charged?.total], [2000, 2000, up.amount_due]);
  // A process that ended before it could write that down: the provider's word does.
  await shop.server.db.update(purchase).set({ couponDropped: false }).where(eq(purchase.customerId, own.customer.id));
  await sendAll(shop);
  // What is left of the cheaper month is given back as it was paid, and the new plan costs what it costs.
  assert.ok(Math.abs(up.amount_due - ((2000 - 500) * 26) / 31) < 60, String(up.amount_due));
  const [down, last] = await moved('site_basic', 'STARTER');
  assert.deepEqual([down.next_amount, last], [1000, 1000]);
  shop.time.passDays(31);
  shop.processor.passTime();
  assert.equal(Object.values(shop.processor.ledger.books.invoice).at(-1)?.subtotal, 1000);
});

test('an order with nothing to pay that was never begun is ended by another one: it does not begin by that', async () => {
  const own = await world();
  const couponId = await create(own, { percent: 100 });
  const priceId = priceOf(own, 'site_basic', 'month');
  await shop.server.db.insert(purchase).values({
    ...{ partnerId: own.partner.id, customerId: own.customer.id, priceId, couponId },
    ...{ quantity: 1, amount: 1000, discount: 1000, currency: 'usd' },
  });
  const plain = await order(own);
  assert.equal(plain.amount, 1000);
  assert.ok(plain.clientSecret);
  assert.deepEqual(await boughtBy(own.client), []);
  assert.equal((await listed(own))[0]?.uses, 0);
});

test('more than can be written down is refused at the quantity, and the log says with which code an order began', async () => {
  const own = await world();
  const couponId = await create(own);
  const [dear] = await shop.server.db
    .insert(planPrice)
    .values({
      ...{
        partnerId: own.partner.id,
        product: 'site_basic',
        interval: 'month',
        currency: 'jpy',
        amount: 2_000_000_000,
      },
    })
    .returning();
  const wanted = { priceId: dear?.id, quantity: 2 };
  for (const answer of [await check(own, 'SPRING', wanted), await askOrder(own, { ...wanted, coupon: 'SPRING' })]) {
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(answer.body['fields'], { quantity: PLAN_REFUSALS.quantity });
  }
  const { id } = await order(own, { coupon: 'SPRING' });
  const rows = await shop.server.db.select().from(auditLog).where(eq(auditLog.userId, own.customer.id));
  const started = rows.find(({ action }) => action === 'payment.start');
  assert.deepEqual(started?.detail, {
    ...{ purchaseId: id, amount: 750, discount: 250, couponId, currency: 'usd' },
    trialDays: 0,
  });
});
