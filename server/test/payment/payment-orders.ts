import type { PaymentStarted } from '@panel/contract';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import type { AppContext } from '../../src/context/app-context.ts';
import { purchase, rateLimit } from '../../src/db/schema.ts';
import { reconcile } from '../../src/modules/payment/reconcile.ts';
import type { ProcessorEvent } from '../../src/processor/subscription-objects.ts';
import type { PartnerRow } from '../../src/testing/index.ts';
import { cancelTasks, newSite } from '../site/site-support.ts';
import { boughtBy, buyer, CARD, orderOf, pay, priceOf, send, type Buyer, type Shop } from './payment-support.ts';

const few = fc.nat(2);
const is = <T extends string>(kind: T) => fc.constant(kind);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

/** What can happen to purchases. `pick` chooses among what there is then; the panel ends `killedAfter` calls into it. */
const happening = fc.record({
  killedAfter: fc.oneof(weighted(3, fc.constant(null)), weighted(1, fc.nat(25))),
  what: fc.oneof(
    weighted(4, fc.record({ kind: is('order'), product: fc.nat(3), times: fc.constantFrom(1, 1, 1, 2) })),
    weighted(
      5,
      fc.record({
        kind: is('pay'),
        card: fc.constantFrom<keyof typeof CARD>('good', 'good', 'challenge', 'declined', 'poor'),
        pick: few,
        times: fc.constantFrom(1, 1, 2),
      }),
    ),
    weighted(3, fc.record({ kind: is('bank'), passed: fc.boolean(), pick: few })),
    weighted(4, fc.record({ kind: is('event'), pick: fc.nat(30), times: fc.constantFrom(1, 1, 2, 3) })),
    weighted(2, fc.record({ kind: is('reconcile'), failures: few })),
    weighted(1, fc.record({ kind: is('confirm'), pick: few })),
    weighted(1, fc.record({ kind: is('cancel'), pick: few })),
  ),
});
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** An order of them. `hasSite`: the licenses are used at the end, which takes longer. */
const paymentOrder = fc.record({
  happenings: fc.array(happening, { minLength: 4, maxLength: 14 }),
  hasSite: fc.nat(9).map((one) => one === 0),
});
type PaymentOrder = typeof paymentOrder extends fc.Arbitrary<infer T> ? T : never;

const ASKED = new Set<string | symbol>(['select', 'insert', 'update', 'delete', 'execute', 'transaction', '$count']);
const died = (): Error => new Error('The panel has ended here.');

/** A panel that ends in the middle of its work: from a call on, nothing of it reaches the provider or the database. */
function mortal(app: AppContext): { endAfter(calls: number): void; startAgain(): void; ends(): number } {
  let left = Infinity;
  let ends = 0;
  const step = (): void => {
    if (left === 0) ends += 1;
    left -= 1;
    if (left < 0) throw died();
  };
  const guarded = <T extends object>(target: T, names: (name: string | symbol) => boolean): T =>
    new Proxy(target, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name, of);
        if (typeof value !== 'function' || !names(name)) return value;
        return (...args: unknown[]): unknown => {
          step();
          const result: unknown = Reflect.apply(value, of, args);
          // What was done there is not heard of any more.
          if (!(result instanceof Promise)) return result;
          return result.then((answer: unknown) => {
            step();
            return answer;
          });
        };
      },
    });
  assert.ok(app.payments);
  Object.assign(app, {
    db: guarded(app.db, (name) => ASKED.has(name)),
    payments: guarded(app.payments, (name) => name !== 'readEvent'),
  });
  return {
    endAfter: (calls) => void (left = calls),
    startAgain: () => void (left = Infinity),
    ends: () => ends,
  };
}

type World = { own: Buyer; secrets: PaymentStarted[]; kept: ProcessorEvent[]; isDying: boolean };
const pickOf = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const FINE = new Set([200, 503]);

const productOf = (own: Buyer, product: number) =>
  product < 2
    ? {}
    : product === 2
      ? { priceId: priceOf(own, 'site_basic', 'year') }
      : { priceId: priceOf(own, 'site_pro', 'month'), plan_type: 'PRO' };

async function ordered(world: World, product: number): Promise<void> {
  const answer = await world.own.client.post<PaymentStarted>(
    '/stripe/payments/set',
    orderOf(world.own, productOf(world.own, product)),
  );
  assert.ok(world.isDying || FINE.has(answer.status), answer.text);
  if (answer.status === 200) world.secrets.push(answer.body);
}

async function compare({ server }: Shop, { customer }: Buyer): Promise<void> {
  const { app, db } = server;
  assert.ok(app.payments);
  for (const row of await db.select().from(purchase).where(eq(purchase.customerId, customer.id)))
    if (row.status !== 'expired') await reconcile(app, app.payments, row);
}

const secretOf = ({ secrets }: World, pick: number) =>
  pickOf(secrets.filter(({ clientSecret }) => clientSecret !== null).slice(-3), pick);

/** Does one thing; what the panel answers while it ends is of no interest. */
async function happens(shop: Shop, world: World, { what }: Happening): Promise<void> {
  const { own, kept, isDying } = world;
  switch (what.kind) {
    case 'order':
      await Promise.all(Array.from({ length: what.times }, () => ordered(world, what.product)));
      return;
    case 'pay': {
      if (!secretOf(world, 0)) await ordered(world, what.pick);
      const started = secretOf(world, what.pick);
      if (started) await Promise.all(Array.from({ length: what.times }, () => pay(shop, started, CARD[what.card])));
      return;
    }
    case 'bank': {
      const started = secretOf(world, what.pick);
      if (!started) return;
      const body = new URLSearchParams({ client_secret: started.clientSecret ?? '', passed: String(what.passed) });
      // There need not be anything that the bank has asked.
      await fetch(`${shop.processor.address}/challenge`, { method: 'POST', body });
      return;
    }
    case 'event': {
      kept.push(...shop.processor.ledger.books.pending.splice(0));
      const event = pickOf(kept, what.pick);
      if (!event) return;
      const statuses = await Promise.all(Array.from({ length: what.times }, () => send(shop, event)));
      assert.ok(isDying || statuses.every((status) => FINE.has(status)), statuses.join());
      return;
    }
    case 'reconcile':
      shop.processor.failNext(what.failures, 500);
      await compare(shop, own).catch((error: unknown) => assert.ok(isDying || what.failures > 0, String(error)));
      shop.processor.failNext(0, 500);
      return;
    case 'confirm': {
      const started = pickOf(world.secrets.slice(-3), what.pick);
      if (!started) return;
      const { status, text } = await own.client.put(`/stripe/${started.id}`, { status: 'active' });
      assert.ok(isDying || FINE.has(status), text);
      return;
    }
    case 'cancel': {
      if (isDying) return;
      const id = pickOf(await boughtBy(own.client), what.pick)?.subscription?.subscription_id;
      if (id) await own.client.post('/stripe/licenses/cancel', { subscription_id: id });
    }
  }
}

/** What the provider has charged a customer for, and which subscriptions run. */
function chargedAt({ processor }: Shop, { customer }: Buyer) {
  const { books } = processor.ledger;
  const customers = Object.values(books.customer).filter(({ metadata }) => metadata['user'] === customer.id);
  const isTheirs = (one: { customer: string }) => customers.some(({ id }) => id === one.customer);
  return {
    customers: customers.length,
    charges: Object.values(books.payment_intent).filter((one) => one.status === 'succeeded' && isTheirs(one)).length,
    running: Object.values(books.subscription)
      .filter((one) => one.status === 'active' && isTheirs(one))
      .map(({ id }) => id)
      .toSorted(),
  };
}

/** One charge, one running subscription, one license. Returns the licenses. */
async function consistent(shop: Shop, own: Buyer) {
  const { customers, charges, running } = chargedAt(shop, own);
  const licenses = await boughtBy(own.client);
  assert.ok(customers <= 1, `${customers} customers at the provider`);
  assert.deepEqual(licenses.map(({ subscription }) => subscription?.subscription_id).toSorted(), running);
  assert.equal(licenses.length, charges, 'licenses and charges');
  const rows = await shop.server.db.select().from(purchase).where(eq(purchase.customerId, own.customer.id));
  const paid = rows.filter(({ status }) => status === 'paid').map(({ subscriptionId }) => subscriptionId);
  assert.deepEqual(paid.toSorted(), running, 'paid purchases');
  return licenses;
}

async function settled(shop: Shop, { own, kept }: World): Promise<void> {
  kept.push(...shop.processor.ledger.books.pending.splice(0));
  for (const event of kept.toReversed()) assert.equal(await send(shop, event), 200);
  await compare(shop, own);
}

/** A license is for one site: of two that ask for it at once, one gets it. */
async function usedOnce({ own }: World, key: string): Promise<void> {
  const answers = await Promise.all(
    ['one', 'two'].map((name) => own.client.post('/site', newSite(own.fqdn(name), { license_key: key }))),
  );
  const made = answers.filter(({ status }) => status === 200);
  assert.equal(made.length, 1, answers.map(({ text }) => text).join('\n'));
  await cancelTasks(own, [String(made[0]?.body['task_id'])]);
}

/** Lets an order of things happen, then looks whether each charge has its license, and whether the customer can go on. Returns the charges. */
async function tryOrder(
  shop: Shop,
  life: ReturnType<typeof mortal>,
  order: PaymentOrder,
  partner: PartnerRow,
): Promise<number> {
  const world: World = { own: await buyer(shop, partner), secrets: [], kept: [], isDying: false };
  const { own } = world;
  // All customers have the address of this machine.
  await shop.server.db.delete(rateLimit);
  shop.processor.ledger.books.pending.splice(0);
  for (const one of order.happenings) {
    world.isDying = one.killedAfter !== null;
    if (one.killedAfter !== null) life.endAfter(one.killedAfter);
    try {
      await happens(shop, world, one);
    } finally {
      life.startAgain();
    }
  }
  world.isDying = false;
  await settled(shop, world);
  const licenses = await consistent(shop, own);

  // Whatever it was, the customer can buy: no order is stuck, and none is paid for with an earlier one.
  await ordered(world, 0);
  const started = world.secrets.at(-1);
  assert.ok(started?.clientSecret, JSON.stringify(started));
  const paid = await pay(shop, started);
  assert.equal(paid.status, 'succeeded', JSON.stringify(paid));
  await settled(shop, world);
  const after = await consistent(shop, own);
  assert.equal(after.length, licenses.length + 1);
  const newest = after.find(({ id }) => !licenses.some((one) => one.id === id));
  if (order.hasSite) await usedOnce(world, newest?.license_key ?? '');
  return after.length;
}

/** Tries orders of a seed; the first that fails is reported as short as it can be made. */
export async function tryOrders(shop: Shop, { runs, seed }: { runs: number; seed: number }): Promise<void> {
  const life = mortal(shop.server.app);
  const { partner } = await buyer(shop);
  let charges = 0;
  const each = fc.asyncProperty(paymentOrder, async (order) => {
    charges += await tryOrder(shop, life, order, partner);
  });
  await fc.assert(each, { numRuns: runs, seed });
  // Each has one at its end, and enough have others before.
  assert.ok(charges > 1.2 * runs && life.ends() > runs / 2, `${charges} charges, ${life.ends()} ends`);
}
