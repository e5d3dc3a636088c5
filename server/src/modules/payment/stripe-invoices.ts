import { INVOICE_STATUSES } from '@panel/contract';
import type Stripe from 'stripe';
import type { InvoiceDocument, PaymentPort, ProviderInvoice } from '../../context/payment-port.ts';
import { asked, date, known, orNull } from './stripe-answers.ts';

type InvoiceCalls = Pick<PaymentPort, 'invoices' | 'invoiceDocument'>;

const INVOICES_MAX = 24;
const LINES_MAX = 100;

/**
 * Whether a card was refused for an invoice. A paid one was refused before if it took more than one try. The first one of a subscription
 * is left out: who cannot pay that sees it at once and has bought nothing.
 */
const hasFailed = ({ status, attempt_count: tries, billing_reason: reason }: Stripe.Invoice): boolean =>
  reason !== 'subscription_create' && tries > (status === 'paid' ? 1 : 0);

const mapped = (found: Stripe.Invoice): ProviderInvoice => ({
  id: found.id,
  number: found.number,
  status: known(INVOICE_STATUSES, found.status ?? 'draft'),
  description: found.lines.data
    .map(({ description }) => description ?? '')
    .join(', ')
    .slice(0, 500),
  total: found.total,
  amountPaid: found.amount_paid,
  currency: found.currency,
  failed: hasFailed(found),
  hostedUrl: found.hosted_invoice_url ?? null,
  createdAt: date(found.created),
});

const sum = (list: readonly { amount: number }[] | null): number =>
  (list ?? []).reduce((total, { amount }) => total + amount, 0);

const buyerOf = (found: Stripe.Invoice): InvoiceDocument['buyer'] => {
  const address = found.customer_address;
  return {
    ...{ name: found.customer_name ?? '', email: found.customer_email ?? '' },
    ...{ line1: address?.line1 ?? '', line2: address?.line2 ?? '', postal_code: address?.postal_code ?? '' },
    ...{ city: address?.city ?? '', state: address?.state ?? '', country: address?.country ?? '' },
    taxIds: (found.customer_tax_ids ?? []).flatMap(({ value }) => value ?? []),
  };
};

const document = (found: Stripe.Invoice, number: string, lines: Stripe.InvoiceLineItem[]): InvoiceDocument => ({
  number,
  status: known(INVOICE_STATUSES, found.status ?? 'draft'),
  currency: found.currency,
  createdAt: date(found.created),
  paidAt: found.status_transitions.paid_at === null ? null : date(found.status_transitions.paid_at),
  buyer: buyerOf(found),
  lines: lines.map(({ description, quantity, amount, period }) => ({
    ...{ description: description ?? '', quantity: quantity ?? 1, amount },
    ...{ from: date(period.start), to: date(period.end) },
  })),
  subtotal: found.subtotal,
  discount: sum(found.total_discount_amounts),
  tax: sum(found.total_taxes),
  taxIncluded: found.total_taxes?.every(({ tax_behavior: how }) => how === 'inclusive') ?? false,
  total: found.total,
  credit: Math.max(0, found.total) - found.amount_due,
  amountPaid: found.amount_paid,
  refunded: found.post_payment_credit_notes_amount,
  remaining: found.status === 'open' ? found.amount_remaining : 0,
});

/** Invoices, at the provider. */
export function stripeInvoices(stripe: Stripe): InvoiceCalls {
  return {
    async invoices(subscription) {
      const list = await asked(stripe.invoices.list({ subscription, limit: INVOICES_MAX }));
      return list.data.map(mapped);
    },
    async invoiceDocument(id) {
      const found = await orNull(stripe.invoices.retrieve(id));
      if (!found || found.number === null || found.status === 'draft') return null;
      const lines = await asked(
        stripe.invoices.listLineItems(id, { limit: 100 }).autoPagingToArray({ limit: LINES_MAX }),
      );
      return document(found, found.number, lines);
    },
  };
}
