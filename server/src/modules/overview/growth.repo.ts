import { sql, type SQL } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { invoice, user, workload } from '../../db/schema.ts';
import type { appsWithin, sitesWithin } from '../../db/section.ts';
import { ofPartner, type Scope } from '../../db/select-page.ts';

type Dated<T> = readonly (T & { day: string })[];
const rowsOf = async <T>(db: Database, query: SQL): Promise<Dated<T>> =>
  ((await db.execute(query)) as unknown as Rows<T & { day: string }>).rows;

const dayOf = (column: SQL): SQL => sql`(${column} at time zone 'utc')::date as day`;
/** At most a row for each day since `from`, which is read by the index over owner and time. */
const countedByDay = (from: Date, table: SQL, createdAt: SQL, where: SQL | undefined): SQL => sql`
  select day::text, count from (select ${dayOf(createdAt)}, count(*)::int as count from ${table}
    where ${where} and ${createdAt} >= ${from.toISOString()}::timestamptz group by 1) days`;

type Counts = Dated<{ count: number }>;

/** Customers of today by the day on which they came. */
export const customersByDay = (db: Database, scope: Scope, from: Date): Promise<Counts> =>
  rowsOf(
    db,
    countedByDay(
      from,
      sql`${user}`,
      sql`${user.createdAt}`,
      sql`${ofPartner(user, scope)} and ${user.role} = 'customer'`,
    ),
  );

/** Sites of today by the day on which they were created; or applications. */
export const workloadsByDay = (
  db: Database,
  scope: Scope,
  from: Date,
  inSection: typeof sitesWithin | typeof appsWithin,
): Promise<Counts> =>
  rowsOf(db, countedByDay(from, sql`${workload}`, sql`${workload.createdAt}`, inSection(workload, scope)));

/** What was paid of invoices and not paid back, by their day and currency. */
export const revenueByDay = (
  db: Database,
  scope: Scope,
  from: Date,
): Promise<Dated<{ currency: string; amount: number }>> =>
  rowsOf(
    db,
    sql`select day::text, currency, amount from (
      select ${dayOf(sql`${invoice.createdAt}`)}, ${invoice.currency} as currency, sum(${invoice.amountPaid} - ${invoice.refunded})::float8 as amount
      from ${invoice} where ${ofPartner(invoice, scope)} and ${invoice.createdAt} >= ${from.toISOString()}::timestamptz
        and ${invoice.amountPaid} > ${invoice.refunded} group by 1, 2) days`,
  );
