import Stripe from 'stripe';
import type { PaymentPort, ProviderRefund } from '../../context/payment-port.ts';
import { PanelError } from '../../kernel/errors.ts';
import { asked, date, idOf, known } from './stripe-answers.ts';
import { isRefusal } from './stripe-refusal.ts';

type RefundCalls = Pick<PaymentPort, 'refund' | 'refunds' | 'invoiceOfPayment'>;

/** An invoice has one payment; more, where it was paid in parts at the provider. */
const PAYMENTS_MAX = 20;
const REFUNDS_MAX = 500;
const STATUSES = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'] as const;

function mapped(found: Stripe.Refund): ProviderRefund {
  const status = known(STATUSES, found.status ?? 'pending');
  return {
    id: found.id,
    refundId: found.metadata?.['refund'],
    amount: found.amount,
    status: status === 'requires_action' ? 'pending' : status,
    failure: found.failure_reason ?? null,
    createdAt: date(found.created),
  };
}

/** What the provider says about an amount that it does not pay back is for staff to read; everything else is as for every question. */
async function refundAsked<T>(question: Promise<T>): Promise<T> {
  return asked(
    question.catch((error: unknown) => {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && isRefusal(error))
        throw new PanelError('REFUND_REFUSED', { reason: error.message }, {}, error);
      throw error;
    }),
  );
}

/** Refunds of invoices, at the provider. */
export function stripeRefunds(stripe: Stripe): RefundCalls {
  /** The payments of an invoice that can be paid back. */
  const paymentsOf = async (invoice: string): Promise<string[]> => {
    const list = await asked(stripe.invoicePayments.list({ invoice, status: 'paid', limit: PAYMENTS_MAX }));
    return list.data.flatMap(({ payment }) => (payment.payment_intent ? [idOf(payment.payment_intent)] : []));
  };
  return {
    async refund({ refundId, invoice, amount }) {
      const [payment] = await paymentsOf(invoice);
      if (payment === undefined)
        throw new PanelError('REFUND_REFUSED', { reason: 'No payment of this invoice is known.' });
      const made = await refundAsked(
        stripe.refunds.create(
          { payment_intent: payment, amount, metadata: { refund: refundId } },
          { idempotencyKey: `refund-${refundId}` },
        ),
      );
      return mapped(made);
    },
    async refunds(invoice) {
      const lists = await Promise.all(
        (await paymentsOf(invoice)).map((payment) =>
          asked(stripe.refunds.list({ payment_intent: payment, limit: 100 }).autoPagingToArray({ limit: REFUNDS_MAX })),
        ),
      );
      return lists.flat().map(mapped);
    },
    async invoiceOfPayment(payment) {
      const given = { type: 'payment_intent', payment_intent: payment };
      const [found] = (await asked(stripe.invoicePayments.list({ payment: given, limit: 1 }))).data;
      return found ? idOf(found.invoice as string | { id: string }) : null;
    },
  };
}
