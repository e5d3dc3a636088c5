import type { Invoice, PaymentMethod, Refund } from '@panel/contract';
import type { ProviderCard } from '../../context/payment-port.ts';
import type { InvoiceRow } from './invoice.repo.ts';
import type { RefundRow } from './refund.repo.ts';

export const publicCard = ({ id, brand, last4, expMonth, expYear, isDefault }: ProviderCard): PaymentMethod => ({
  id,
  brand,
  last4,
  exp_month: expMonth,
  exp_year: expYear,
  is_default: isDefault,
});

export const publicInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  number: row.number,
  status: row.status,
  description: row.description,
  total: row.total,
  amount_paid: row.amountPaid,
  refunded: row.refunded,
  refund_pending: row.refundPending,
  currency: row.currency,
  subscription_id: row.subscriptionId,
  hosted_invoice_url: row.hostedUrl,
  created_at: row.createdAt.toISOString(),
});

export const publicRefund = ({ id, amount, status, reason, failure, createdAt }: RefundRow): Refund => ({
  ...{ id, amount, status, reason, failure },
  created_at: createdAt.toISOString(),
});
