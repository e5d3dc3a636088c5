import type { BillingDetails } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bought, buyer, openShop, refusalOf, type Buyer, type Shop } from './payment-support.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
after(() => shop.stop());

const BERLIN = {
  ...{ name: 'Ada GmbH', line1: 'Unter den Linden 1', line2: '', postal_code: '10117', city: 'Berlin', state: '' },
  ...{ country: 'DE', tax_id: 'DE123456789' },
};
const save = (own: Buyer, change: Record<string, unknown> = {}) =>
  own.client.put('/stripe/billing', { ...BERLIN, ...change });
const shown = async ({ client }: Buyer): Promise<BillingDetails> => {
  const answer = await client.get<BillingDetails>('/stripe/billing');
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const booksOf = () => shop.processor.ledger.books;

test('name, address and tax id are the provider’s, and the next invoice has them', async () => {
  const own = await buyer(shop);
  const { name, ...nothing } = await shown(own);
  assert.notEqual(name, '');
  assert.deepEqual(new Set(Object.values(nothing)), new Set(['']));
  const saved = await save(own);
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual(await shown(own), BERLIN);
  await bought(shop, own);
  const invoice = Object.values(booksOf().invoice).at(-1);
  assert.deepEqual(
    [invoice?.customer_name, invoice?.customer_address?.city, invoice?.customer_tax_ids],
    ['Ada GmbH', 'Berlin', [{ type: 'eu_vat', value: 'DE123456789' }]],
  );
  assert.equal((await save(own)).status, 200, 'the same again');
  assert.equal((await save(own, { country: 'CH', tax_id: 'CHE-123.456.789 MWST' })).status, 200);
  assert.deepEqual(await shown(own), { ...BERLIN, country: 'CH', tax_id: 'CHE-123.456.789 MWST' });
  assert.equal((await save(own, { tax_id: '' })).status, 200);
  assert.deepEqual(await shown(own), { ...BERLIN, tax_id: '' });
});

test('what cannot be right is refused at its field, and changes nothing', async () => {
  const own = await buyer(shop);
  await save(own);
  for (const [field, change] of [
    ['country', { country: 'XX' }],
    ['country', { country: 'de' }],
    ['country', { country: '', tax_id: '' }],
    ['tax_id', { country: 'AQ' }],
    ['tax_id', { tax_id: 'not a number' }],
    ['tax_id', { tax_id: 'x'.repeat(31) }],
    ['tax_id', { tax_id: '<b>' }],
    ['name', { name: 'x'.repeat(151) }],
    ['line1', { line1: 'One\nTwo' }],
    ['city', { city: 'x'.repeat(101) }],
    ['postal_code', { postal_code: 'x'.repeat(21) }],
  ] as const) {
    const answer = await save(own, change);
    assert.deepEqual(refusalOf(answer), [422, 'VALIDATION'], JSON.stringify(change));
    assert.deepEqual(Object.keys(answer.body['fields'] as object), [field], JSON.stringify(change));
  }
  assert.deepEqual(await shown(own), BERLIN);
});

test('who saves second does not undo what the first one saved', async () => {
  const own = await buyer(shop);
  const opened = await shown(own);
  await save(own);
  assert.deepEqual(refusalOf(await save(own, { expected: opened })), [409, 'CONFLICT']);
  assert.equal((await save(own, { city: 'Potsdam', expected: BERLIN })).status, 200);
  const other = await buyer(shop);
  assert.notEqual((await shown(other)).city, 'Potsdam');
});
