import { chargeStep, REFUND_REFUSALS, type RefundInput, type StaffInvoice } from '@panel/contract';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { connectedAccount } from '../../context/payment-account.repo.ts';
import type { PaymentPort } from '../../context/payment-port.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { PanelError } from '../../kernel/errors.ts';
import { emailsOf } from '../user/user.repo.ts';
import { answered } from './answered.ts';
import { accountAt } from './buy.service.ts';
import { findInvoice, type InvoiceRow } from './invoice.repo.ts';
import { publicRefund, publicInvoice } from './public-payment.ts';
import { reconcileRefunds } from './reconcile-refunds.ts';
import {
  acceptRefund,
  askAgain,
  insertRefund,
  lockInvoice,
  refundsOf,
  requestedRefund,
  sumRefunds,
  type RefundRow,
} from './refund.repo.ts';
import { isRefusal } from './stripe-refusal.ts';

/** Invoices as staff see them. */
export async function staffInvoices({ app }: CallContext, rows: readonly InvoiceRow[]): Promise<StaffInvoice[]> {
  const [emails, refunds] = await Promise.all([
    emailsOf(
      app.db,
      rows.map(({ customerId }) => customerId),
    ),
    refundsOf(
      app.db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    ...publicInvoice(row),
    customer_id: row.customerId,
    customer_email: emails.get(row.customerId) ?? '',
    refunds: refunds.filter(({ invoiceId }) => invoiceId === row.id).map(publicRefund),
  }));
}

const refused = (field: 'amount' | 'currency'): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { [field]: REFUND_REFUSALS[field] } });

/**
 * Writes down a refund before the provider hears of it, with its reason in the audit log; or goes on with the same one that waits for the
 * provider's answer. The sums of the invoice are what the page was opened with, so that a second tab refunds nothing more.
 * @throws PanelError NOT_FOUND, REFUND_CHANGED, REFUND_RUNNING, VALIDATION
 */
async function openRefund(context: CallContext, invoiceId: string, input: RefundInput): Promise<RefundRow> {
  const { app, partner, request } = context;
  const { amount, currency, reason, seen } = input;
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    const row = found(await lockInvoice(tx, invoiceId));
    if (row.currency !== currency) throw refused('currency');
    const { refunded, refundPending } = row;
    const open = await requestedRefund(tx, row.id);
    if (open) {
      const isSame = open.amount === amount && open.reason === reason;
      // Who knows of the open one wants another.
      const isKnown = seen.refunded !== refunded || seen.refund_pending !== refundPending - open.amount;
      if (!isSame || isKnown) throw new PanelError('REFUND_RUNNING');
      await askAgain(tx, open.id, now);
      return open;
    }
    if (seen.refunded !== refunded || seen.refund_pending !== refundPending) throw new PanelError('REFUND_CHANGED');
    const left = row.amountPaid - refunded - refundPending;
    if (amount > left) throw refused('amount');
    if (amount !== left && amount % chargeStep(currency) !== 0)
      throw new PanelError('VALIDATION', {}, { fields: { amount: REFUND_REFUSALS.step } });
    const made = await insertRefund(tx, { invoiceId: row.id, amount, reason }, now);
    await sumRefunds(tx, row.id);
    const who = { partnerId: partner.id, userId: signedIn(context).id, request };
    const { customerId, number } = row;
    const facts = { refundId: made.id, invoiceId: row.id, customerId, number, amount, currency, reason };
    await audit(tx, 'payment.refund', who, facts);
    return made;
  });
}

/** Asks for a refund; if the provider has answered that it does not make it, it has failed. */
async function ask({ app }: CallContext, payments: PaymentPort, row: InvoiceRow, made: RefundRow): Promise<void> {
  try {
    const given = { refundId: made.id, invoice: row.providerInvoice, amount: made.amount };
    const { id } = await payments.refund(given);
    await acceptRefund(app.db, made, id, app.clock.now());
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    // Without its refusal it may still be made: then the schedule finds out.
    const gone = error.code === 'REFUND_REFUSED' || isRefusal(error.cause) ? made.id : undefined;
    await reconcileRefunds(app, payments, row, gone).catch((other: unknown) => {
      app.log.warn({ err: other, invoice: row.id }, 'A refund that failed could not be compared with the provider.');
    });
    const [now] = (await refundsOf(app.db, [row.id])).filter(({ id }) => id === made.id);
    if (!now?.providerRefund) throw error;
  }
}

/**
 * Pays an invoice of a customer of the partner back, whole or in part. It is shown as on its way until an event, or the schedule, has made
 * the panel ask the provider for it. Repeated while nothing is known of the first, it is the same refund.
 * @throws PanelError NOT_FOUND, VALIDATION, REFUND_CHANGED, REFUND_RUNNING, REFUND_REFUSED, PAYMENT_OFF, PAYMENT_AWAY
 */
export async function refundInvoice(context: CallContext, input: RefundInput): Promise<StaffInvoice> {
  const { app, partner } = context;
  if (!app.payments && !(await connectedAccount(app.db, partner.id)))
    throw new PanelError('PAYMENT_OFF', { contact: partner.supportEmail });
  const row = found(await findInvoice(context.app.db, scopeOf(context), input.id));
  const payments = await accountAt(context, row.accountId);
  const made = await openRefund(context, row.id, input);
  await answered(ask(context, payments, row, made));
  const [shown] = await staffInvoices(context, [found(await findInvoice(context.app.db, scopeOf(context), row.id))]);
  return found(shown);
}
