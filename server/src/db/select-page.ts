import { and, eq, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** The objects that a query may access: one customer's, or for staff all of the partner's (decision: Tenancy). */
export type Scope = { partnerId: string; customerId: string | 'staff' };

type Owned = { partnerId: AnyColumn; customerId: AnyColumn };

/** The partner's rows, and for a customer only their own; what is in the bin included. */
export const ownedBy = (table: Owned, { partnerId, customerId }: Scope): SQL | undefined =>
  and(eq(table.partnerId, partnerId), customerId === 'staff' ? undefined : eq(table.customerId, customerId));

/** The condition that keeps a query within a scope. What is in the bin is in no scope. */
export const within = (table: Owned & { binnedAt?: AnyColumn }, scope: Scope): SQL | undefined =>
  and(ownedBy(table, scope), table.binnedAt && isNull(table.binnedAt));

/** `%text%` for `ilike`, with its special characters escaped. */
export const holding = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

type PageOf = { where?: SQL; orderBy: SQL[]; limit: number; offset: number; count?: SQL; total?: SQL };

/**
 * A page of a table with the total number of rows, in one statement; a page past the end still has its total. `count`
 * counts a subset in addition, e.g. `filter (where …)`. `total`: a maintained counter, for lists of many rows.
 */
export async function selectPage<T extends PgTable>(
  db: Database,
  table: T,
  { where, orderBy, limit, offset, count = sql``, total }: PageOf,
): Promise<{ rows: T['$inferSelect'][]; total: number; counted: number }> {
  const counts = { counted: sql<number>`(count(*) ${count})::int`.as('counted') };
  const totals = total
    ? db
        .select({ total: sql<number>`${total}`.as('total'), counted: sql<number>`0`.as('counted') })
        .from(sql`(values (1)) one(n)`)
        .as('totals')
    : db
        .select({ total: sql<number>`count(*)::int`.as('total'), ...counts })
        .from(table as PgTable)
        .where(where)
        .as('totals');
  const page = db
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
    .as('page');
  const found = await db
    .select()
    .from(totals)
    .leftJoin(page, sql`true`);
  return {
    total: found[0]?.totals.total ?? 0,
    counted: found[0]?.totals.counted ?? 0,
    rows: found.flatMap((row) => (row.page ? [row.page as T['$inferSelect']] : [])),
  };
}
