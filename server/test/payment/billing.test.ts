import type { BillingDetails } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newTaxId } from '../../src/processor/customer-objects.ts';
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

/** The tax ids of a customer at the provider. */
const taxIdsOf = ({ customer: { email } }: Buyer) => {
  const { customer: customers, tax_id: ids } = booksOf();
  return Object.values(ids).filter(({ customer }) => customers[customer]?.email === email);
};

test('a tax id that is not changed is kept, also one of a kind that the panel would not make', async () => {
  const own = await buyer(shop);
  await save(own, { tax_id: '' });
  const [customer] = Object.values(booksOf().customer).filter(({ email }) => email === own.customer.email);
  const made = newTaxId({ customer: customer?.id ?? '', type: 'ad_nrt', value: 'A-123456-Z' }, 0);
  booksOf().tax_id[made.id] = made;
  const saved = await save(own, { country: 'AD', city: 'Andorra la Vella', tax_id: 'A-123456-Z' });
  assert.equal(saved.status, 200, saved.text);
  assert.deepEqual(await shown(own), {
    ...{ ...BERLIN, country: 'AD', city: 'Andorra la Vella' },
    tax_id: 'A-123456-Z',
  });
  assert.deepEqual(
    taxIdsOf(own).map(({ id }) => id),
    [made.id],
  );
});

test('another tax id takes the place of the one that was shown, and of no other', async () => {
  const own = await buyer(shop);
  await save(own, { tax_id: '' });
  const [customer] = Object.values(booksOf().customer).filter(({ email }) => email === own.customer.email);
  for (const value of ['DE111111111', 'DE222222222']) {
    const made = newTaxId({ customer: customer?.id ?? '', type: 'eu_vat', value }, 0);
    booksOf().tax_id[made.id] = made;
  }
  assert.equal((await shown(own)).tax_id, 'DE222222222', 'the newest');
  assert.equal((await save(own, { tax_id: ' de333333333 ' })).status, 200);
  assert.equal((await shown(own)).tax_id, 'DE333333333');
  assert.deepEqual(
    taxIdsOf(own)
      .map(({ value }) => value)
      .sort(),
    ['DE111111111', 'DE333333333'],
  );
  const before = taxIdsOf(own).map(({ id }) => id);
  assert.equal((await save(own, { tax_id: 'de333333333' })).status, 200);
  assert.deepEqual(
    taxIdsOf(own).map(({ id }) => id),
    before,
    'other letter case is no change',
  );
});

test('what cannot be right is refused at its field, and changes nothing', async () => {
  const own = await buyer(shop);
  await save(own);
  for (const [field, change] of [
    ['country', { country: 'XX' }],
    ['country', { country: 'de' }],
    ['country', { country: '', tax_id: '' }],
    ['tax_id', { country: 'AQ', tax_id: 'AQ123456' }],
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
