import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { ProviderInvoice } from '../../context/payment-port.ts';
import type { Database } from '../../db/database.ts';
import { invoice } from '../../db/schema.ts';
import { ownedBy, selectPage, type Scope } from '../../db/select-page.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import { isAt } from './account.repo.ts';

export type InvoiceRow = typeof invoice.$inferSelect;
type Owner = Pick<InvoiceRow, 'partnerId' | 'customerId' | 'accountId' | 'subscriptionId'>;

/** Writes invoices as the provider has them now. */
export async function recordInvoices(tx: Database, owner: Owner, found: readonly ProviderInvoice[], now: Date) {
  if (found.length === 0) return;
  await tx
    .insert(invoice)
    .values(found.map(({ id, ...facts }) => ({ ...owner, ...facts, providerInvoice: id, updatedAt: now })))
    .onConflictDoUpdate({
      target: invoice.providerInvoice,
      set: {
        number: sql`excluded.number`,
        status: sql`excluded.status`,
        description: sql`excluded.description`,
        total: sql`excluded.total_amount`,
        amountPaid: sql`excluded.amount_paid`,
        failed: sql`excluded.failed`,
        hostedUrl: sql`excluded.hosted_url`,
        updatedAt: now,
      },
    });
}

/** An invoice of the scope by the provider's id. */
export async function invoiceByProvider(db: Database, scope: Scope, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await db
    .select()
    .from(invoice)
    .where(and(ownedBy(invoice, scope), eq(invoice.providerInvoice, id)));
  return row;
}

/** An invoice of an account by the provider's id, whoever's it is; for what the provider says. */
export async function invoiceOfProvider(
  db: Database,
  accountId: string | null,
  id: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await db
    .select()
    .from(invoice)
    .where(and(isAt(invoice.accountId, accountId), eq(invoice.providerInvoice, id)));
  return row;
}

/** An invoice of the scope. */
export async function findInvoice(db: Database, scope: Scope, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await db
    .select()
    .from(invoice)
    .where(and(ownedBy(invoice, scope), eq(invoice.id, id)));
  return row;
}

const COLUMN = { created_at: invoice.createdAt, total: invoice.total };

/** A page of the scope's invoices, or of those of one customer in it. */
export async function pageOfInvoices(
  db: Database,
  scope: Scope,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof COLUMN>,
  customerId?: string,
): Promise<Sliced<InvoiceRow>> {
  return selectPage(db, invoice, {
    ...slice,
    where: and(ownedBy(invoice, scope), customerId === undefined ? undefined : eq(invoice.customerId, customerId)),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(invoice.id)],
  });
}
