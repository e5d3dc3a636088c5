import type { License, PaymentMethod } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  answerBank,
  bought,
  boughtBy,
  buyer,
  CARD,
  openShop,
  pay,
  priceOf,
  refusalOf,
  sendAll,
  type Buyer,
  type Shop,
} from './payment-support.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
after(() => shop.stop());

const METHODS = '/stripe/payment_methods';
const MASTERCARD = '5555555555554444';

async function cardsOf({ client }: Buyer): Promise<PaymentMethod[]> {
  const answer = await client.get<PaymentMethod[]>(METHODS);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}
const facts = (cards: PaymentMethod[]) => cards.map(({ brand, is_default }) => [brand, is_default]);

async function started({ client }: Buyer): Promise<{ clientSecret: string }> {
  const answer = await client.post<{ clientSecret: string }>(`${METHODS}/setup`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Adds a card as the form does, and returns it. */
async function added(own: Buyer, number = MASTERCARD): Promise<PaymentMethod> {
  const before = new Set((await cardsOf(own)).map(({ id }) => id));
  assert.equal((await pay(shop, await started(own), number)).status, 'succeeded');
  const card = (await cardsOf(own)).find(({ id }) => !before.has(id));
  assert.ok(card);
  return card;
}
const makeDefault = (own: Buyer, { id }: { id: string }) => own.client.put(`${METHODS}/${id}/default`);
const remove = (own: Buyer, { id }: { id: string }) => own.client.delete(`${METHODS}/${id}`);
/** Turns the renewal on, or off. */
const resume = (own: Buyer, { subscription }: License, on = true) =>
  own.client.post('/stripe/licenses/renewal', {
    subscription_id: subscription?.subscription_id,
    renewal_automatically: on,
  });
const planOf = (own: Buyer, product: 'site_basic' | 'site_pro') => ({
  priceId: priceOf(own, product, 'month'),
  plan_type: product === 'site_pro' ? 'PRO' : 'STARTER',
});
const subscriptionsOf = ({ customer: { email } }: Buyer) => {
  const { customer: customers, subscription } = shop.processor.ledger.books;
  return Object.values(subscription).filter(({ customer }) => customers[customer]?.email === email);
};
/** Of the subscriptions, at the provider. */
const cardsThatPay = (own: Buyer) => subscriptionsOf(own).map((one) => one.default_payment_method);

test('a card is added, made the default for what runs, and the other one removed', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own, {}, CARD.failsLater);
  const [first] = await cardsOf(own);
  assert.ok(first);
  const second = await added(own);
  assert.deepEqual(facts(await cardsOf(own)).sort(), [
    ['mastercard', false],
    ['visa', false],
  ]);
  const changed = await makeDefault(own, second);
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(facts(changed.body as unknown as PaymentMethod[]).sort(), [
    ['mastercard', true],
    ['visa', false],
  ]);
  const removed = await remove(own, first);
  assert.equal(removed.status, 200, removed.text);
  assert.deepEqual(facts(await cardsOf(own)), [['mastercard', true]]);
  // The first card would have been declined.
  shop.time.passDays(31);
  shop.processor.passTime();
  await sendAll(shop);
  own.client = await shop.server.as(own.partner, own.customer);
  const [renewed] = await boughtBy(own.client);
  assert.deepEqual([renewed?.status, (renewed?.to_date ?? 0) > license.to_date], ['active', true]);
});

test('the card of a running subscription is not removed, until the subscription is canceled', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  const [only] = await cardsOf(own);
  assert.ok(only);
  assert.deepEqual(refusalOf(await remove(own, only)), [409, 'CARD_IN_USE']);
  const other = await added(own);
  assert.deepEqual(refusalOf(await remove(own, only)), [409, 'CARD_IN_USE']);
  assert.equal((await remove(own, other)).status, 200);
  const subscription_id = license.subscription?.subscription_id;
  assert.equal((await own.client.post('/stripe/licenses/cancel', { subscription_id })).status, 200);
  assert.equal((await remove(own, only)).status, 200);
  assert.deepEqual(await cardsOf(own), []);
});

test('a canceled subscription has the new default, too, and is renewed with it once it is resumed', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own, {}, CARD.failsLater);
  await resume(own, license, false);
  assert.equal((await makeDefault(own, await added(own))).status, 200);
  assert.equal((await resume(own, license)).status, 200);
  shop.time.passDays(31);
  shop.processor.passTime();
  await sendAll(shop);
  own.client = await shop.server.as(own.partner, own.customer);
  const [renewed] = await boughtBy(own.client);
  assert.deepEqual([renewed?.status, (renewed?.to_date ?? 0) > license.to_date], ['active', true]);
});

test('a subscription that no card would pay is not resumed, until one would', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  await resume(own, license, false);
  const [only] = await cardsOf(own);
  assert.ok(only);
  assert.equal((await remove(own, only)).status, 200);
  const byKey = own.client.put(`/license/${license.license_key}/auto/renewal`, { autoRenewal: true });
  for (const answer of [await resume(own, license), await byKey])
    assert.deepEqual(refusalOf(answer), [409, 'CARD_MISSING']);
  assert.equal((await boughtBy(own.client))[0]?.status, 'canceled');
  assert.equal((await makeDefault(own, await added(own))).status, 200);
  assert.equal((await resume(own, license)).status, 200);
});

test('when the provider fails halfway, the card is not shown as the default, and a repeat finishes', async () => {
  const own = await buyer(shop);
  for (const product of ['site_basic', 'site_pro'] as const)
    await bought(shop, own, planOf(own, product), product === 'site_pro' ? CARD.good : CARD.failsLater);
  const second = await added(own);
  // The client of the provider asks twice.
  shop.processor.failNext(4, 500, /^POST \/v1\/subscriptions\//);
  assert.deepEqual(refusalOf(await makeDefault(own, second)), [503, 'PAYMENT_AWAY']);
  shop.processor.failNext(0, 500);
  assert.ok((await cardsOf(own)).every(({ is_default }) => !is_default));
  assert.equal((await makeDefault(own, second)).status, 200);
  assert.deepEqual(
    (await cardsOf(own)).filter(({ is_default }) => is_default).map(({ id }) => id),
    [second.id],
  );
  assert.deepEqual(new Set(cardsThatPay(own)), new Set([second.id]));
});

test('a card that is being made the default is not removed at the same time', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  await bought(shop, own, planOf(own, 'site_pro'));
  const second = await added(own);
  const answers = await Promise.all([makeDefault(own, second), remove(own, second)]);
  const [chosen, removed] = answers.map(({ status }) => status);
  // One comes after the other, whichever is first.
  assert.ok(
    (chosen === 200 && removed === 409) || (chosen === 404 && removed === 200),
    answers.map(({ text }) => text).join(' '),
  );
  const ids = (await cardsOf(own)).map(({ id }) => id);
  for (const card of cardsThatPay(own)) assert.ok(ids.includes(card ?? ''), 'what runs has a card that is there');
});

test('a card that a later purchase brought can be made the default, also of what it bought', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  const [first] = await cardsOf(own);
  assert.ok(first);
  assert.equal(first.is_default, false, 'a purchase alone makes no card the default, as at Stripe');
  await makeDefault(own, first);
  assert.deepEqual(facts(await cardsOf(own)), [['visa', true]]);
  await bought(shop, own, planOf(own, 'site_pro'), MASTERCARD);
  assert.deepEqual(facts(await cardsOf(own)).sort(), [
    ['mastercard', false],
    ['visa', false],
  ]);
  assert.equal((await makeDefault(own, first)).status, 200);
  assert.deepEqual(new Set(cardsThatPay(own)), new Set([first.id]));
  assert.equal((await cardsOf(own)).find(({ id }) => id === first.id)?.is_default, true);
});

test('a subscription without a card of its own is paid with the default of its customer', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own, {}, CARD.failsLater);
  const second = await added(own);
  await makeDefault(own, second);
  for (const subscription of subscriptionsOf(own)) subscription.default_payment_method = null;
  assert.deepEqual(refusalOf(await remove(own, second)), [409, 'CARD_IN_USE']);
  shop.time.passDays(31);
  shop.processor.passTime();
  await sendAll(shop);
  own.client = await shop.server.as(own.partner, own.customer);
  const [renewed] = await boughtBy(own.client);
  assert.deepEqual([renewed?.status, (renewed?.to_date ?? 0) > license.to_date], ['active', true]);
});

test('up to a hundred cards are listed', async () => {
  const own = await buyer(shop);
  const card = await added(own);
  const { payment_method: methods } = shop.processor.ledger.books;
  const [kept] = Object.values(methods).filter(({ id }) => id === card.id);
  assert.ok(kept);
  for (let n = 0; n < 30; n += 1) methods[`pm_copy${n}`] = { ...kept, id: `pm_copy${n}` };
  assert.equal((await cardsOf(own)).length, 31);
  for (let n = 0; n < 30; n += 1) delete methods[`pm_copy${n}`];
});

test('a subscription that has ended says nothing about the default', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  const second = await added(own);
  await makeDefault(own, second);
  const [subscription] = subscriptionsOf(own);
  assert.ok(subscription);
  // An ended one with another card is nothing that runs.
  Object.assign(subscription, { status: 'canceled', default_payment_method: 'pm_gone' });
  assert.equal((await cardsOf(own)).find(({ id }) => id === second.id)?.is_default, true);
});

test('a customer who has bought nothing adds a card; a refused one, and one whose owner fails the challenge, is not kept', async () => {
  const own = await buyer(shop);
  const setup = await started(own);
  assert.equal((await pay(shop, setup, CARD.declined)).error?.message, 'Your card was declined.');
  const challenged = await pay(shop, setup, CARD.challenge);
  assert.match(challenged.next_action?.redirect_to_url.url ?? '', /\/challenge\?/);
  await answerBank(shop, setup, false);
  assert.deepEqual(await cardsOf(own), []);
  await pay(shop, setup, CARD.challenge);
  await answerBank(shop, setup, true);
  assert.deepEqual(facts(await cardsOf(own)), [['visa', false]]);
  assert.equal((await pay(shop, setup)).status, undefined, 'a setup keeps one card');
  await sendAll(shop);
});

test('a card of somebody else is not found, and neither is what is none', async () => {
  const own = await buyer(shop);
  const theirs = await added(await buyer(shop));
  for (const somebody of [own, await buyer(shop)]) {
    await started(somebody);
    for (const id of [theirs.id, 'pm_none', '__proto__'])
      for (const ask of [makeDefault, remove]) assert.equal((await ask(somebody, { id })).status, 404, id);
  }
  assert.equal((await remove(own, { id: encodeURIComponent('../customers') })).status, 422);
});

test('a change of cards needs a proof of who somebody is', async () => {
  const own = await buyer(shop);
  const card = await added(own);
  shop.time.ms += 11 * 60_000;
  const answers = [own.client.post(`${METHODS}/setup`), makeDefault(own, card), remove(own, card)];
  for (const answer of await Promise.all(answers)) assert.deepEqual(refusalOf(answer), [403, 'PROOF_NEEDED']);
  assert.equal((await cardsOf(own)).length, 1);
});
