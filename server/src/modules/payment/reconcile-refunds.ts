import type { AppContext } from '../../context/app-context.ts';
import { paymentsAt, type WithPayments } from '../../context/payment-at.ts';
import type { PaymentPort } from '../../context/payment-port.ts';
import { invoiceOfProvider, type InvoiceRow } from './invoice.repo.ts';
import {
  failRefund,
  invoicesWithOpenRefunds,
  lockInvoice,
  recordAnswer,
  recordRefund,
  requestedRefund,
  sumRefunds,
  takeRefundNumber,
  type RefundRow,
} from './refund.repo.ts';

type Deps = Pick<AppContext, 'db' | 'clock' | 'log'>;

/** After this time without an answer a request has ended at the provider, too: what it does not have then, it will not have. */
const LOST_MS = 2 * 60_000;
const AT_ONCE = 100;

/** Whether the only request for a refund was refused. A second one may still be under way. */
const isGone = ({ id, tries }: RefundRow, gone: string | undefined): boolean => id === gone && tries === 1;

/**
 * Asks the provider about the refunds of an invoice and writes down its answer: the only way in which one becomes visible as paid back.
 * Questions are numbered as those about a purchase are. `gone`: the provider has refused to make this refund.
 * @throws PanelError PAYMENT_UNAVAILABLE
 */
export async function reconcileRefunds(
  { db, clock }: Deps,
  payments: PaymentPort,
  { id, providerInvoice }: Pick<InvoiceRow, 'id' | 'providerInvoice'>,
  gone?: string,
): Promise<void> {
  const number = await takeRefundNumber(db, id);
  const askedAt = clock.now();
  const found = await payments.refunds(providerInvoice);
  await db.transaction(async (tx) => {
    const row = await lockInvoice(tx, id);
    if (!row || row.answered >= number) return;
    for (const one of found) await recordRefund(tx, id, one, clock.now());
    const open = await requestedRefund(tx, id);
    if (open && (isGone(open, gone) || open.updatedAt.getTime() + LOST_MS <= askedAt.getTime()))
      await failRefund(tx, open.id, clock.now());
    await recordAnswer(tx, id, number);
    await sumRefunds(tx, id);
  });
}

/** Asks about the refunds of the invoice that a payment paid, if it is one of the panel's. @throws PanelError PAYMENT_UNAVAILABLE */
export async function reconcileRefundedPayment(app: Deps, payments: PaymentPort, payment: string): Promise<void> {
  const id = await payments.invoiceOfPayment(payment);
  const row = id === null ? undefined : await invoiceOfProvider(app.db, payments.account, id);
  if (row) await reconcileRefunds(app, payments, row);
}

/** Asks about every refund that is not over: what lost events and ended processes have left behind. Counts as `reconcileAll`. */
export async function reconcileOpenRefunds(app: WithPayments): Promise<{ asked: number; failed: number }> {
  const counts = { asked: 0, failed: 0 };
  const since = new Date(app.clock.now().getTime() - LOST_MS);
  for (let afterId: string | null = null; ;) {
    const rows: InvoiceRow[] = await invoicesWithOpenRefunds(app.db, { since, afterId, limit: AT_ONCE });
    for (const row of rows) {
      try {
        const payments = await paymentsAt(app, row.accountId);
        if (!payments) continue;
        await reconcileRefunds(app, payments, row);
        counts.asked += 1;
      } catch (error) {
        counts.failed += 1;
        app.log.warn({ err: error, invoice: row.id }, 'Refunds could not be compared with the payment provider.');
      }
    }
    afterId = rows.at(-1)?.id ?? null;
    if (afterId === null) return counts;
  }
}
