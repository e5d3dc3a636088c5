import { newId, type PaymentIntent } from './objects.ts';
import type { Invoice } from './subscription-objects.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** What was taken from a card. */
export const newCharge = (intent: PaymentIntent) => ({
  id: newId('ch'),
  object: 'charge' as const,
  amount: intent.amount,
  amount_captured: intent.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: newId('txn'),
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  created: intent.created,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent: intent.id,
  payment_method: intent.payment_method,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  refunds: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
});
export type Charge = ReturnType<typeof newCharge>;

export const newRefund = (
  given: { charge: Charge; amount: number; metadata: Record<string, string>; status: RefundStatus },
  created: number,
) => ({
  id: newId('re'),
  object: 'refund' as const,
  amount: given.amount,
  balance_transaction: newId('txn') as string | null,
  charge: given.charge.id,
  created,
  currency: given.charge.currency,
  customer: given.charge.customer,
  customer_account: null,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  metadata: given.metadata,
  payment_intent: given.charge.payment_intent,
  payment_method: given.charge.payment_method,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: given.status,
  transfer_reversal: null,
});
/** A refund that has failed says why. */
export type Refund = ReturnType<typeof newRefund> & { failure_reason?: string; failure_balance_transaction?: string };

/** Which payment pays an invoice. */
export const newInvoicePayment = (invoice: Invoice, intent: PaymentIntent) => {
  const isPaid = intent.status === 'succeeded';
  return {
    id: `inpay_${intent.id.slice('pi_'.length)}`,
    object: 'invoice_payment' as const,
    amount_paid: isPaid ? intent.amount_received : null,
    amount_requested: intent.amount,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: isPaid ? 'paid' : intent.status === 'canceled' ? 'canceled' : 'open',
    status_transitions: { canceled_at: intent.canceled_at, paid_at: invoice.status_transitions.paid_at },
  };
};
