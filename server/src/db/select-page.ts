import { and, eq, isNull, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { later } from './prepare-sql.ts';

/**
 * The objects that a query may access: one customer's, or for staff all of the partner's (decision: Tenancy). Only this
 * file reads its fields (lint rule `scope`); everybody else passes it on, so that a new kind of owner changes only this
 * file and the places that make a scope.
 */
export type Scope = {
  readonly partnerId: string;
  readonly customerId: string | 'staff';
  /** Of a member of the customer's account who has only some of its sites and applications (ADR 0126). */
  readonly workloadIds?: readonly string[];
};

type Owned = { partnerId: AnyColumn; customerId: AnyColumn };

/** The columns that say which site or application a row is about. */
const ABOUT = ['workloadId', 'siteId', 'resourceId'] as const;

/** For rows that no column connects with a site: those that the sites of a limited member use. */
const USED_BY: ReadonlyMap<string, (table: Record<string, AnyColumn>, mine: SQL) => SQL> = new Map([
  ['workload', ({ id }, mine) => sql`${id} in ${mine}`],
  ['license', ({ key }, mine) => sql`${key} in (select w.license_key from workload w where w.id in ${mine})`],
  // A change of several sites names all of them.
  [
    'extension_run',
    ({ id }, mine) =>
      sql`exists (select 1 from extension_run_site r where r.run_id = ${id})
        and not exists (select 1 from extension_run_site r where r.run_id = ${id} and r.site_id not in ${mine})`,
  ],
  // A change of many names all of them.
  [
    'customer_bulk',
    ({ id }, mine) =>
      sql`exists (select 1 from customer_bulk_item i where i.bulk_id = ${id})
        and not exists (select 1 from customer_bulk_item i where i.bulk_id = ${id} and i.customer_id not in ${mine})`,
  ],
  ['app_project', ({ id }, mine) => sql`${id} in (select a.project_id from app a where a.id in ${mine})`],
]);

/** Drizzle's name of a table that a query may have given an alias. */
const ORIGINAL_NAME = Symbol.for('drizzle:OriginalName');

/** Keeps a limited member to what is about their sites. A table that says nothing about sites has nothing for them. */
function about(table: Owned, workloadIds: readonly string[]): SQL {
  const columns = table as unknown as Record<string, AnyColumn>;
  const ids = sql`(select jsonb_array_elements_text(${JSON.stringify(workloadIds)}::jsonb)::uuid)`;
  const used = USED_BY.get(String(Reflect.get(table.partnerId.table, ORIGINAL_NAME)));
  if (used) return used(columns, ids);
  const name = ABOUT.find((each) => columns[each]);
  return name ? sql`${columns[name]}::text in (select i::text from ${ids} as mine(i))` : sql`false`;
}

/** The partner's rows, and for a customer only their own; what is in the bin included. */
export const ownedBy = (table: Owned, { partnerId, customerId, workloadIds }: Scope): SQL | undefined =>
  and(
    eq(table.partnerId, partnerId),
    customerId === 'staff' ? undefined : eq(table.customerId, customerId),
    workloadIds && about(table, workloadIds),
  );

/** The condition that keeps a query within a scope. What is in the bin is in no scope. */
export const within = (table: Owned & { binnedAt?: AnyColumn }, scope: Scope): SQL | undefined =>
  and(ownedBy(table, scope), table.binnedAt && isNull(table.binnedAt));

/** The scope of a partner's staff. */
export const staffOf = (partnerId: string): Scope => ({ partnerId, customerId: 'staff' });

/** All rows of the scope's partner, whoever of its customers owns them: for what the partner shares. */
export const ofPartner = (table: Pick<Owned, 'partnerId'>, { partnerId }: Scope): SQL => eq(table.partnerId, partnerId);

/** Whether the scope has objects of several customers, who then have names in lists and searches. */
export const hasCustomers = ({ customerId }: Scope): boolean => customerId === 'staff';

/**
 * The owner whose maintained counters (`site_count`, `list_count`, `installed_item`) are about the whole scope; null when there
 * are none, because a limited member has a part of what an owner has: then it is counted.
 */
export const counterOf = ({ partnerId, customerId, workloadIds }: Scope): string | null => {
  if (workloadIds) return null;
  return customerId === 'staff' ? partnerId : customerId;
};

/** The whole account of a limited member, for what is kept apart by its maker. */
export const unlimited = ({ partnerId, customerId }: Scope): Scope => ({ partnerId, customerId });

/** Whether the scope is a part of what a customer has. */
export const isLimited = ({ workloadIds }: Scope): boolean => workloadIds !== undefined;

/** A scope of the same kind for a prepared statement, which then takes the fields of each scope as values. */
export function scopeLater(scope: Scope): Scope {
  // The statement would forget the limit.
  if (isLimited(scope)) throw new Error('A scope with a limit has no prepared statement.');
  return { partnerId: later('partnerId'), customerId: hasCustomers(scope) ? 'staff' : later('customerId') };
}

/** `%text%` for `ilike`, with its special characters escaped. */
export const holding = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * For a list that is read by a statement and counted by another: `read` sees both at one moment. Otherwise the only row,
 * deleted between them, is counted and not there: a list that is not empty shows nothing.
 */
export const atOneMoment = <T>(db: Database, read: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

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
