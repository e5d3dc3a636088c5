import type { Invoice } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plainError } from '../../src/context/plain-page.ts';
import type { InvoiceDocument } from '../../src/context/payment-port.ts';
import { paperOf } from '../../src/modules/payment/invoice-paper.ts';
import { invoicePdf, type InvoicePaper } from '../../src/uploads/readers/invoice-pdf.ts';
import { staffOf } from '../license/license-support.ts';
import { bought, buyer, openShop, refusalOf, type Buyer, type Shop } from './payment-support.ts';
import { pdfTexts } from './pdf-text.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
after(() => shop.stop());

const PAPER: InvoicePaper = {
  seller: { name: 'Aurora', email: 'help@aurora.example', address: 'panel.aurora.example', color: '#2f5fd0' },
  logo: null,
  title: 'Invoice A-1',
  currency: 'usd',
  facts: [],
  buyer: ['Ada'],
  lines: [{ description: 'Site Basic', period: '', quantity: 1, amount: 123_456 }],
  sums: [],
};
const BUYER = { name: 'Ada', line1: '', line2: '', postal_code: '', city: '', state: '', country: 'DE' };
const printed = async (change: Partial<InvoicePaper>): Promise<string[]> =>
  pdfTexts(Buffer.from(await invoicePdf({ ...PAPER, ...change })));

async function invoiceOf({ client }: Buyer): Promise<Invoice> {
  const answer = await client.get<{ pageElements: Invoice[] }>('/stripe/invoices');
  const [invoice] = answer.body.pageElements;
  assert.ok(invoice, answer.text);
  return invoice;
}
const download = (own: Pick<Buyer, 'client'>, { id }: { id: string }) =>
  own.client.get(`/invoice-pdf/${id}`, { accept: 'application/pdf' });

test('an invoice has the brand, the buyer as they were, lines and sums', async () => {
  const own = await buyer(shop);
  const details = {
    ...{
      name: 'Łukasz Παπάς',
      line1: 'Unter den Linden 1',
      line2: '',
      postal_code: '10117',
      city: 'Berlin',
      state: '',
    },
    ...{ country: 'DE', tax_id: 'DE123456789' },
  };
  assert.equal((await own.client.put('/stripe/billing', details)).status, 200);
  await bought(shop, own);
  assert.equal((await own.client.put('/stripe/billing', { ...details, city: 'Potsdam' })).status, 200);
  const invoice = await invoiceOf(own);
  const answer = await download(own, invoice);
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/pdf']);
  assert.equal(answer.headers['content-disposition'], `attachment; filename="invoice-${invoice.number}.pdf"`);
  const texts = pdfTexts(answer.bytes);
  for (const text of [
    ...[own.partner.name, own.partner.supportEmail, `Invoice ${invoice.number}`, 'Paid'],
    ...['Łukasz Παπάς', 'Unter den Linden 1', '10117 Berlin', 'Germany', 'Tax ID: DE123456789'],
    ...['1 × Site Basic (per month)', '$10.00', 'Total'],
  ])
    assert.ok(texts.includes(text), `${text} in ${texts.join(' | ')}`);
});

test('amounts have the decimals of their currency', async () => {
  const of = async (currency: string) => (await printed({ currency })).find((text) => /1.?2.?3/.test(text));
  assert.equal(await of('usd'), '$1,234.56');
  assert.equal(await of('jpy'), '¥123,456');
  assert.equal(await of('kwd'), 'KWD\u00A0123.456');
  assert.equal(await of('huf'), 'HUF\u00A01,234.56');
});

test('credit that paid is said to have paid, and what was owed before to be added', () => {
  const given: InvoiceDocument = {
    ...{ number: 'A-1', status: 'paid', currency: 'usd', createdAt: new Date(0), paidAt: null, lines: [] },
    buyer: { ...BUYER, email: 'ada@example.org', taxIds: [] },
    ...{ subtotal: 1000, discount: 0, tax: 0, taxIncluded: false, total: 1000 },
    ...{ credit: 300, amountPaid: 700, refunded: 0, remaining: 0 },
  };
  const sums = (change: Partial<InvoiceDocument>) => paperOf({ ...given, ...change }, PAPER.seller, null).sums;
  assert.deepEqual(sums({})[1], { label: 'Paid with credit', amount: -300 });
  assert.deepEqual(sums({ credit: -200, amountPaid: 1200 })[1], { label: 'Earlier balance', amount: 200 });
});

test('many lines take as many pages as they need, and none is lost', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => ({
    ...{ description: `Line ${i} `.padEnd(200, 'x '), period: 'Period', quantity: 1, amount: i },
  }));
  const texts = await printed({ lines, sums: [{ label: 'Total', amount: 19_900 }] });
  assert.equal(texts.filter((text) => text.startsWith('Line ')).length, lines.length);
  assert.ok(texts.includes('$199.00'));
});

test('an invoice of another customer and of another partner is not found; staff of the partner have it', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  const invoice = await invoiceOf(own);
  const neighbour = await shop.server.as(own.partner, await shop.server.scenario.customer(own.partner));
  const other = await buyer(shop);
  for (const client of [neighbour, other.client, await staffOf(shop.server, other.partner)])
    assert.equal((await download({ client }, invoice)).status, 404);
  for (const id of ['6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c', 'x', '%2e%2e', '-'.repeat(36)])
    assert.equal((await download(own, { id })).status, 404, id);
  assert.equal((await download({ client: await staffOf(shop.server, own.partner) }, invoice)).status, 200);
});

test('who is signed out is led to the sign-in, and then to billing', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  const { id } = await invoiceOf(own);
  const answer = await shop.server.anonymous(own.partner).get(`/invoice-pdf/${id}`, { accept: 'text/html' });
  assert.deepEqual([answer.status, answer.headers['location']], [302, '/login?next=%2Fmy-account%2Fbilling']);
});

test('why there is no document is said in words, with their values', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  const invoice = await invoiceOf(own);
  // The client of the provider asks twice.
  shop.processor.failNext(2, 500);
  const away = await download(own, invoice);
  assert.deepEqual([away.status, away.text], [503, 'The payment provider does not answer. Try again in a minute.\n']);
  const plain = plainError('PAYMENT_OFF', {}, { contact: 'help@aurora.example' });
  assert.equal(await plain.text(), 'Nothing can be bought here at the moment. Contact help@aurora.example.\n');
});

test('while the provider is away, cards and billing details say that, and not that no payment can start', async () => {
  const own = await buyer(shop);
  await bought(shop, own);
  for (const path of ['/stripe/payment_methods', '/stripe/billing']) {
    shop.processor.failNext(20, 500);
    assert.deepEqual(refusalOf(await own.client.get(path)), [503, 'PAYMENT_AWAY'], path);
    shop.processor.failNext(0, 500);
  }
});
