import type { Invoice, License, Proration } from '@panel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bought, boughtBy, buyer, CARD, priceOf, refusalOf, useShop, type Buyer } from './payment-support.ts';

const shop = useShop();

async function previewed(own: Buyer, { id }: License, product_name: string): Promise<Proration> {
  const answer = await own.client.post('/stripe/subscriptions/proration', { id, product_name });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as unknown as Proration;
}
const create = (own: Buyer, proration: Proration, change: Partial<Proration> = {}) =>
  own.client.post('/stripe/invoices/upgrade/create', { proration: { ...proration, ...change } });
const invoicesAt = () => Object.values(shop.processor.ledger.books.invoice).length;
const again = async (own: Buyer) => (own.client = await shop.server.as(own.partner, own.customer));

test('a change that was previewed is charged as it was shown, though time has passed, and answers with its invoice', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  shop.time.passDays(10);
  await again(own);
  const proration = await previewed(own, license, 'site_pro');
  shop.time.ms += 55 * 60_000;
  const answer = await create(own, proration);
  assert.equal(answer.status, 200, answer.text);
  const invoice = answer.body['data'] as Invoice;
  assert.deepEqual(
    [invoice.status, invoice.total, invoice.amount_paid, invoice.subscription_id],
    ['paid', proration.amount_due, proration.amount_due, proration.subscription_id],
  );
  assert.deepEqual((await boughtBy(own.client))[0]?.plan_type, 'PRO');
  assert.deepEqual(refusalOf(await create(own, proration)), [409, 'PLAN_SAME']);
});

test('another amount, another currency, an old preview and one of the future change nothing', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own);
  const proration = await previewed(own, license, 'site_pro');
  const before = invoicesAt();
  const { amount_due, proration_date } = proration;
  for (const change of [
    { amount_due: amount_due - 1 },
    { currency: 'eur' },
    { proration_date: proration_date - 7200 },
    { proration_date: proration_date + 600 },
  ])
    assert.deepEqual(
      refusalOf(await create(own, proration, change)),
      [409, 'PRORATION_CHANGED'],
      JSON.stringify(change),
    );
  for (const change of [{ amount_due: 1.5 }, { currency: 'EURO' }, { proration_date: -1 }])
    assert.equal((await create(own, proration, change)).status, 422);
  assert.equal(invoicesAt(), before);
  assert.equal((await boughtBy(own.client))[0]?.plan_type, 'STARTER');
});

test('a preview of somebody else is not found, and a refused card changes nothing', async () => {
  const own = await buyer(shop);
  const license = await bought(shop, own, {}, CARD.failsLater);
  const proration = await previewed(own, license, 'site_pro');
  const other = await buyer(shop);
  assert.equal((await create(other, proration)).status, 404);
  assert.deepEqual(refusalOf(await create(own, proration)), [402, 'PAYMENT_DECLINED']);
  assert.equal((await boughtBy(own.client))[0]?.plan_type, 'STARTER');
});

async function withApp() {
  const own = await buyer(shop, await shop.server.scenario.partner({ isSpecial: true }));
  const order = { project_type: 'app', plan_type: 'PRO', priceId: priceOf(own, 'app_fullstack', 'month') };
  const license = await bought(shop, own, order);
  const made = await own.client.post<{ app_id: string }>('/nucal/create/project', {
    ...{ fqdn: 'orders', template_id: 'static-page', license_key: license.license_key },
  });
  assert.equal(made.status, 200, made.text);
  const set = (db: boolean, client = own.client) =>
    client.post<{ data: License; code?: string }>('/stripe/update/database', { app: made.body.app_id, db });
  return { own, license, set };
}

test('the license of an application gets a database, once, and loses it again', async () => {
  const { license, set } = await withApp();
  const before = invoicesAt();
  assert.equal((await set(false)).body.data.product_identifier, 'app_fullstack');
  assert.equal(invoicesAt(), before);
  const added = await set(true);
  assert.equal(added.status, 200, added.text);
  assert.deepEqual([added.body.data.id, added.body.data.product_identifier], [license.id, 'app_fullstack_db']);
  assert.equal((await set(true)).body.data.product_identifier, 'app_fullstack_db');
  assert.equal(invoicesAt(), before + 1);
  assert.equal((await set(false)).body.data.product_identifier, 'app_fullstack');
  assert.equal(invoicesAt(), before + 2);
});

test('an application of others is not found, and one without a bought license cannot get a database', async () => {
  const { own, set } = await withApp();
  const neighbour = await shop.server.as(own.partner, await shop.server.scenario.customer(own.partner));
  assert.equal((await set(true, neighbour)).status, 404);
  const free = await own.client.post<{ app_id: string }>('/nucal/create/project', {
    ...{ fqdn: 'free', template_id: 'static-page' },
  });
  const answer = await own.client.post('/stripe/update/database', { app: free.body.app_id, db: true });
  assert.deepEqual(refusalOf(answer), [409, 'LICENSE_NOT_VALID']);
});
