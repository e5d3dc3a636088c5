import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { license, partner, user, workload } from '../../db/schema.ts';
import type { InSection } from '../../db/section.ts';
import { ofPartner, within, type Scope } from '../../db/select-page.ts';

/** A period: days in UTC, both included. */
export type Period = { from: string; to: string };

/** A row of a report: what has how much of each measure. */
export type Found = { id: string | null; kind: string; name: string | null; values: number[] };
type Sums = { values: number[] };

const rowsOf = async <T>(db: Database, query: SQL): Promise<T[]> =>
  ((await db.execute(query)) as unknown as Rows<T>).rows;

/** One array of doubles, because a sum of large integers is a text. */
const values = (...sums: SQL[]): SQL => sql`array[${sql.join(sums, sql`, `)}]::float8[] as values`;
const sum = (expression: SQL): SQL => sql`coalesce(sum(${expression}), 0)`;

/** Days of traffic of the workloads in a scope; read by the index over workload and day, which has the numbers. */
const traffic = (scope: Scope, { from, to }: Period, inSection: InSection): SQL => sql`
  ${workload} join usage_day u on u.workload_id = ${workload.id}
  where ${inSection(workload, scope)} and u.day between ${from}::date and ${to}::date`;

/** Visits and bytes of a period. */
export async function trafficSums(db: Database, scope: Scope, period: Period, inSection: InSection): Promise<number[]> {
  const [row] = await rowsOf<Sums>(
    db,
    sql`select ${values(sum(sql`u.page_views`), sum(sql`u.bytes`))} from ${traffic(scope, period, inSection)}`,
  );
  return row?.values ?? [0, 0];
}

/** The same by day, or by month: at most a row for each. */
export const trafficByTime = (
  db: Database,
  scope: Scope,
  { unit, ...period }: Period & { unit: 'day' | 'month' },
  inSection: InSection,
): Promise<(Sums & { at: string })[]> =>
  rowsOf(
    db,
    sql`select date_trunc(${sql.raw(`'${unit}'`)}, u.day)::date::text as at, ${values(sum(sql`u.page_views`), sum(sql`u.bytes`))}
      from ${traffic(scope, period, inSection)} group by 1 order by 1`,
  );

type Top = {
  /** Which value orders them, from 0. */
  by: number;
  limit: number;
};
const topOf = ({ by, limit }: Top): SQL =>
  sql`order by values[${sql.raw(String(by + 1))}] desc, name nulls last, id limit ${limit}`;

/** Sites and applications with their visits and bytes: those with most. */
export const workloadsByTraffic = (
  db: Database,
  scope: Scope,
  period: Period,
  inSection: InSection,
  top: Top,
): Promise<Found[]> =>
  rowsOf(
    db,
    sql`select * from (
      select ${workload.id} as id, case when ${workload.kind} = 'node' then 'app' else 'site' end as kind, ${workload.fqdn} as name,
        ${values(sum(sql`u.page_views`), sum(sql`u.bytes`))}
      from ${traffic(scope, period, inSection)} group by ${workload.id}) found ${topOf(top)}`,
  );

/** How many sites and applications had traffic. */
export async function countWithTraffic(
  db: Database,
  scope: Scope,
  period: Period,
  inSection: InSection,
): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`select count(distinct u.workload_id)::int as count from ${traffic(scope, period, inSection)}`,
  );
  return row?.count ?? 0;
}

/** What each customer has on the disk now, and what their workloads had of traffic. */
const usedByCustomer = (scope: Scope, { from, to }: Period, inSection: InSection): SQL => sql`
  select ${workload.customerId} as id, ${values(sum(sql`${workload.fileSize}`), sum(sql`t.bytes`), sum(sql`t.views`))}
  from ${workload} left join lateral (
    select sum(u.bytes) as bytes, sum(u.page_views) as views from usage_day u
    where u.workload_id = ${workload.id} and u.day between ${from}::date and ${to}::date) t on true
  where ${inSection(workload, scope)} group by ${workload.customerId}`;

/** Customers with disk, bytes and visits: those with most. Without a customer: what belongs to nobody. */
export const customersByUse = (
  db: Database,
  scope: Scope,
  period: Period,
  inSection: InSection,
  top: Top,
): Promise<Found[]> =>
  rowsOf(
    db,
    sql`select found.id, 'customer' as kind, u.email as name, found.values
      from (${usedByCustomer(scope, period, inSection)}) found left join ${user} u on u.id = found.id ${topOf(top)}`,
  );

/** How many customers have something, and what all have on the disk. */
export async function customerSums(
  db: Database,
  scope: Scope,
  inSection: InSection,
): Promise<{ count: number; disk: number }> {
  const [row] = await rowsOf<{ count: number; disk: number }>(
    db,
    sql`select count(distinct coalesce(${workload.customerId}::text, ''))::int as count, ${sum(sql`${workload.fileSize}`)}::float8 as disk
      from ${workload} where ${inSection(workload, scope)}`,
  );
  return row ?? { count: 0, disk: 0 };
}

/** Customers by the plan that they have. */
export const customersByPlan = (db: Database, scope: Scope): Promise<{ plan: string; count: number }[]> =>
  rowsOf(
    db,
    sql`select ${user.planType} as plan, count(*)::int as count from ${user}
      where ${ofPartner(user, scope)} and ${user.role} = 'customer' group by 1`,
  );

/** Licenses that have not ended, by product. */
export const licensesByProduct = (
  db: Database,
  scope: Scope,
  now: Date,
): Promise<{ product: string; count: number }[]> =>
  rowsOf(
    db,
    sql`select ${license.product} as product, count(*)::int as count from ${license}
      where ${and(ofPartner(license, scope), sql`${license.deactivatedAt} is null`)} and ${license.toDate} > ${now.toISOString()}::timestamptz
      group by 1`,
  );

/** What ends something, as the audit log calls it. */
const ENDS: Readonly<Record<'customers' | 'sites' | 'apps', readonly string[]>> = {
  customers: ['customer.delete', 'account.delete'],
  sites: ['site.delete'],
  apps: ['app.delete'],
};

/** How often customers, sites and applications were deleted, by day: as far back as the audit log is kept. */
export const deletedByDay = (
  db: Database,
  { partnerId, from, to }: Period & { partnerId: string },
): Promise<{ day: string; what: keyof typeof ENDS; count: number }[]> =>
  rowsOf(
    db,
    sql`select day::text, what, count(*)::int as count from (
      select (at at time zone 'utc')::date as day,
        case ${sql.join(
          Object.entries(ENDS).map(
            ([what, actions]) =>
              sql`when action = any(array[${sql.join(
                actions.map((action) => sql`${action}`),
                sql`, `,
              )}]::text[]) then ${what}`,
          ),
          sql` `,
        )} end as what
      from audit_log
      where partner_id = ${partnerId} and at >= ${from}::date::timestamp at time zone 'utc'
        and at < (${to}::date + 1)::timestamp at time zone 'utc' and outcome is null) lines
      where what is not null group by 1, 2`,
  );

const builds = (scope: Scope, { from, to }: Period): SQL => sql`
  app_build b join ${workload} on ${workload.id} = b.app_id
  where ${within(workload, scope)} and b.trigger <> 'restore'
    and b.started_at >= ${from}::date::timestamp at time zone 'utc'
    and b.started_at < (${to}::date + 1)::timestamp at time zone 'utc'`;
const seconds = sum(sql`extract(epoch from coalesce(b.ended_at, now()) - b.started_at)`);

/** Seconds and number of builds by customer: those with most. Restores take no build time. */
export const buildsByCustomer = (db: Database, scope: Scope, period: Period, top: Top): Promise<Found[]> =>
  rowsOf(
    db,
    sql`select found.id, 'customer' as kind, u.email as name, found.values from (
      select ${workload.customerId} as id, ${values(seconds, sql`count(*)`)} from ${builds(scope, period)}
      group by ${workload.customerId}) found left join ${user} u on u.id = found.id ${topOf(top)}`,
  );

/** Seconds and number of builds, and how many customers had some. */
export async function buildSums(
  db: Database,
  scope: Scope,
  period: Period,
): Promise<{ values: number[]; count: number }> {
  const [row] = await rowsOf<Sums & { count: number }>(
    db,
    sql`select ${values(seconds, sql`count(*)`)}, count(distinct coalesce(${workload.customerId}::text, ''))::int as count
      from ${builds(scope, period)}`,
  );
  return row ?? { values: [0, 0], count: 0 };
}

/** All partners with customers, sites, applications, disk, visits and bytes; for the operator alone. */
export const partnersByUse = (db: Database, { from, to }: Period, top: Top): Promise<Found[]> =>
  rowsOf(
    db,
    sql`select found.* from (
      select ${partner.id} as id, 'partner' as kind, ${partner.name} as name, ${values(
        sql`(select count(*) from "user" c where c.partner_id = ${partner.id} and c.role = 'customer')`,
        sql`coalesce(w.sites, 0)`,
        sql`coalesce(w.apps, 0)`,
        sql`coalesce(w.disk, 0)`,
        sql`coalesce(w.views, 0)`,
        sql`coalesce(w.bytes, 0)`,
      )}
      from ${partner} left join (
        select w.partner_id, count(*) filter (where w.kind <> 'node') as sites, count(*) filter (where w.kind = 'node') as apps,
          sum(w.file_size) as disk, sum(t.views) as views, sum(t.bytes) as bytes
        from workload w left join lateral (
          select sum(u.bytes) as bytes, sum(u.page_views) as views from usage_day u
          where u.workload_id = w.id and u.day between ${from}::date and ${to}::date) t on true
        where w.binned_at is null group by w.partner_id) w on w.partner_id = ${partner.id}
      where ${partner.deletesAt} is null) found ${topOf(top)}`,
  );

/** How many partners there are. */
export const countPartners = (db: Database): Promise<number> => db.$count(partner, sql`${partner.deletesAt} is null`);

/** A partner's row, for what is written in its name. */
export async function findPartner(db: Database, id: string) {
  const [row] = await db.select().from(partner).where(eq(partner.id, id));
  return row;
}
