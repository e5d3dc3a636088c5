import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { purchase } from '../../src/db/schema.ts';
import { reconcileAll } from '../../src/modules/payment/reconcile.ts';
import type { ProcessorEvent } from '../../src/processor/subscription-objects.ts';
import { boughtBy, buyer, CARD, openShop, order, pay, send, type Buyer, type Shop } from './payment-support.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
after(() => shop.stop());

/** PAYMENT_ORDERS=2000 tries as many orders as a release is tried with. */
const ORDERS = Number(process.env['PAYMENT_ORDERS'] ?? 25);

/** Numbers that a seed repeats (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Step = (own: Buyer, kept: ProcessorEvent[], random: () => number) => Promise<unknown>;
const pickOf = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];

const sent = new Set([200, 503]);
const STEPS: readonly Step[] = [
  (own) =>
    own.client.post('/stripe/payments/set', {
      ...{ priceId: own.prices[0]?.prices[0]?.id, quantity: 1, project_type: 'site', plan_type: 'STARTER' },
    }),
  async (own, _kept, random) => {
    const started = await order(own);
    if (started.clientSecret !== null) await pay(shop, started, pickOf([CARD.good, CARD.declined, CARD.good], random));
  },
  async (_own, kept, random) => {
    kept.push(...shop.processor.ledger.books.pending.splice(0));
    const event = pickOf(kept, random);
    if (event) assert.ok(sent.has(await send(shop, event)));
  },
  // The process ended before it had written the id down.
  (own) =>
    shop.server.db
      .update(purchase)
      .set({ subscriptionId: null })
      .then(() => own),
  async () => {
    shop.processor.failNext(2, 500);
    await reconcileAll(shop.server.app);
    shop.processor.failNext(0, 500);
  },
  async (own) => Promise.all([order(own), order(own)]),
];

test(`in ${ORDERS} orders of clicks, payments, events and ends of the process, each charge has its license and nothing more`, async () => {
  let all = 0;
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const random = randomOf(seed);
    const own = await buyer(shop);
    const kept: ProcessorEvent[] = [];
    for (let step = 0; step < 10; step += 1) await pickOf(STEPS, random)?.(own, kept, random);
    shop.time.ms += 10 * 60_000;
    await reconcileAll(shop.server.app);
    const { books } = shop.processor.ledger;
    const customers = Object.values(books.customer).filter(({ metadata }) => metadata['user'] === own.customer.id);
    assert.ok(customers.length <= 1, `seed ${seed}: ${customers.length} customers`);
    const charges = Object.values(books.payment_intent).filter(
      ({ status, customer }) => status === 'succeeded' && customer === customers[0]?.id,
    );
    const paid = Object.values(books.subscription).filter(
      ({ status, customer }) => status === 'active' && customer === customers[0]?.id,
    );
    all += charges.length;
    const licenses = await boughtBy(own.client);
    assert.deepEqual([licenses.length, paid.length], [charges.length, charges.length], `seed ${seed}`);
    assert.equal(new Set(licenses.map(({ subscription }) => subscription?.subscription_id)).size, licenses.length);
  }
  assert.ok(all > ORDERS / 2, `${all} charges`);
});
