// On both databases: revenue
import type { Revenue, RevenueMonth } from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { coupon, invoice, license, planPrice, purchase } from '../../src/db/schema.ts';
import type { Client, PartnerRow } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import {
  bought,
  buyer,
  CARD,
  eventOf,
  openShop,
  order,
  send,
  sendAll,
  type Buyer,
  type Shop,
} from './payment-support.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
after(() => shop.stop());

async function read(staff: Client): Promise<Revenue> {
  const answer = await staff.get<Revenue>('/partner/revenue');
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const revenueOf = async ({ partner }: { partner: PartnerRow }) => read(await staffOf(shop.server, partner));

/** A moment of the month so many months ago (UTC). */
function month(ago: number, day = 1, hours = 0): Date {
  const now = shop.time.now();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, day, hours));
}
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A subscription as it was written when it was sold. */
async function sold(
  own: Buyer,
  values: Partial<typeof license.$inferInsert> = {},
  { couponId = null as string | null, interval = 'month' as 'month' | 'year' } = {},
): Promise<void> {
  const { db } = shop.server;
  const { id: partnerId } = own.partner;
  const price = own.prices[0]?.prices.find(({ recurring }) => recurring.interval === interval);
  assert.ok(price);
  const order = { priceId: price.id, quantity: 1, amount: 0, currency: 'usd', status: 'paid', couponId } as const;
  const [made] = await db
    .insert(purchase)
    .values({ partnerId, customerId: own.customer.id, ...order })
    .returning();
  assert.ok(made);
  const startedAt = values.startedAt ?? month(0);
  await db.insert(license).values({
    ...{ partnerId, customerId: own.customer.id, key: randomUUID(), product: 'site_basic', provider: 'stripe' },
    ...{
      termMonths: 1,
      autoRenewal: true,
      startedAt,
      fromDate: startedAt,
      toDate: month(-1),
      providerStatus: 'active',
    },
    ...{ purchaseId: made.id, priceId: price.id, subscriptionId: randomUUID(), ...values },
  });
}

const paid = (own: Buyer, createdAt: Date, values: Partial<typeof invoice.$inferInsert> = {}) =>
  shop.server.db.insert(invoice).values({
    ...{ partnerId: own.partner.id, customerId: own.customer.id, providerInvoice: randomUUID(), status: 'paid' },
    ...{ description: '', total: values.amountPaid ?? 0, amountPaid: 0, currency: 'usd', createdAt, ...values },
  });

async function purchaseAt(id: string) {
  const [row] = await shop.server.db.select().from(purchase).where(eq(purchase.id, id));
  assert.ok(row);
  return row;
}
const subscriptionAt = (id: string | null) => shop.processor.ledger.books.subscription[id ?? ''];

const countsOf = ({ started, ended, active, churn }: RevenueMonth) => [started, ended, active, churn];

test('a partner who sold nothing has twelve months of nothing', async () => {
  const found = await revenueOf(await buyer(shop));
  const { months, ...now } = found;
  assert.deepEqual(now, {
    ...{ subscriptions: 0, trialing: 0, ending: 0, recurring: [] },
    past_due: { count: 0, owed: [], licenses: [] },
  });
  assert.deepEqual(
    months.map(({ from }) => from),
    Array.from({ length: 12 }, (_, index) => dayOf(month(11 - index))),
  );
  const nothing = { collected: [], started: 0, ended: 0, active: 0, churn: null, failed: 0, recovered: 0 };
  for (const { from, ...rest } of months) assert.deepEqual(rest, nothing, from);
});

test('subscriptions begin and end in their months, and churn is of those that were there', async () => {
  const own = await buyer(shop);
  const ended = (at: Date) => ({ deactivatedAt: at, providerStatus: 'ended', autoRenewal: false }) as const;
  // Longer ago than the months that are shown: one stays, one ended before them, one ends in the third last.
  await sold(own, { startedAt: month(20) });
  await sold(own, { startedAt: month(20), ...ended(month(14)) });
  await sold(own, { startedAt: month(13), ...ended(month(2, 9)) });
  // The first moment of a month belongs to it, the last one before it does not.
  await sold(own, { startedAt: month(2) });
  await sold(own, { startedAt: new Date(month(2).getTime() - 1) });
  // Who comes and goes in one month was never lost.
  await sold(own, { startedAt: month(1, 2), ...ended(month(1, 5)) });
  // Given by the partner: nobody pays for it.
  await sold(own, { startedAt: month(2), purchaseId: null, subscriptionId: null, priceId: null, provider: 'cam' });
  const { months, ...now } = await revenueOf(own);
  assert.deepEqual(countsOf(months[0] as RevenueMonth), [0, 0, 2, 0]);
  assert.deepEqual(months.slice(-4).map(countsOf), [
    [1, 0, 3, 0],
    [1, 1, 3, 33.3],
    [1, 1, 3, 0],
    [0, 0, 3, 0],
  ]);
  assert.equal(now.subscriptions, 3);
});

test('what was collected is net of refunds, in the month of its invoice, and no currencies are added up', async () => {
  const own = await buyer(shop);
  await paid(own, month(1, 28, 23), { amountPaid: 1000 });
  await paid(own, month(1), { amountPaid: 500, refunded: 200 });
  await paid(own, month(1), { amountPaid: 700, currency: 'eur' });
  await paid(own, month(0), { amountPaid: 300, refunded: 300 });
  await paid(own, new Date(month(11).getTime() - 1), { amountPaid: 9999 });
  await paid(own, month(1), { total: 800, status: 'open', failed: true });
  await paid(own, month(1), { amountPaid: 800, failed: true, currency: 'jpy' });
  const { months } = await revenueOf(own);
  const [last, current] = months.slice(-2);
  assert.deepEqual(last?.collected, [
    { currency: 'eur', amount: 700, refunded: 0 },
    { currency: 'jpy', amount: 800, refunded: 0 },
    { currency: 'usd', amount: 1300, refunded: 200 },
  ]);
  assert.deepEqual([last.failed, last.recovered], [2, 1]);
  assert.deepEqual(current?.collected, [{ currency: 'usd', amount: 0, refunded: 300 }]);
  assert.deepEqual(months[0]?.collected, []);
});

test('recurring revenue: a twelfth of a year, less what a coupon takes off for ever; nothing of trials and of what ends', async () => {
  const own = await buyer(shop);
  const { db } = shop.server;
  const prices = await db.select().from(planPrice).where(eq(planPrice.partnerId, own.partner.id));
  const amountAt = (interval: string) =>
    prices.find(({ id }) => id === own.prices[0]?.prices.find(({ recurring }) => recurring.interval === interval)?.id)
      ?.amount ?? 0;
  const [monthly, yearly] = [amountAt('month'), amountAt('year')];
  const [half, first] = await db
    .insert(coupon)
    .values([
      { partnerId: own.partner.id, code: 'HALF', percent: 50, duration: 'forever', products: [] },
      { partnerId: own.partner.id, code: 'FIRST', percent: 50, duration: 'once', products: [] },
    ])
    .returning();
  await sold(own, { quantity: 3 });
  await sold(own, {}, { interval: 'year' });
  await sold(own, { autoRenewal: false });
  await sold(own, { providerStatus: 'trialing' });
  const others = [await buyer(shop, own.partner), await buyer(shop, own.partner)] as const;
  await sold(others[0], { providerStatus: 'past_due' }, { couponId: half?.id ?? '' });
  await sold(others[1], {}, { couponId: first?.id ?? '' });
  const [usd] = prices;
  const [pounds] = await db
    .insert(planPrice)
    .values({ partnerId: own.partner.id, product: 'site_pro', interval: 'month', currency: 'gbp', amount: 900 })
    .returning();
  await sold(own, { priceId: pounds?.id ?? '' });
  const found = await revenueOf(own);
  assert.deepEqual([found.subscriptions, found.trialing, found.ending], [7, 1, 1]);
  assert.deepEqual(found.recurring, [
    { currency: 'gbp', amount: 900 },
    { currency: usd?.currency, amount: Math.round(3 * monthly + yearly / 12 + monthly / 2 + monthly) },
  ]);
});

test('a renewal that the card refuses is at stake with its customer, and counts as failed also once it is paid', async () => {
  const own = await buyer(shop);
  await bought(shop, own, {}, CARD.failsLater);
  const pass = async (days: number) => {
    shop.time.passDays(days);
    shop.processor.passTime();
    await sendAll(shop);
  };
  // A first payment that is refused: at Stripe that counts as a try, too.
  const { id } = await order(own, { quantity: 2 });
  const { subscriptionId } = await purchaseAt(id);
  for (const one of Object.values(shop.processor.ledger.books.invoice))
    if (one.status === 'open' && one.customer === subscriptionAt(subscriptionId)?.customer) one.attempt_count = 1;
  assert.equal(await send(shop, eventOf('customer.subscription.updated', subscriptionAt(subscriptionId) ?? {})), 200);
  const counted = ({ months }: Revenue) =>
    months.map(({ failed, recovered }) => [failed, recovered]).filter(([n]) => n);
  assert.deepEqual(counted(await revenueOf(own)), []);
  await pass(31.2);
  const late = await revenueOf(own);
  const [only] = late.past_due.licenses;
  const owed = [
    { currency: 'usd', amount: own.prices.find(({ product_type: id }) => id === 'site_basic')?.prices[0]?.unit_amount },
  ];
  assert.deepEqual([late.past_due.count, late.past_due.owed, only?.owed], [1, owed, owed]);
  assert.deepEqual([only?.customer_id, only?.customer_email], [own.customer.id, own.customer.email]);
  assert.deepEqual(counted(late), [[1, 0]]);

  // The bank thinks better of the card.
  const { numberOf } = shop.processor.ledger.books;
  for (const method of Object.keys(numberOf)) numberOf[method] = CARD.good;
  await pass(3);
  const mended = await revenueOf(own);
  assert.deepEqual([mended.past_due.count, mended.past_due.owed, counted(mended)], [0, [], [[1, 1]]]);
});

test('nothing of another partner counts, and only staff who look after money read it', async () => {
  const [mine, other] = [await buyer(shop), await buyer(shop)];
  await sold(other, { startedAt: month(3) });
  await sold(other, { providerStatus: 'past_due', subscriptionId: `sub_${other.customer.id}` });
  const bill = { total: 500, status: 'open', failed: true, subscriptionId: `sub_${other.customer.id}` } as const;
  await paid(other, month(0), bill);
  await paid(other, month(1), { amountPaid: 1000 });
  const own = await revenueOf(mine);
  assert.deepEqual([own.subscriptions, own.recurring, own.past_due.count], [0, [], 0]);
  for (const { from, ...counts } of own.months)
    assert.deepEqual(Object.values(counts).flat().filter(Boolean), [], from);
  const theirs = await revenueOf(other);
  assert.deepEqual([theirs.subscriptions, theirs.past_due.owed], [2, [{ currency: 'usd', amount: 500 }]]);
  const { server } = shop;
  for (const [staffRole, status] of [
    ['billing', 200],
    ['support', 403],
    ['read_only', 403],
  ] as const) {
    const client = await server.as(mine.partner, await server.scenario.admin(mine.partner, { staffRole }));
    assert.equal((await client.get('/partner/revenue')).status, status, staffRole);
  }
  assert.equal((await mine.client.get('/partner/revenue')).status, 403);
});
