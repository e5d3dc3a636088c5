import type { License, PlanSubscriptions, Proration } from '@panel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endPlans } from '../../src/modules/license/site-plan.ts';
import { insertCoupon } from '../../src/modules/payment/coupon.repo.ts';
import { reconcileAll } from '../../src/modules/payment/reconcile.ts';
import { planOf, staffOf, upgraded } from '../license/license-support.ts';
import { readySite } from '../site/site-support.ts';
import {
  bought,
  boughtBy,
  buyer,
  CARD,
  order,
  pay,
  priceOf,
  refusalOf,
  sendAll,
  useShop,
  type Buyer,
} from './payment-support.ts';

const shop = useShop();

const NONE = '6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c';
const idOf = ({ subscription }: License): string => subscription?.subscription_id ?? '';
const cancel = (own: Buyer, license: License) =>
  own.client.post('/stripe/licenses/cancel', { subscription_id: idOf(license) });
const renew = (own: Buyer, license: License, on: boolean) =>
  own.client.post('/stripe/licenses/renewal', { subscription_id: idOf(license), renewal_automatically: on });
const preview = (own: Buyer, { id }: License, product_name: string) =>
  own.client.post('/stripe/subscriptions/proration', { id, product_name });
const upgrade = (own: Buyer, license: License, change: Record<string, unknown>) =>
  own.client.post('/stripe/subscriptions/upgrade', { subscription_id: idOf(license), ...change });

/** Time passes at the provider, and the panel hears of it. Sessions end with the time. */
async function pass(own: Buyer, days: number): Promise<void> {
  shop.time.passDays(days);
  shop.processor.passTime();
  await sendAll(shop);
  own.client = await shop.server.as(own.partner, own.customer);
}

/** How often a subscription was really paid. */
const paidOf = (license: License): number =>
  Object.values(shop.processor.ledger.books.invoice).filter(
    ({ status, parent }) => status === 'paid' && parent.subscription_details.subscription === idOf(license),
  ).length;

const onlyLicense = async (own: Buyer): Promise<License> => {
  const [license, ...others] = await boughtBy(own.client);
  assert.ok(license);
  assert.deepEqual(others, []);
  return license;
};

test('a canceled license is valid until the end of what is paid, can be taken back, and ends then', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  const canceled = await cancel(own, license);
  assert.equal(canceled.status, 200, canceled.text);
  assert.deepEqual(
    [(canceled.body['data'] as License).status, (canceled.body['data'] as License).is_valid],
    ['canceled', true],
  );
  assert.equal(((await renew(own, license, true)).body['data'] as License).status, 'active');
  assert.equal(
    (
      (await own.client.put(`/license/${license.license_key}/auto/renewal`, { autoRenewal: false })).body[
        'data'
      ] as License
    ).status,
    'canceled',
  );
  assert.equal(((await cancel(own, license)).body['data'] as License).status, 'canceled');
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  await pass(own, 32);
  assert.equal(paidOf(license), 1);
  assert.deepEqual([(await onlyLicense(own)).status, (await onlyLicense(own)).is_valid], ['expired', false]);
  assert.equal((await planOf(own, site.site_id))[0], 'FREE');
  assert.deepEqual(refusalOf(await renew(own, license, true)), [409, 'SUBSCRIPTION_ENDED']);
});

test('a license renews itself with the provider, and not by the panel', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  shop.time.passDays(32);
  own.client = await shop.server.as(own.partner, own.customer);
  assert.deepEqual([(await onlyLicense(own)).is_valid, (await onlyLicense(own)).to_date], [true, license.to_date]);
  await pass(own, 0);
  const renewed = await onlyLicense(own);
  assert.ok(renewed.to_date > license.to_date);
  assert.equal(paidOf(license), 2);
});

test('a renewal that is refused: past due with grace, then the end; the site has the smallest plan and loses nothing', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own, {}, CARD.failsLater);
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  await pass(own, 31);
  const due = await onlyLicense(own);
  assert.deepEqual([due.status, due.is_valid, due.to_date], ['past_due', true, license.to_date]);
  assert.equal((await planOf(own, site.site_id))[0], 'STARTER');
  await pass(own, 10);
  await endPlans(shop.server.app);
  assert.deepEqual([(await onlyLicense(own)).status, (await planOf(own, site.site_id))[0]], ['expired', 'FREE']);
});

test('an upgrade: its preview is what is charged, and the sites have the new plan', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  shop.time.passDays(10);
  own.client = await shop.server.as(own.partner, own.customer);
  const shown = await preview(own, license, 'site_pro');
  assert.equal(shown.status, 200, shown.text);
  const proration = shown.body as unknown as Proration;
  assert.equal(
    proration.amount_due,
    proration.lines.reduce((sum, { amount }) => sum + amount, 0),
  );
  assert.ok(proration.amount_due > 0 && proration.amount_due < 1000);
  assert.deepEqual([proration.plan_type, proration.next_amount, proration.interval], ['PRO', 2000, 'month']);
  const answer = await upgrade(own, license, { price_id: proration.price_id, plan_type: 'PRO' });
  assert.equal(answer.status, 200, answer.text);
  const after = answer.body['data'] as License;
  assert.deepEqual([after.plan_type, after.site_limit, after.subscription?.amount], ['PRO', 2, 2000]);
  const newest = Object.values(shop.processor.ledger.books.invoice).at(-1);
  assert.deepEqual([newest?.status, newest?.amount_paid], ['paid', proration.amount_due]);
  assert.equal((await planOf(own, site.site_id))[0], 'PRO');
  const again = await upgrade(own, license, { price_id: proration.price_id, plan_type: 'PRO' });
  assert.deepEqual(refusalOf(again), [409, 'PLAN_SAME']);
});

test('a change of plan gives back what the running period was billed with, also by a code that is used up', async () => {
  for (const [change, due] of [
    [{ percent: 100 }, 2000],
    [{ percent: 50 }, 1500],
    [{ amount: 300, currency: 'usd' }, 1300],
  ] as const) {
    const own = await buyer(shop);
    const code = { partnerId: own.partner.id, code: 'SPRING', duration: 'once' as const, products: [], ...change };
    await insertCoupon(shop.server.db, code);
    const started = await order(own, { coupon: 'SPRING' });
    if (started.clientSecret !== null) await pay(shop, started);
    await sendAll(shop);
    const license = await onlyLicense(own);
    assert.deepEqual([license.subscription?.amount, license.subscription?.regular_amount], [1000, 1000]);
    const shown = await preview(own, license, 'site_pro');
    assert.equal(shown.body['amount_due'], due, shown.text);
    if (started.clientSecret === null) continue;
    assert.equal((await upgrade(own, license, { price_id: shown.body['price_id'], plan_type: 'PRO' })).status, 200);
    assert.equal(Object.values(shop.processor.ledger.books.invoice).at(-1)?.total, due);
    // What was billed since is what counts for the next change.
    assert.equal((await preview(own, license, 'site_basic')).body['amount_due'], -1000);
  }
});

test('an upgrade that the card refuses changes nothing', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own, {}, CARD.failsLater);
  const answer = await upgrade(own, license, { price_id: priceOf(own, 'site_pro', 'month'), plan_type: 'PRO' });
  assert.deepEqual(refusalOf(answer), [402, 'PAYMENT_DECLINED']);
  assert.equal(answer.body['message'], 'Your card was declined.');
  await sendAll(shop);
  assert.deepEqual([(await onlyLicense(own)).plan_type, (await onlyLicense(own)).status], ['STARTER', 'active']);
});

test('a smaller plan says what has to go first', async () => {
  const own = await buyer(shop);
  const pro = { priceId: priceOf(own, 'site_pro', 'month'), plan_type: 'PRO' };
  const license = await bought(shop, own, pro);
  for (const name of ['one', 'two']) await upgraded(own.client, license.id, (await readySite(own, name)).site_id);
  assert.deepEqual(refusalOf(await preview(own, license, 'site_basic')), [409, 'PLAN_TOO_SMALL']);
  assert.deepEqual(refusalOf(await preview(own, license, 'app_starter')), [404, 'NOT_FOUND']);
});

test('subscriptions of others, and prices of another partner, are not found', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  const neighbour = {
    ...own,
    client: await shop.server.as(own.partner, await shop.server.scenario.customer(own.partner)),
  };
  const other = await buyer(shop);
  for (const somebody of [neighbour, other]) {
    assert.equal((await cancel(somebody, license)).status, 404);
    assert.equal((await renew(somebody, license, false)).status, 404);
    assert.equal((await preview(somebody, license, 'site_pro')).status, 404);
    const change = { price_id: priceOf(somebody, 'site_pro', 'month'), plan_type: 'PRO' };
    assert.equal((await upgrade(somebody, license, change)).status, 404);
  }
  const foreign = { price_id: priceOf(other, 'site_pro', 'month'), plan_type: 'PRO' };
  assert.equal((await upgrade(own, license, foreign)).status, 404);
  assert.equal((await upgrade(own, license, { price_id: NONE, plan_type: 'PRO' })).status, 404);
  const plans = await own.client.get<PlanSubscriptions>('/plan/subscriptions');
  assert.deepEqual(
    plans.body.subscriptions.map(({ id }) => id),
    [license.id],
  );
});

test('staff who end a bought license end its subscription: it is not charged again', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  const staff = await staffOf(shop.server, own.partner);
  const ended = await staff.put(`/license/${license.id}/deactivate`, {});
  assert.equal(ended.status, 200, ended.text);
  const subscription = shop.processor.ledger.books.subscription[idOf(license)];
  assert.equal(subscription?.status, 'canceled');
  await pass(own, 32);
  await reconcileAll(shop.server.app);
  assert.deepEqual([paidOf(license), (await onlyLicense(own)).status], [1, 'expired']);
});
