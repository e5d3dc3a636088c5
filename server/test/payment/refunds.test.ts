import {
  REFUND_NOT_MADE,
  type AuditLine,
  type Invoice,
  type Overview,
  type Page,
  type StaffInvoice,
} from '@panel/contract';
import { eq } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { refund as refundTable } from '../../src/db/schema.ts';
import { reconcileOpenRefunds } from '../../src/modules/payment/reconcile-refunds.ts';
import { acceptRefund } from '../../src/modules/payment/refund.repo.ts';
import type { ProcessorEvent } from '../../src/processor/subscription-objects.ts';
import type { Client } from '../../src/testing/index.ts';
import { staffOf } from '../license/license-support.ts';
import {
  bought,
  buyer,
  CARD,
  eventOf,
  openShop,
  refusalOf,
  send,
  sendAll,
  type Buyer,
  type Shop,
} from './payment-support.ts';
import { pdfTexts } from './pdf-text.ts';

let shop: Shop;
before(async () => void (shop = await openShop()));
afterEach(() => {
  shop.processor.failNext(0, 500);
  shop.processor.ledger.books.pending.splice(0);
});
after(() => shop.stop());

type Sold = { own: Buyer; staff: Client; invoice: StaffInvoice };

async function invoiceOf(staff: Client, { customer }: Buyer): Promise<StaffInvoice> {
  const answer = await staff.get<Page<StaffInvoice>>(`/partner/invoice?customer_id=${customer.id}`);
  const [invoice] = answer.body.pageElements;
  assert.ok(invoice, answer.text);
  return invoice;
}

/** A customer who has paid an invoice of 10 dollars. */
async function sold(card = CARD.good): Promise<Sold> {
  const own = await buyer(shop);
  await bought(shop, own, {}, card);
  const staff = await staffOf(shop.server, own.partner);
  return { own, staff, invoice: await invoiceOf(staff, own) };
}

const refund = (staff: Client, { id, currency, refunded, refund_pending }: StaffInvoice, change: object = {}) =>
  staff.post(`/partner/invoice/${id}/refund`, {
    ...{ amount: 300, currency, reason: 'Ordered by mistake', seen: { refunded, refund_pending } },
    ...change,
  });

/** What the processor really has paid back of a customer's payments, by amount. */
const paidBack = ({ customer: { email } }: Buyer): number[] => {
  const { customer: customers, refund: refunds } = shop.processor.ledger.books;
  return Object.values(refunds)
    .filter(({ customer }) => customers[customer]?.email === email)
    .map(({ amount }) => amount);
};
const sumsOf = ({ refunded, refund_pending }: Pick<Invoice, 'refunded' | 'refund_pending'>) => [
  refunded,
  refund_pending,
];
const told = async ({ staff, own }: Sold) => sumsOf(await invoiceOf(staff, own));
/** Pays a part of the newest payment back at the provider itself; `id`: as the panel asks for its own. */
async function refundAtProvider(amount: number, id?: string): Promise<void> {
  const [intent] = Object.values(shop.processor.ledger.books.payment_intent).slice(-1);
  const made = await fetch(`${shop.processor.address}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_0123456789abcdef',
      ...(id !== undefined && { 'idempotency-key': `refund-${id}` }),
    },
    body: new URLSearchParams({
      ...{ payment_intent: intent?.id ?? '', amount: String(amount) },
      ...(id !== undefined && { 'metadata[refund]': id }),
    }),
  });
  assert.equal(made.status, 200);
}
const waiting = (): ProcessorEvent[] => shop.processor.ledger.books.pending.splice(0);

test('a part is on its way until the event comes, and then both sides see what was refunded', async () => {
  const mine = await sold();
  const answer = await refund(mine.staff, mine.invoice);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(sumsOf(answer.body['data'] as StaffInvoice), [0, 300]);
  assert.equal(answer.body['message'], undefined, 'the page says it in the language of its reader');
  await sendAll(shop);
  const now = await invoiceOf(mine.staff, mine.own);
  assert.deepEqual(sumsOf(now), [300, 0]);
  assert.deepEqual(
    now.refunds.map(({ amount, status, reason, failure }) => ({ amount, status, reason, failure })),
    [{ amount: 300, status: 'succeeded', reason: 'Ordered by mistake', failure: null }],
  );
  assert.equal(now.customer_email, mine.own.customer.email);
  const { body } = await mine.own.client.get<Page<Invoice>>('/stripe/invoices');
  assert.deepEqual(body.pageElements.map(sumsOf), [[300, 0]]);
  assert.ok(!('refunds' in (body.pageElements[0] ?? {})), 'the reason is for staff alone');
  const pdf = await mine.own.client.get(`/invoice-pdf/${now.id}`, { accept: 'application/pdf' });
  const texts = pdfTexts(pdf.bytes);
  assert.ok(texts.includes('Refunded') && texts.includes('$3.00'), texts.join(' | '));
  assert.equal((await mine.own.client.get('/license')).body['length'], 1, 'the license goes on');
});

test('the reason is kept in the audit log, with who it was', async () => {
  const mine = await sold();
  await refund(mine.staff, mine.invoice, { reason: 'Could not use it' });
  const { body } = await mine.staff.get<Page<AuditLine>>('/audit?action=payment.refund');
  const [line] = body.pageElements;
  assert.ok(line, JSON.stringify(body));
  assert.equal(line.action, 'payment.refund');
  assert.match(JSON.stringify(line), /Could not use it/);
});

test('the rest is refunded after a part, and nothing more', async () => {
  const mine = await sold();
  await refund(mine.staff, mine.invoice);
  await sendAll(shop);
  const part = await invoiceOf(mine.staff, mine.own);
  const tooMuch = await refund(mine.staff, part, { amount: 701 });
  assert.deepEqual(refusalOf(tooMuch), [422, 'VALIDATION']);
  assert.deepEqual(tooMuch.body['fields'], { amount: 'This is more than what was paid and not refunded yet.' });
  assert.equal((await refund(mine.staff, part, { amount: 700 })).status, 200);
  await sendAll(shop);
  const whole = await invoiceOf(mine.staff, mine.own);
  assert.deepEqual(sumsOf(whole), [1000, 0]);
  assert.deepEqual(refusalOf(await refund(mine.staff, whole, { amount: 1 })), [422, 'VALIDATION']);
  assert.deepEqual(paidBack(mine.own), [300, 700]);
});

test('amounts that cannot be right are refused at their field', async () => {
  const mine = await sold();
  for (const [field, change] of [
    ['amount', { amount: -1 }],
    ['amount', { amount: 0 }],
    ['amount', { amount: 0.5 }],
    ['amount', { amount: 1001 }],
    ['amount', { amount: 1e12 }],
    ['amount', { amount: 1e300 }],
    ['amount', { amount: '300' }],
    ['currency', { currency: 'eur' }],
    ['currency', { currency: 'USD' }],
    ['reason', { reason: ' ' }],
    ['reason', { reason: 'x'.repeat(501) }],
  ] as const) {
    const answer = await refund(mine.staff, mine.invoice, change);
    assert.deepEqual(refusalOf(answer), [422, 'VALIDATION'], JSON.stringify(change));
    assert.deepEqual(Object.keys(answer.body['fields'] as object), [field], answer.text);
  }
  assert.deepEqual(await told(mine), [0, 0]);
  assert.deepEqual(paidBack(mine.own), []);
});

test('a double click is one refund, and a second tab does not refund more', async () => {
  const mine = await sold();
  const both = await Promise.all([refund(mine.staff, mine.invoice), refund(mine.staff, mine.invoice)]);
  const codes = both.map((answer) => answer.body['code'] ?? 'ok');
  // The second joins the first, or hears that it was made meanwhile.
  assert.ok(codes.includes('ok') && codes.every((code) => code === 'ok' || code === 'REFUND_CHANGED'), codes.join());
  assert.deepEqual(paidBack(mine.own), [300]);
  await sendAll(shop);
  const late = await refund(mine.staff, mine.invoice);
  assert.deepEqual(refusalOf(late), [409, 'REFUND_CHANGED']);
  assert.deepEqual(paidBack(mine.own), [300]);
});

test('events that come twice, late and in any order change nothing wrongly', async () => {
  const mine = await sold();
  await refund(mine.staff, mine.invoice);
  const first = waiting();
  assert.deepEqual(
    first.map(({ type }) => type),
    ['charge.refunded', 'refund.created'],
  );
  await refund(mine.staff, await invoiceOf(mine.staff, mine.own), { amount: 200 });
  const second = waiting();
  for (const event of [...second.toReversed(), ...first, ...first, ...second])
    assert.equal(await send(shop, event), 200);
  assert.deepEqual(await told(mine), [500, 0]);
  assert.equal((await invoiceOf(mine.staff, mine.own)).refunds.length, 2);
  const [event] = first;
  assert.ok(event);
  assert.equal(await send(shop, event, { secret: 'whsec_wrong' }), 400);
  assert.equal(await send(shop, event, { secondsAgo: 3600 }), 400);
  const charge = { ...event.data.object, payment_intent: 'pi_of_another_shop' };
  assert.equal(await send(shop, { ...event, data: { object: charge } }), 200, 'of another shop');
  assert.deepEqual(await told(mine), [500, 0]);
});

test('a refund that was made at the provider is shown, too', async () => {
  const mine = await sold();
  await refundAtProvider(400);
  const late = await refund(mine.staff, mine.invoice, { amount: 1000 });
  assert.deepEqual(refusalOf(late), [409, 'REFUND_REFUSED'], 'the panel has not heard of it yet');
  assert.match(late.text, /greater than unrefunded amount/);
  assert.deepEqual(await told(mine), [400, 0], 'it has asked meanwhile');
  await sendAll(shop);
  const now = await invoiceOf(mine.staff, mine.own);
  assert.deepEqual(
    [sumsOf(now), now.refunds.map(({ reason, status }) => [reason, status]).toSorted()],
    [
      [400, 0],
      [
        ['', 'succeeded'],
        ['Ordered by mistake', 'failed'],
      ],
    ],
  );
});

test('one that the bank answers late is on its way, and one that the bank gives back is failed and can be made again', async () => {
  const late = await sold('4000000000007726');
  await refund(late.staff, late.invoice);
  await sendAll(shop);
  assert.deepEqual(await told(late), [0, 300]);
  shop.processor.passTime();
  await sendAll(shop);
  assert.deepEqual(await told(late), [300, 0]);

  const failing = await sold('4000000000005126');
  await refund(failing.staff, failing.invoice, { amount: 1000 });
  await sendAll(shop);
  assert.deepEqual(await told(failing), [1000, 0]);
  shop.processor.passTime();
  await sendAll(shop);
  const now = await invoiceOf(failing.staff, failing.own);
  assert.deepEqual(sumsOf(now), [0, 0]);
  assert.deepEqual([now.refunds[0]?.status, now.refunds[0]?.failure], ['failed', 'expired_or_canceled_card']);
  assert.equal((await refund(failing.staff, now, { amount: 1000 })).status, 200);
});

for (const status of [409, 429, 500])
  test(`a provider that answers ${status} may still be at it: one refund, and what is not there after two minutes has failed`, async () => {
    const late = await sold();
    shop.processor.failNext(9, status, /POST \/v1\/refunds/);
    assert.deepEqual(refusalOf(await refund(late.staff, late.invoice)), [503, 'PAYMENT_AWAY']);
    shop.processor.failNext(0, status);
    const [open] = (await invoiceOf(late.staff, late.own)).refunds;
    assert.deepEqual([open?.status, await told(late)], ['requested', [0, 300]]);
    // The first request of the two that the client sent has reached the provider after all.
    await refundAtProvider(300, open?.id);
    await refund(late.staff, late.invoice);
    await sendAll(shop);
    assert.deepEqual([await told(late), paidBack(late.own)], [[300, 0], [300]]);

    const lost = await sold();
    shop.processor.failNext(9, status, /POST \/v1\/refunds/);
    await refund(lost.staff, lost.invoice);
    shop.processor.failNext(0, status);
    shop.time.ms += 3 * 60_000;
    await reconcileOpenRefunds(shop.server.app);
    const [failed] = (await invoiceOf(lost.staff, lost.own)).refunds;
    assert.deepEqual([failed?.status, failed?.failure, await told(lost)], ['failed', REFUND_NOT_MADE, [0, 0]]);
    assert.equal((await refund(lost.staff, lost.invoice)).status, 200);
    assert.deepEqual(paidBack(lost.own), [300]);
  });

for (const [status, refusal] of [
  [400, [409, 'REFUND_REFUSED']],
  [401, [503, 'PAYMENT_AWAY']],
] as const)
  test(`a provider that answers ${status} has not made it: it is failed at once, and the next try refunds once`, async () => {
    const mine = await sold();
    shop.processor.failNext(9, status, /POST \/v1\/refunds/);
    assert.deepEqual(refusalOf(await refund(mine.staff, mine.invoice)), refusal);
    shop.processor.failNext(0, status);
    const now = await invoiceOf(mine.staff, mine.own);
    const { refunds } = now;
    assert.deepEqual([sumsOf(now), refunds.map((one) => one.failure)], [[0, 0], [REFUND_NOT_MADE]]);
    assert.equal((await refund(mine.staff, mine.invoice)).status, 200);
    assert.deepEqual(paidBack(mine.own), [300]);
  });

test('a refund that was given up and turns up at the provider is shown as what it is', async () => {
  const mine = await sold();
  shop.processor.failNext(9, 500, /POST \/v1\/refunds/);
  await refund(mine.staff, mine.invoice);
  shop.processor.failNext(0, 500);
  shop.time.ms += 3 * 60_000;
  await reconcileOpenRefunds(shop.server.app);
  const [failed] = (await invoiceOf(mine.staff, mine.own)).refunds;
  assert.ok(failed);
  await acceptRefund(shop.server.db, { id: failed.id, invoiceId: mine.invoice.id }, 're_late', shop.time.now());
  assert.deepEqual(await told(mine), [0, 300], 'by the late answer');
  await shop.server.db.update(refundTable).set({ providerRefund: null }).where(eq(refundTable.id, failed.id));
  await refundAtProvider(300, failed.id);
  await sendAll(shop);
  const now = await invoiceOf(mine.staff, mine.own);
  assert.deepEqual(
    now.refunds.map(({ status, reason, failure }) => ({ status, reason, failure })),
    [{ status: 'succeeded', reason: 'Ordered by mistake', failure: null }],
  );
});

test('a provider that cannot be asked at all: it is on its way until that is known, and nobody refunds twice', async () => {
  const mine = await sold();
  shop.processor.failNext(99, 500);
  assert.deepEqual(refusalOf(await refund(mine.staff, mine.invoice)), [503, 'PAYMENT_AWAY']);
  shop.processor.failNext(0, 500);
  const unknown = await invoiceOf(mine.staff, mine.own);
  assert.deepEqual([sumsOf(unknown), unknown.refunds.map((one) => one.status)], [[0, 300], ['requested']]);
  assert.deepEqual(refusalOf(await refund(mine.staff, unknown)), [409, 'REFUND_RUNNING'], 'another one');
  assert.deepEqual(refusalOf(await refund(mine.staff, mine.invoice, { amount: 400 })), [409, 'REFUND_RUNNING']);
  await reconcileOpenRefunds(shop.server.app);
  assert.deepEqual(await told(mine), [0, 300], 'the request may still be under way');
  shop.time.ms += 3 * 60_000;
  await reconcileOpenRefunds(shop.server.app);
  assert.deepEqual(await told(mine), [0, 0]);
  const { refunds } = await invoiceOf(mine.staff, mine.own);
  assert.deepEqual(
    refunds.map(({ status, failure }) => [status, failure]),
    [['failed', REFUND_NOT_MADE]],
    'staff see that it was not paid back',
  );
  assert.deepEqual(paidBack(mine.own), []);
});

test('the same refund, asked for again while its answer is unknown, is the same at the provider', async () => {
  const mine = await sold();
  shop.processor.failNext(99, 500);
  await refund(mine.staff, mine.invoice);
  shop.processor.failNext(0, 500);
  assert.equal((await refund(mine.staff, mine.invoice)).status, 200);
  await sendAll(shop);
  assert.deepEqual(await told(mine), [300, 0]);
  assert.deepEqual(paidBack(mine.own), [300]);
});

test('a process that ended after the provider had paid back: the schedule finds the refund, with its reason', async () => {
  const mine = await sold();
  await refund(mine.staff, mine.invoice);
  waiting();
  await shop.server.db
    .update(refundTable)
    .set({ status: 'requested', providerRefund: null })
    .where(eq(refundTable.invoiceId, mine.invoice.id));
  shop.time.ms += 3 * 60_000;
  await reconcileOpenRefunds(shop.server.app);
  const now = await invoiceOf(mine.staff, mine.own);
  assert.deepEqual([sumsOf(now), now.refunds.map(({ reason }) => reason)], [[300, 0], ['Ordered by mistake']]);
});

test('of another partner nothing is found, and customers may not; an old proof is not enough', async () => {
  const mine = await sold();
  const other = await sold();
  assert.deepEqual(refusalOf(await refund(other.staff, mine.invoice)), [404, 'NOT_FOUND']);
  const list = await other.staff.get<Page<StaffInvoice>>(`/partner/invoice?customer_id=${mine.own.customer.id}`);
  assert.deepEqual(list.body.pageElements, []);
  assert.deepEqual(refusalOf(await refund(mine.own.client, mine.invoice)), [403, 'FORBIDDEN']);
  assert.deepEqual(refusalOf(await mine.own.client.get('/partner/invoice')), [403, 'FORBIDDEN']);
  shop.time.ms += 11 * 60_000;
  assert.deepEqual(refusalOf(await refund(mine.staff, mine.invoice)), [403, 'PROOF_NEEDED']);
  assert.deepEqual(paidBack(mine.own), []);
});

test('an invoice that is not paid has nothing to refund', async () => {
  const mine = await sold();
  const [row] = Object.values(shop.processor.ledger.books.invoice).slice(-1);
  assert.ok(row);
  Object.assign(row, { amount_paid: 0, status: 'void' });
  assert.equal(await send(shop, eventOf('invoice.voided', row)), 200);
  assert.deepEqual(refusalOf(await refund(mine.staff, mine.invoice)), [422, 'VALIDATION']);
});

test('revenue of the overview is net of refunds', async () => {
  const mine = await sold();
  const revenue = async () => {
    const { body } = await mine.staff.get<Overview>('/overview');
    return body.days.at(-1)?.revenue;
  };
  assert.deepEqual(await revenue(), [{ currency: 'usd', amount: 1000 }]);
  await refund(mine.staff, mine.invoice);
  assert.deepEqual(await revenue(), [{ currency: 'usd', amount: 1000 }], 'not before it is paid back');
  await sendAll(shop);
  assert.deepEqual(await revenue(), [{ currency: 'usd', amount: 700 }]);
  await refund(mine.staff, await invoiceOf(mine.staff, mine.own), { amount: 700 });
  await sendAll(shop);
  assert.deepEqual(await revenue(), []);
});
