import { list, need, newest, whole, type ProcessorCall, type Route } from './call.ts';
import { chargeable } from './currencies.ts';
import { cardOf } from './cards.ts';
import { intentOf } from './invoices.ts';
import { find, type Ledger } from './ledger.ts';
import type { PaymentIntent } from './objects.ts';
import { fieldsOf, flat, textOf } from './parse-form.ts';
import { invalid, ProcessorError } from './processor-error.ts';
import { newCharge, newInvoicePayment, newRefund, type Charge, type Refund } from './refund-objects.ts';

/** The charge of a payment, which is written once something is to be paid back of it. */
function chargeOf({ books }: Ledger, intent: PaymentIntent): Charge {
  const known = intent.latest_charge === null ? undefined : books.charge[intent.latest_charge];
  if (known) return known;
  const made = newCharge(intent);
  books.charge[made.id] = made;
  intent.latest_charge = made.id;
  return made;
}

function takeBack(ledger: Ledger, { charge }: Refund, amount: number): Charge {
  const found = find(ledger, 'charge', charge);
  found.amount_refunded += amount;
  found.refunded = found.amount_refunded === found.amount;
  return found;
}

function makeRefund({ ledger, fields }: ProcessorCall): Refund {
  const intent = find(ledger, 'payment_intent', need(fields, 'payment_intent'));
  if (intent.status !== 'succeeded')
    throw invalid('This PaymentIntent does not have a successful charge to refund.', 'payment_intent');
  const charge = chargeOf(ledger, intent);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0)
    throw new ProcessorError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  const amount = chargeable(whole(textOf(fields, 'amount') ?? String(left), 'amount', 1), charge.currency, 'amount');
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount');
  const { refund: later } = cardOf(ledger.books.numberOf[intent.payment_method ?? ''] ?? '') ?? {};
  const metadata = flat(fieldsOf(fields, 'metadata'));
  const status = later === 'pending' ? 'pending' : 'succeeded';
  const made: Refund = newRefund({ charge, amount, metadata, status }, ledger.now());
  ledger.books.refund[made.id] = made;
  ledger.emit('charge.refunded', takeBack(ledger, made, amount));
  ledger.emit('refund.created', made);
  return made;
}

/** Finishes the refunds that take their time: those of test cards whose bank answers late, or gives the money back. */
export function settleRefunds(ledger: Ledger): void {
  for (const refund of Object.values(ledger.books.refund)) {
    const { refund: later } = cardOf(ledger.books.numberOf[refund.payment_method ?? ''] ?? '') ?? {};
    if (later === 'pending' && refund.status === 'pending') {
      refund.status = 'succeeded';
      ledger.emit('refund.updated', refund);
    }
    if (later === 'fails' && refund.status === 'succeeded') {
      refund.status = 'failed';
      refund.failure_reason = 'expired_or_canceled_card';
      takeBack(ledger, refund, -refund.amount);
      ledger.emit('refund.updated', refund);
      ledger.emit('refund.failed', refund);
    }
  }
}

/** The payments of an invoice, or the invoice of a payment. */
function invoicePayments({ ledger, fields }: ProcessorCall): object[] {
  const [invoice, status] = [textOf(fields, 'invoice'), textOf(fields, 'status')];
  const payment = textOf(fieldsOf(fields, 'payment'), 'payment_intent');
  return Object.values(ledger.books.invoice).flatMap((row) => {
    const intent = intentOf(ledger, row.id);
    if (!intent || (invoice ?? row.id) !== row.id || (payment ?? intent.id) !== intent.id) return [];
    const made = newInvoicePayment(row, intent);
    return (status ?? made.status) === made.status ? [made] : [];
  });
}

/** What was paid, and goes back. */
export const REFUND_CALLS: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/refunds$/, handle: makeRefund },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    handle({ ledger, fields }) {
      const payment = textOf(fields, 'payment_intent');
      const rows = Object.values(ledger.books.refund).filter((row) => !payment || row.payment_intent === payment);
      return list(newest(rows, fields), '/v1/refunds');
    },
  },
  { method: 'GET', path: /^\/v1\/refunds\/(\w+)$/, handle: ({ ledger, id }) => find(ledger, 'refund', id) },
  { method: 'GET', path: /^\/v1\/charges\/(\w+)$/, handle: ({ ledger, id }) => find(ledger, 'charge', id) },
  {
    method: 'GET',
    path: /^\/v1\/invoice_payments$/,
    handle: (call) => list(invoicePayments(call), '/v1/invoice_payments'),
  },
];
