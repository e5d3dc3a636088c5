import { REFUND_NOT_MADE } from '@panel/contract';
import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { ProviderRefund } from '../../context/payment-port.ts';
import type { Database } from '../../db/database.ts';
import { invoice, refund } from '../../db/schema.ts';
import type { InvoiceRow } from './invoice.repo.ts';

export type RefundRow = typeof refund.$inferSelect;

/** An invoice, locked until the transaction ends. */
export async function lockInvoice(tx: Database, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await tx.select().from(invoice).where(eq(invoice.id, id)).for('update');
  return row;
}

/** The refund of an invoice of which it is not known whether the provider has it. */
export async function requestedRefund(tx: Database, invoiceId: string): Promise<RefundRow | undefined> {
  const [row] = await tx
    .select()
    .from(refund)
    .where(and(eq(refund.invoiceId, invoiceId), eq(refund.status, 'requested')));
  return row;
}

/** Writes down a refund that is asked for. The invoice is locked. */
export async function insertRefund(
  tx: Database,
  given: Pick<RefundRow, 'invoiceId' | 'amount' | 'reason'>,
  now: Date,
): Promise<RefundRow> {
  const [row] = await tx
    .insert(refund)
    .values({ ...given, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The refund was not written.');
  return row;
}

/** Notes that a refund is asked for once more: from now on another answer may be on its way. */
export async function askAgain(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(refund)
    .set({ tries: sql`${refund.tries} + 1`, updatedAt: now })
    .where(eq(refund.id, id));
}

/** Notes that the provider has a refund, also one that was given up. What was learned of it meanwhile stays. */
export async function acceptRefund(
  db: Database,
  { id, invoiceId }: Pick<RefundRow, 'id' | 'invoiceId'>,
  providerRefund: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockInvoice(tx, invoiceId);
    await tx
      .update(refund)
      .set({ providerRefund, status: 'pending', failure: null, updatedAt: now })
      .where(and(eq(refund.id, id), isNull(refund.providerRefund)));
    await sumRefunds(tx, invoiceId);
  });
}

/** Writes down that the provider does not have a refund: nothing was paid back, and staff see that. */
export async function failRefund(tx: Database, id: string, now: Date): Promise<void> {
  await tx
    .update(refund)
    .set({ status: 'failed', failure: REFUND_NOT_MADE, updatedAt: now })
    .where(and(eq(refund.id, id), eq(refund.status, 'requested')));
}

/** Writes a refund as the provider has it now, over the one that staff asked for if it is that. */
export async function recordRefund(
  tx: Database,
  invoiceId: string,
  { id, refundId, amount, status, failure, createdAt }: ProviderRefund,
  now: Date,
): Promise<void> {
  const facts = { providerRefund: id, amount, status, failure, updatedAt: now };
  const known = eq(refund.invoiceId, invoiceId);
  const isUuid = refundId !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(refundId);
  if (isUuid) {
    const asked = await tx
      .update(refund)
      .set(facts)
      .where(and(known, eq(refund.id, refundId), isNull(refund.providerRefund)))
      .returning({ id: refund.id });
    if (asked.length > 0) return;
  }
  await tx
    .insert(refund)
    .values({ ...facts, invoiceId, createdAt })
    .onConflictDoUpdate({ target: refund.providerRefund, set: facts, setWhere: known });
}

/** Adds up the refunds of an invoice, which is locked. */
export async function sumRefunds(tx: Database, invoiceId: string): Promise<void> {
  const sum = (...statuses: RefundRow['status'][]) =>
    sql`coalesce((select sum(${refund.amount}) from ${refund} where ${and(
      eq(refund.invoiceId, invoiceId),
      inArray(refund.status, statuses),
    )}), 0)::int`;
  await tx
    .update(invoice)
    .set({ refunded: sum('succeeded'), refundPending: sum('requested', 'pending') })
    .where(eq(invoice.id, invoiceId));
}

/** Takes a number for a question to the provider about the refunds of an invoice. */
export async function takeRefundNumber(db: Database, id: string): Promise<number> {
  const [row] = await db
    .update(invoice)
    .set({ asked: sql`${invoice.asked} + 1` })
    .where(eq(invoice.id, id))
    .returning({ asked: invoice.asked });
  if (!row) throw new Error(`The invoice ${id} is gone.`);
  return row.asked;
}

/** Notes which question about its refunds was answered last. */
export async function recordAnswer(tx: Database, id: string, answered: number): Promise<void> {
  await tx.update(invoice).set({ answered }).where(eq(invoice.id, id));
}

/** Refunds of these invoices, the newest first. */
export async function refundsOf(db: Database, invoiceIds: readonly string[]): Promise<RefundRow[]> {
  if (invoiceIds.length === 0) return [];
  return db
    .select()
    .from(refund)
    .where(inArray(refund.invoiceId, [...invoiceIds]))
    .orderBy(desc(refund.createdAt), asc(refund.id));
}

/** Invoices with refunds that the provider was not asked about since a moment and that are not over, by id and after `afterId`. */
export async function invoicesWithOpenRefunds(
  db: Database,
  { since, afterId, limit }: { since: Date; afterId: string | null; limit: number },
): Promise<InvoiceRow[]> {
  const open = db
    .select({ id: refund.invoiceId })
    .from(refund)
    .where(and(inArray(refund.status, ['requested', 'pending']), lt(refund.updatedAt, since)));
  return db
    .select()
    .from(invoice)
    .where(and(inArray(invoice.id, open), afterId === null ? undefined : gt(invoice.id, afterId)))
    .orderBy(asc(invoice.id))
    .limit(limit);
}
