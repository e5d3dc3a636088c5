import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { paymentCustomer, user } from '../../src/db/schema.ts';
import { followEmail, followEmails } from '../../src/modules/payment/payer-email.ts';
import { buyer, openShop, order, type Buyer, type Shop } from './payment-support.ts';

let shop: Shop;
/** As the schedule does. */
const follow = (signal = new AbortController().signal) => followEmails(shop.server.app, signal);
const asked = (): number =>
  shop.processor.requests.splice(0).filter((one) => one.startsWith('POST /v1/customers/')).length;

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
  assert.equal(await follow(), 1);
  assert.ok(emailsAtProvider().includes(second) && !emailsAtProvider().includes(first));
  assert.equal(await follow(), 0, 'nothing is behind');
});

test('a customer who was deleted at the provider is asked for once, and the others get their email', async () => {
  const [gone, kept] = [await buyer(shop), await buyer(shop)];
  await order(gone);
  await order(kept);
  const { customer: customers } = shop.processor.ledger.books;
  const [id] = Object.values(customers).flatMap(({ id, email }) => (email === gone.customer.email ? [id] : []));
  assert.ok(id);
  delete customers[id];
  await rename(gone, `new-${gone.customer.email}`);
  await rename(kept, `new-${kept.customer.email}`);
  assert.equal(await follow(), 1);
  assert.ok(emailsAtProvider().includes(`new-${kept.customer.email}`));
  asked();
  assert.equal(await follow(), 0);
  assert.equal(asked(), 0, 'nobody is asked for again');
});

test('a provider that is away is not asked for everybody, and the next run tells it all', async () => {
  const owners = [await buyer(shop), await buyer(shop), await buyer(shop)];
  for (const own of owners) {
    await order(own);
    await rename(own, `later-${own.customer.email}`);
  }
  for (const status of [429, 500, 401]) {
    shop.processor.failNext(99, status);
    asked();
    assert.equal(await follow(), 0);
    assert.ok(asked() <= 2, 'one question, which the client may ask twice');
  }
  shop.processor.failNext(0, 500);
  assert.equal(await follow(), 3);
});

test('a run tells a hundred, the next one the rest, and a stopped one nobody', async () => {
  const { partner, customer } = await buyer(shop);
  const people = await shop.server.db
    .insert(user)
    .values(
      Array.from({ length: 101 }, (_, at) => ({
        ...{ partnerId: partner.id, email: `many-${at}-${customer.email}`, role: 'customer' as const },
        ...{ firstname: 'Many', lastname: 'People' },
      })),
    )
    .returning({ id: user.id });
  await shop.server.db
    .insert(paymentCustomer)
    .values(people.map(({ id }) => ({ userId: id, partnerId: partner.id, providerCustomer: `cus_${id}` })));
  const stopped = new AbortController();
  stopped.abort();
  asked();
  await assert.rejects(follow(stopped.signal));
  assert.equal(asked(), 0);
  await follow();
  assert.equal(asked(), 100);
  await follow();
  assert.equal(asked(), 1);
});
