import type { CatalogPlan, License, Notification, Page, PricedProduct, Revenue } from '@panel/contract';
import { COUPON_REFUSALS } from '@panel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { mailOutbox as mail } from '../../src/db/schema.ts';
import { openPurchase } from '../../src/modules/payment/purchase.repo.ts';
import { reconcileAll } from '../../src/modules/payment/reconcile.ts';
import { remindTrials } from '../../src/modules/payment/trial-notice.ts';
import { remindUnpaid } from '../../src/modules/payment/reminders.ts';
import type { Client } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import {
  answerBank,
  bought,
  boughtBy,
  buyer,
  CARD,
  chargesOf,
  order,
  orderOf,
  pay,
  paymentAt,
  priceOf,
  pricesOf,
  refusalOf,
  send,
  sendAll,
  useShop,
  type Buyer,
} from './payment-support.ts';

const shop = useShop();

type World = Buyer & { staff: Client };
const DAYS = 14;
const AMOUNTS = [{ currency: 'usd', month: 1000, year: 6600 }];
const PLAN = { features: [], amounts: AMOUNTS, offered: true, version: 0 };
const save = ({ staff }: World, product: string, change: Record<string, unknown>) =>
  staff.put(`/partner/plans/${product}`, { ...PLAN, name: product, ...change });

/** A customer of a partner whose plans for sites have a trial. */
async function world(days = DAYS): Promise<World> {
  const own = await buyer(shop);
  const made = { ...own, staff: await staffOf(shop.server, own.partner) };
  for (const product of ['site_basic', 'site_pro'])
    assert.equal((await save(made, product, { trial_days: days })).status, 200);
  return { ...made, prices: await pricesOf(own.client) };
}
/** The same people once their sessions have ended with time. */
const again = async <T extends Buyer>(own: T): Promise<T> => ({
  ...own,
  client: await shop.server.as(own.partner, own.customer),
});
const daysOf = (prices: PricedProduct[], product: string) =>
  prices.find(({ product_type: id }) => id === product)?.trial_days;
const only = async (own: Buyer): Promise<License> => {
  const list = await boughtBy((await again(own)).client);
  assert.equal(list.length, 1);
  return list[0] as License;
};
async function pass(days: number): Promise<void> {
  shop.time.passDays(days);
  shop.processor.passTime();
  await sendAll(shop);
}
const trialsAt = (own: Buyer) => {
  const { books } = shop.processor.ledger;
  const customer = Object.values(books.customer).find(({ metadata }) => metadata['user'] === own.customer.id)?.id;
  return Object.values(books.subscription).filter((one) => one.customer === customer && one.trial_end !== null);
};
const mailsTo = async ({ customer }: Buyer): Promise<string[]> =>
  (await shop.server.db.select().from(mail).where(eq(mail.recipient, customer.email)))
    .map(({ subject }) => subject)
    .filter((subject) => /trial|payment/i.test(subject));

test('a first purchase is free for the trial, works at once, is reminded of once, and is then charged as a renewal', async () => {
  const own = await world();
  assert.equal(daysOf(own.prices, 'site_basic'), DAYS);
  assert.equal(daysOf(own.prices, 'app_starter'), 0);
  const charges = chargesOf(shop);
  const started = await order(own, { trial_days: DAYS });
  assert.equal(started.trial_days, DAYS);
  assert.match(started.clientSecret ?? '', /^seti_/);
  // At the provider its trial runs, but nobody has it before its card is confirmed.
  await sendAll(shop);
  assert.deepEqual([(await paymentAt(own.client, started.id)).status, await boughtBy(own.client)], ['incomplete', []]);
  assert.equal((await pay(shop, started)).status, 'succeeded');
  await sendAll(shop);
  const license = await only(own);
  assert.deepEqual(
    [license.status, license.on_trial, license.is_valid, license.autoRenewal, license.subscription?.amount],
    ['trialing', true, true, true, 1000],
  );
  assert.equal(license.to_date, Math.floor(shop.time.ms / 1000) + DAYS * 86_400);
  assert.equal(chargesOf(shop), charges);
  const revenue = (await own.staff.get<Revenue>('/partner/revenue')).body;
  assert.deepEqual([revenue.subscriptions, revenue.trialing, revenue.recurring], [1, 1, []]);

  await pass(10.9);
  assert.deepEqual(await mailsTo(own), []);
  shop.time.passDays(0.2);
  shop.processor.passTime();
  const events = await sendAll(shop);
  const told = events.find(({ type }) => type === 'customer.subscription.trial_will_end');
  assert.ok(told);
  // Twice, late, and with the schedule at once.
  await Promise.all([send(shop, told), send(shop, told), remindTrials(shop.server.app)]);
  assert.equal((await mailsTo(own)).length, 1);
  const { client } = await again(own);
  const bell = (await client.get<Page<Notification>>('/notification?pageSize=50')).body.pageElements;
  assert.equal(bell.filter(({ type }) => type === 'trial_ending').length, 1);

  await pass(3);
  const paid = await only(own);
  assert.deepEqual([paid.status, paid.on_trial, chargesOf(shop)], ['active', false, charges + 1]);
  assert.ok(paid.to_date > license.to_date + 27 * 86_400);
  await send(shop, told);
  await remindTrials(shop.server.app);
  assert.equal((await mailsTo(own)).length, 1);
});

test('a card that is refused at the end of the trial makes the license past due, with its reminders', async () => {
  const own = await world();
  const license = await bought(shop, own, {}, CARD.failsLater);
  assert.equal(license.status, 'trialing');
  await pass(DAYS + 0.1);
  const failed = await only(own);
  assert.deepEqual([failed.status, failed.is_valid, failed.to_date], ['past_due', true, license.to_date]);
  await remindUnpaid(shop.server.app);
  const [text] = (await shop.server.db.select().from(mail).where(eq(mail.recipient, own.customer.email))).filter(
    ({ subject }) => /payment/.test(subject),
  );
  assert.match(text?.text ?? '', /whose trial ended on/);
});

test('a trial that is canceled ends without a charge or a reminder; undone, it goes on', async () => {
  const own = await world();
  const license = await bought(shop, own);
  const charges = chargesOf(shop);
  const id = license.subscription?.subscription_id;
  const canceled = await own.client.post<{ data: License }>('/stripe/licenses/cancel', { subscription_id: id });
  assert.deepEqual([canceled.body.data.status, canceled.body.data.on_trial], ['canceled', true]);
  await pass(12);
  assert.deepEqual(await mailsTo(own), []);
  const back = await again(own);
  const renewal = { subscription_id: id, renewal_automatically: true };
  assert.equal((await back.client.post('/stripe/licenses/renewal', renewal)).status, 200);
  assert.equal((await only(own)).status, 'trialing');
  await remindTrials(shop.server.app);
  assert.equal((await mailsTo(own)).length, 1);
  assert.equal((await back.client.post('/stripe/licenses/cancel', { subscription_id: id })).status, 200);
  await pass(3);
  assert.deepEqual([(await only(own)).status, chargesOf(shop)], ['expired', charges]);
});

test('nobody has a second trial: not after canceling, not of another plan, not at another interval', async () => {
  const own = await world();
  const license = await bought(shop, own);
  await own.client.post('/stripe/licenses/cancel', { subscription_id: license.subscription?.subscription_id });
  await pass(DAYS + 1);
  const back = await again(own);
  const prices = await pricesOf(back.client);
  assert.deepEqual([daysOf(prices, 'site_basic'), daysOf(prices, 'site_pro')], [0, 0]);
  for (const change of [
    {},
    { priceId: priceOf(own, 'site_basic', 'year') },
    { priceId: priceOf(own, 'site_pro', 'month'), plan_type: 'PRO' },
  ]) {
    const refused = await back.client.post('/stripe/payments/set', orderOf(own, { ...change, trial_days: DAYS }));
    assert.deepEqual(refusalOf(refused), [409, 'PLAN_NOT_OFFERED']);
    const started = await order(back, change);
    assert.deepEqual([started.trial_days, started.clientSecret?.startsWith('pi_')], [0, true]);
  }
  // Another customer of the same partner has their own.
  assert.equal(daysOf((await buyer(shop, own.partner)).prices, 'site_pro'), DAYS);
});

test('what the client says of a trial changes nothing: another length, and one that is not offered, are refused', async () => {
  const own = await world();
  for (const trial_days of [0, 13, 15, 90])
    assert.deepEqual(refusalOf(await own.client.post('/stripe/payments/set', orderOf(own, { trial_days }))), [
      409,
      'PLAN_NOT_OFFERED',
    ]);
  for (const trial_days of [-1, 1.5, 91, '14'])
    assert.equal((await own.client.post('/stripe/payments/set', orderOf(own, { trial_days }))).status, 422);
  assert.equal(trialsAt(own).length, 0);
  for (const trial_days of [-1, 1.5, 91, '14', null])
    assert.equal((await save(own, 'site_basic', { trial_days, version: 1 })).status, 422);
  // Without it the trial stays as it is.
  assert.equal((await save(own, 'site_basic', { version: 1 })).status, 200);
  const plans = (await own.staff.get<CatalogPlan[]>('/partner/plans')).body;
  assert.equal(plans.find(({ product_type: id }) => id === 'site_basic')?.trial_days, DAYS);
});

test('in two tabs at once there is one trial, whichever card is confirmed', async () => {
  for (const other of [
    { priceId: 'site_basic year', plan_type: 'STARTER' },
    { priceId: 'site_pro month', plan_type: 'PRO' },
  ]) {
    const own = await world();
    const [product, interval] = other.priceId.split(' ') as ['site_pro', 'month'];
    const second = { ...other, priceId: priceOf(own, product, interval) };
    await Promise.all([order(own), order(own, second), order(own)].map((one) => one.catch(() => undefined)));
    const first = await order(own);
    const next = await order(own, second);
    // The first tab's form is closed by the second order.
    assert.notEqual((await pay(shop, first)).status, 'succeeded');
    assert.equal((await pay(shop, next)).status, 'succeeded');
    await sendAll(shop);
    assert.equal((await order(own)).trial_days, 0);
    assert.equal(trialsAt(own).filter(({ status }) => status === 'trialing').length, 1);
    assert.equal((await only(own)).status, 'trialing');
  }
});

test('a card that is confirmed while another order begins keeps its trial, and the other order is for money', async () => {
  const own = await world();
  const started = await order(own);
  assert.equal((await pay(shop, started)).status, 'succeeded');
  // No event has come.
  const other = await order(own, { priceId: priceOf(own, 'site_pro', 'month'), plan_type: 'PRO' });
  assert.deepEqual([other.trial_days, other.clientSecret?.startsWith('pi_')], [0, true]);
  assert.equal((await only(own)).product_identifier, 'site_basic');
});

test('an order whose trial nobody began is ended after a day, and begins anew after an hour', async () => {
  const own = await world();
  const first = await order(own);
  shop.time.ms += 2 * 3_600_000;
  const back = await again(own);
  const second = await order(back);
  assert.notEqual(second.id, first.id);
  const [, trial] = trialsAt(own);
  assert.equal(trial?.trial_end, Math.floor(shop.time.ms / 1000) + DAYS * 86_400);
  shop.time.passDays(1);
  await reconcileAll(shop.server.app);
  const { client } = await again(own);
  assert.deepEqual(
    [(await paymentAt(client, second.id)).status, trialsAt(own).map(({ status }) => status)],
    ['expired', ['canceled', 'canceled']],
  );
  assert.notEqual((await pay(shop, second)).status, 'succeeded');
  assert.equal(daysOf(await pricesOf(client), 'site_basic'), DAYS);
});

test('the bank’s challenge comes before the trial, and a refused card begins none', async () => {
  const own = await world();
  const started = await order(own);
  assert.ok((await pay(shop, started, CARD.declined)).error);
  assert.equal((await pay(shop, started, CARD.challenge)).status, 'requires_action');
  await sendAll(shop);
  assert.deepEqual(await boughtBy(own.client), []);
  await answerBank(shop, started, true);
  await sendAll(shop);
  assert.equal((await only(own)).status, 'trialing');
});

test('a coupon makes the first payment after the trial cheaper; one for some months needs a shorter trial', async () => {
  const own = await world();
  const coupon = { percent: 25, amount: null, currency: null, ends_at: null, max_uses: null, products: [] };
  const create = (change: Record<string, unknown>) => own.staff.post('/partner/coupons', { ...coupon, ...change });
  assert.equal((await create({ code: 'ONCE', duration: 'once', months: null })).status, 200);
  assert.equal((await create({ code: 'TWICE', duration: 'repeating', months: 2 })).status, 200);
  const license = await bought(shop, own, { coupon: 'ONCE' });
  assert.deepEqual([license.subscription?.amount, license.subscription?.regular_amount], [750, 1000]);
  await pass(DAYS + 0.1);
  assert.equal((await only(own)).subscription?.amount, 1000);
  const totals = (customer: string) =>
    Object.values(shop.processor.ledger.books.invoice)
      .filter((one) => one.customer === customer)
      .map(({ total }) => total);
  assert.deepEqual(totals(trialsAt(own)[0]?.customer ?? ''), [0, 750]);

  const other = await buyer(shop, own.partner);
  assert.equal((await bought(shop, other, { coupon: 'TWICE' })).subscription?.amount, 750);
  const next: (number | undefined)[] = [];
  for (const days of [DAYS + 0.1, 31]) {
    await pass(days);
    next.push((await only(other)).subscription?.amount);
  }
  await pass(31);
  assert.deepEqual(
    [next, totals(trialsAt(other)[0]?.customer ?? '')],
    [
      [750, 1000],
      [0, 750, 750, 1000],
    ],
  );

  const { staff, partner } = { staff: await staffOf(shop.server, own.partner), partner: own.partner };
  assert.equal((await save({ ...own, staff }, 'site_basic', { trial_days: 28, version: 1 })).status, 200);
  const third = await buyer(shop, partner);
  const refused = await third.client.post('/stripe/payments/set', orderOf(third, { coupon: 'TWICE' }));
  assert.deepEqual((refused.body['fields'] as Record<string, unknown>)['coupon'], COUPON_REFUSALS.trial);
});

test('the plan of a trial changes at once for nothing, and the trial goes on', async () => {
  const own = await world();
  const license = await bought(shop, own);
  const charges = chargesOf(shop);
  const input = {
    subscription_id: license.subscription?.subscription_id,
    price_id: priceOf(own, 'site_pro', 'month'),
    plan_type: 'PRO',
  };
  const changed = await own.client.post<{ data: License }>('/stripe/subscriptions/upgrade', input);
  assert.equal(changed.status, 200, changed.text);
  const { status, to_date, product_identifier: product } = changed.body.data;
  assert.deepEqual([status, to_date, product], ['trialing', license.to_date, 'site_pro']);
  assert.equal(chargesOf(shop), charges);
});

test('the provider’s own page begins a trial, too, also for an order that waits in the card form', async () => {
  const own = await world();
  await order(own);
  const page = await own.client.post<{ id: string; url: string }>('/stripe/checkout', {
    priceId: priceOf(own, 'site_basic', 'month'),
  });
  assert.equal(page.status, 200, page.text);
  const entered = await fetch(page.body.url, { redirect: 'manual' });
  const form = new URL(entered.headers.get('location') ?? '', shop.processor.address);
  const clientSecret = form.searchParams.get('client_secret');
  assert.match(clientSecret ?? '', /^seti_/);
  assert.equal((await pay(shop, { clientSecret })).status, 'succeeded');
  await sendAll(shop);
  await reconcileAll(shop.server.app);
  assert.equal((await paymentAt(own.client, page.body.id)).status, 'paid');
  assert.deepEqual([(await only(own)).status, trialsAt(own).length], ['trialing', 2]);
});

test('an order whose trial was begun by another one meanwhile is no order: what it is given is not so any more', async () => {
  const own = await world();
  const given = {
    ...{ partnerId: own.partner.id, customerId: own.customer.id, priceId: priceOf(own, 'site_pro', 'month') },
    ...{ quantity: 1, amount: 2000, currency: 'usd', trialDays: DAYS, trialOf: 'site' as const },
  };
  await bought(shop, own);
  assert.equal(await openPurchase(shop.server.db, given), undefined);
});
