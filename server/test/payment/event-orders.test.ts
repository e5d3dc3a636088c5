import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { mailOutbox, purchase } from '../../src/db/schema.ts';
import { saveOffer } from '../../src/modules/payment/catalog.repo.ts';
import { reconcile, reconcileAll } from '../../src/modules/payment/reconcile.ts';
import type { ProcessorEvent } from '../../src/processor/subscription-objects.ts';
import {
  boughtBy,
  buyer,
  CARD,
  openShop,
  order,
  orderOf,
  pay,
  priceOf,
  send,
  sendAll,
  type Buyer,
  type Shop,
} from './payment-support.ts';

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

type Secret = { clientSecret: string | null };
type TrialWorld = { own: Buyer; kept: ProcessorEvent[]; secrets: Secret[]; random: () => number };
type TrialStep = (world: TrialWorld) => Promise<unknown>;

/** A customer of a partner whose plans for sites have a trial. */
async function trialBuyer(): Promise<Buyer> {
  const own = await buyer(shop);
  for (const product of ['site_basic', 'site_pro'] as const) {
    const offer = { partnerId: own.partner.id, product, name: product, features: [], trialDays: 14, version: 0 };
    assert.ok(await saveOffer(shop.server.db, offer, shop.time.now()));
  }
  return own;
}

/** What the schedule does, for one customer: those of other seeds are not asked about again. */
async function compare({ customer }: Buyer): Promise<void> {
  const { app, db } = shop.server;
  assert.ok(app.payments);
  for (const row of await db.select().from(purchase).where(eq(purchase.customerId, customer.id)))
    if (row.status !== 'expired') await reconcile(app, app.payments, row);
}

/** Orders one of three things; only a provider that is away, or an order that never ends, is no answer. */
async function orderSome({ own, secrets, random }: TrialWorld): Promise<void> {
  const change = pickOf(
    [
      {},
      { priceId: priceOf(own, 'site_basic', 'year') },
      { priceId: priceOf(own, 'site_pro', 'month'), plan_type: 'PRO' },
    ],
    random,
  );
  const answer = await own.client.post<Secret>('/stripe/payments/set', orderOf(own, change));
  assert.ok(sent.has(answer.status), answer.text);
  if (answer.status === 200) secrets.push(answer.body);
}

const TRIAL_STEPS: readonly TrialStep[] = [
  orderSome,
  (world) => Promise.all([orderSome(world), orderSome(world)]),
  async (world) => {
    await orderSome(world);
    const started = world.secrets.at(-1);
    if (started?.clientSecret) await pay(shop, started, pickOf([CARD.good, CARD.good, CARD.declined], world.random));
  },
  async ({ secrets, random }) => {
    // Also the form of an order that was ended meanwhile.
    const secret = pickOf(secrets.slice(-2), random);
    if (secret?.clientSecret) await pay(shop, secret, pickOf([CARD.good, CARD.good, CARD.declined], random));
  },
  async ({ kept, random }) => {
    kept.push(...shop.processor.ledger.books.pending.splice(0));
    for (let count = 0; count < 2; count += 1) {
      const event = pickOf(kept, random);
      if (event) assert.ok(sent.has(await send(shop, event)));
    }
  },
  ({ own }) =>
    shop.server.db.update(purchase).set({ subscriptionId: null }).where(eq(purchase.customerId, own.customer.id)),
  async ({ own }) => {
    shop.processor.failNext(2, 500);
    await compare(own).catch(() => undefined);
    shop.processor.failNext(0, 500);
  },
  async ({ own, random }) => {
    shop.time.ms += random() * 6 * 86_400_000;
    shop.processor.passTime();
    own.client = await shop.server.as(own.partner, own.customer);
  },
  async ({ own, random }) => {
    const license = pickOf(await boughtBy(own.client), random);
    const id = license?.subscription?.subscription_id;
    if (id) await own.client.post('/stripe/licenses/cancel', { subscription_id: id });
  },
];

/** They have more steps, each. */
const TRIAL_ORDERS = Math.ceil(ORDERS / 2);

test(`in ${TRIAL_ORDERS} orders of the same with trials there is one trial at most, nothing is charged in it, and each card has its license`, async () => {
  let begun = 0;
  for (let seed = 1; seed <= TRIAL_ORDERS; seed += 1) {
    const random = randomOf(seed + 1_000_000);
    const world: TrialWorld = { own: await trialBuyer(), kept: [], secrets: [], random };
    const { own } = world;
    for (let step = 0; step < 14; step += 1) await pickOf(TRIAL_STEPS, random)?.(world);
    await sendAll(shop);
    for (const days of [0, 1.1]) {
      shop.time.passDays(days);
      shop.processor.passTime();
      await compare(own);
    }
    const { books } = shop.processor.ledger;
    const customers = Object.values(books.customer).filter(({ metadata }) => metadata['user'] === own.customer.id);
    const subscriptions = Object.values(books.subscription).filter(({ customer }) => customer === customers[0]?.id);
    const withCard = subscriptions.filter((one) => one.default_payment_method !== null);
    const client = await shop.server.as(own.partner, own.customer);
    const licenses = await boughtBy(client);
    assert.deepEqual(
      licenses.map(({ subscription }) => subscription?.subscription_id).toSorted(),
      withCard.map(({ id }) => id).toSorted(),
      `seed ${seed}`,
    );
    const trials = withCard.filter((one) => one.trial_end !== null);
    assert.ok(trials.length <= 1, `seed ${seed}: ${trials.length} trials`);
    assert.equal(subscriptions.filter((one) => one.status === 'trialing' && !withCard.includes(one)).length, 0);
    const charged = Object.values(books.invoice).filter(({ amount_paid: amount }) => amount > 0);
    for (const { id, trial_end: end } of trials)
      for (const { parent, created } of charged)
        if (parent.subscription_details.subscription === id) assert.ok(end !== null && created >= end, `seed ${seed}`);
    const mails = await shop.server.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, own.customer.email));
    assert.ok(mails.filter(({ subject }) => /trial/.test(subject)).length <= 1, `seed ${seed}`);
    begun += trials.length;
  }
  assert.ok(begun > TRIAL_ORDERS / 3, `${begun} trials`);
});
