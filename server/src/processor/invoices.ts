import { charge } from './charge.ts';
import { enterCurrency } from './currencies.ts';
import { taxIdsOf } from './customers.ts';
import { discountOf, takenOff, useUp } from './discounts.ts';
import { find, type Ledger } from './ledger.ts';
import { newPaymentIntent, type PaymentIntent } from './objects.ts';
import { ProcessorError } from './processor-error.ts';
import { newInvoice, type BillingReason, type Invoice, type Line, type Subscription } from './subscription-objects.ts';

/** Writes an open invoice, and the intent that pays it where anything is due. */
export function issueInvoice(
  ledger: Ledger,
  subscription: Subscription,
  reason: BillingReason,
  lines: readonly Line[],
): Invoice {
  const customer = enterCurrency(ledger, subscription.customer, subscription.currency);
  const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
  const taxIds = taxIdsOf(ledger, customer.id).map(({ type, value }) => ({ type, value }));
  const [first] = lines;
  const running = first && !first.proration ? discountOf(ledger, subscription) : undefined;
  const taken =
    first && running
      ? [{ discount: running.discount.id, amount: takenOff(running.coupon, first.amount, subscription.currency) }]
      : [];
  const invoice = newInvoice({ customer, taxIds, subscription, reason, lines, number, taken }, ledger.now());
  // A trial costs nothing: its coupon is for the first payment after it.
  if (invoice.subtotal > 0) useUp(subscription, running);
  customer.next_invoice_sequence += 1;
  customer.balance = invoice.ending_balance;
  ledger.books.invoice[invoice.id] = invoice;
  subscription.latest_invoice = invoice.id;
  if (invoice.amount_due > 0) {
    const { amount_due: amount, currency } = invoice;
    const intent = newPaymentIntent(
      { amount, currency, customer: customer.id, description: lines[0]?.description ?? '' },
      ledger.now(),
    );
    ledger.books.payment_intent[intent.id] = intent;
    ledger.books.intentOf[invoice.id] = intent.id;
  }
  ledger.emit('invoice.finalized', invoice);
  return invoice;
}

/** Records that an invoice is paid. */
export function settleInvoice(ledger: Ledger, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = ledger.now();
  ledger.emit('invoice.paid', invoice);
}

/** Takes an invoice back, and its intent. */
export function voidInvoice(ledger: Ledger, invoice: Invoice): void {
  invoice.status = 'void';
  invoice.status_transitions.voided_at = ledger.now();
  const intent = intentOf(ledger, invoice.id);
  if (intent && intent.status !== 'succeeded') {
    intent.status = 'canceled';
    intent.canceled_at = ledger.now();
    intent.cancellation_reason = 'void_invoice';
    ledger.emit('payment_intent.canceled', intent);
  }
  ledger.emit('invoice.voided', invoice);
}

export function intentOf({ books }: Ledger, invoiceId: string): PaymentIntent | undefined {
  const id = books.intentOf[invoiceId];
  return id === undefined ? undefined : books.payment_intent[id];
}

/** The open invoice that an intent pays. */
export const invoiceOf = ({ books }: Ledger, intent: PaymentIntent): Invoice | undefined =>
  Object.values(books.invoice).find(({ id }) => books.intentOf[id] === intent.id);

/** The card that pays a subscription: its own, or its customer's default. */
export const payerOf = (ledger: Ledger, { customer, default_payment_method: own }: Subscription): string | null =>
  own ?? find(ledger, 'customer', customer).invoice_settings.default_payment_method;

/** Charges the card of a subscription for an invoice. Returns why its bank refused, or null. */
export function chargeInvoice(ledger: Ledger, subscription: Subscription, invoice: Invoice): ProcessorError | null {
  invoice.attempt_count += 1;
  invoice.attempted = true;
  const method = payerOf(ledger, subscription);
  const intent = intentOf(ledger, invoice.id);
  if (intent) {
    try {
      if (method === null)
        throw new ProcessorError(402, { type: 'card_error', code: 'missing', message: 'There is no card to charge.' });
      charge(ledger, method);
    } catch (error) {
      if (error instanceof ProcessorError) return error;
      throw error;
    }
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.payment_method = method;
    ledger.emit('payment_intent.succeeded', intent);
  }
  settleInvoice(ledger, invoice);
  return null;
}
