import type { Notification, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { mailOutbox as mail, partner, user } from '../../src/db/schema.ts';
import { remindUnpaid } from '../../src/modules/payment/reminders.ts';
import { bought, buyer, CARD, openShop, sendAll, type Buyer, type Shop } from './payment-support.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
after(() => shop.stop());

/** Time passes at the provider, and the panel looks whom to remind. */
async function pass(days: number): Promise<void> {
  shop.time.passDays(days);
  shop.processor.passTime();
  await sendAll(shop);
  await Promise.all([remindUnpaid(shop.server.app), remindUnpaid(shop.server.app)]);
}
const mailsTo = async ({ customer }: Buyer): Promise<string[]> =>
  (await shop.server.db.select().from(mail).where(eq(mail.recipient, customer.email)))
    .filter(({ subject }) => /payment/.test(subject))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ subject }) => subject.split(':')[0] ?? '');

test('a renewal that fails is reminded of three times with growing distance, each once, and then no more', async () => {
  const own = await buyer(shop);
  const { to_date } = await bought(shop, own, {}, CARD.failsLater);
  await pass(0);
  assert.deepEqual(await mailsTo(own), []);
  const told: number[] = [];
  await pass((to_date * 1000 - shop.time.ms) / 86_400_000 + 0.1);
  told.push((await mailsTo(own)).length);
  for (const days of [1, 1, 2, 2, 0.5]) {
    await pass(days);
    told.push((await mailsTo(own)).length);
  }
  assert.deepEqual(told, [1, 1, 2, 2, 3, 3]);
  assert.deepEqual((await mailsTo(own)).at(-1), 'Last reminder');
  const client = await shop.server.as(own.partner, own.customer);
  const bell = (await client.get<Page<Notification>>('/notification?pageSize=50')).body.pageElements;
  assert.equal(bell.filter(({ type }) => type === 'payment_failed').length, 3);
});

test('who is suspended, or whose panel is, is not reminded before it opens again', async () => {
  const own = await buyer(shop);
  const { to_date } = await bought(shop, own, {}, CARD.failsLater);
  const { db } = shop.server;
  const ofPartner = (suspendedAt: Date | null) =>
    db.update(partner).set({ suspendedAt }).where(eq(partner.id, own.partner.id));
  const ofCustomer = (deletesAt: Date | null) => db.update(user).set({ deletesAt }).where(eq(user.id, own.customer.id));
  await ofPartner(new Date());
  await pass((to_date * 1000 - shop.time.ms) / 86_400_000 + 0.1);
  assert.deepEqual(await mailsTo(own), []);
  await ofPartner(null);
  await ofCustomer(new Date(shop.time.ms + 86_400_000));
  await pass(0);
  assert.deepEqual(await mailsTo(own), []);
  await ofCustomer(null);
  await pass(0);
  assert.equal((await mailsTo(own)).length, 1);
});

test('what is paid, or was canceled, is not reminded of', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  await pass(31.5);
  assert.deepEqual(await mailsTo(own), []);
});
