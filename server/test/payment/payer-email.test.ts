// On both databases: payer-email.repo.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { user } from '../../src/db/schema.ts';
import { followEmail, followEmails } from '../../src/modules/payment/payer-email.ts';
import { buyer, openShop, order, type Buyer, type Shop } from './payment-support.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
after(() => shop.stop());

const emailsAtProvider = () => Object.values(shop.processor.ledger.books.customer).map(({ email }) => email);
const rename = async ({ customer }: Buyer, email: string): Promise<void> =>
  void (await shop.server.db.update(user).set({ email }).where(eq(user.id, customer.id)));

test('the provider gets the new email of an account: at once, or with the next comparison, and only once', async () => {
  const own = await buyer(shop);
  await order(own);
  assert.ok(emailsAtProvider().includes(own.customer.email));
  const [first, second] = [`one-${own.customer.email}`, `two-${own.customer.email}`];
  await rename(own, first);
  await followEmail(shop.server.app, own.customer.id);
  assert.ok(emailsAtProvider().includes(first) && !emailsAtProvider().includes(own.customer.email));
  await rename(own, second);
  assert.equal(await followEmails(shop.server.app), 1);
  assert.ok(emailsAtProvider().includes(second) && !emailsAtProvider().includes(first));
  assert.equal(await followEmails(shop.server.app), 0, 'nothing is behind');
});
