import { SITE_TRANSITIONS, type SiteStatus, type SiteSummary } from '@panel/contract';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { app, kindOfSite, workload, workloadHost, user, type SiteEvidence } from '../../db/schema.ts';
import { onMachine } from '../../db/on-machine.ts';
import { isSite, sitesWithin, type InSection } from '../../db/section.ts';
import { counterOf, isLimited, ofPartner, type Scope } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';
import { ownedSql, scopeSql, USAGE_DAYS, type SiteKey } from './site-list.repo.ts';

export type SiteRow = typeof workload.$inferSelect;
/** Its kind follows from its type, unless it is given. */
export type NewSite = Omit<typeof workload.$inferInsert, 'kind'> & { kind?: string };
export type SiteChange = Partial<Omit<NewSite, 'id' | 'partnerId' | 'status' | 'updatedAt' | 'contentAt'>>;

/** A site whose type is chosen later becomes another kind with it. */
const withKind = (change: SiteChange) => ({ ...change, ...(change.type && { kind: kindOfSite(change.type) }) });

/** Of changes after which the site may show something else. Others, such as a backup, set `updatedAt` alone. */
export const CHANGED = { updatedAt: sql`now()`, contentAt: sql`now()` };

/** Inserts a new site and its address; undefined when the address is taken. */
export async function insertSite(tx: Database, values: NewSite): Promise<SiteRow | undefined> {
  const [row] = await tx
    .insert(workload)
    .values({ ...values, kind: values.kind ?? kindOfSite(values.type) })
    .onConflictDoNothing()
    .returning();
  if (!row || !(await takeHost(tx, row.id, row.fqdn))) return undefined;
  return row;
}

/** Adds an address to a site; false when it is taken. */
export async function takeHost(tx: Database, siteId: string, fqdn: string): Promise<boolean> {
  const taken = await tx
    .insert(workloadHost)
    .values({ fqdn, workloadId: siteId })
    .onConflictDoNothing()
    .returning({ fqdn: workloadHost.fqdn });
  return taken.length > 0;
}

/** Whether a site or an application of any partner has the address. */
export async function isHostTaken(db: Database, fqdn: string): Promise<boolean> {
  const rows = await db.execute(
    sql`select 1 from workload_host where fqdn = ${fqdn} union all select 1 from workload where fqdn = ${fqdn} limit 1`,
  );
  return (rows as unknown as Rows<unknown>).rows.length > 0;
}

/** Removes addresses of a site. */
export async function releaseHosts(tx: Database, siteId: string, fqdns?: string[]): Promise<string[]> {
  const rows = await tx
    .delete(workloadHost)
    .where(and(eq(workloadHost.workloadId, siteId), fqdns && inArray(workloadHost.fqdn, fqdns)))
    .returning({ fqdn: workloadHost.fqdn });
  return rows.map((row) => row.fqdn);
}

/** Sites of one scope, or workloads of other sections; every query includes the scope. */
export function siteRepo(db: Database, scope: Scope, inSection: InSection = sitesWithin) {
  const mine = inSection(workload, scope);
  const byKey = (key: SiteKey) => and(mine, 'id' in key ? eq(workload.id, key.id) : eq(workload.fqdn, key.fqdn));
  return {
    async find(key: SiteKey): Promise<SiteRow | undefined> {
      return (await db.select().from(workload).where(byKey(key)))[0];
    },
    /** The same, locked until the transaction ends, so that two changes of one site run one after the other. */
    async lock(id: string): Promise<SiteRow | undefined> {
      return (await db.select().from(workload).where(byKey({ id })).for('update'))[0];
    },
    async update(id: string, change: SiteChange): Promise<void> {
      await db
        .update(workload)
        .set({ ...withKind(change), ...CHANGED })
        .where(and(mine, eq(workload.id, id)));
    },
    /** Whether this is a customer of the scope's partner who can get sites: one that is being deleted would take them along. */
    async isCustomer(id: string): Promise<boolean> {
      const found = await db
        .select({ id: user.id })
        .from(user)
        .where(and(eq(user.id, id), ofPartner(user, scope), eq(user.role, 'customer'), isNull(user.deletesAt)));
      return found.length > 0;
    },
    summary: () => summary(db, scope),
    async usageDays(id: string): Promise<{ day: string; requests: number; bytes: number; pageViews: number }[]> {
      const result = await db.execute(sql`
        select g.day::date::text as day, coalesce(d.requests, 0)::float8 as requests, coalesce(d.bytes, 0)::float8 as bytes, coalesce(d.page_views, 0)::float8 as "pageViews"
        from workload s cross join ${USAGE_DAY_ROWS}
        left join usage_day d on d.workload_id = s.id and d.day = g.day::date
        where ${scopeSql(scope, inSection)} and s.id = ${id} order by g.day`);
      return (result as unknown as Rows<{ day: string; requests: number; bytes: number; pageViews: number }>).rows;
    },
  };
}

type SiteTotals = Omit<SiteSummary, 'siteLimit' | 'plan_type' | 'vulnerable'>;

/** The days of which usage is reported, as rows of `g`. */
const USAGE_DAY_ROWS = sql`generate_series((now() at time zone 'utc')::date - ${sql.raw(String(USAGE_DAYS - 1))}, (now() at time zone 'utc')::date, interval '1 day') g(day)`;

/**
 * Totals of the last 30 days, by day, and the three sites with the most traffic; without staging sites (spec §2).
 * Deleted sites count towards the disk usage until they are gone.
 */
async function summary(db: Database, scope: Scope): Promise<SiteTotals> {
  const result = await db.execute(sql`
    with mine as (select s.id, s.fqdn, s.assigned_at from workload s where ${scopeSql(scope)} and not s.is_stage),
    counted as (
      select d.workload_id as site_id, d.day, d.page_views, d.bytes from usage_day d join mine on mine.id = d.workload_id
      where d.day > (now() at time zone 'utc')::date - ${sql.raw(String(USAGE_DAYS))}
    ),
    used as (select site_id, sum(page_views)::float8 as views, sum(bytes)::float8 as bytes from counted group by site_id),
    by_day as (select day, sum(page_views)::float8 as views, sum(bytes)::float8 as bytes from counted group by day),
    top as (
      select json_agg(json_build_object('site_id', t.site_id, 'fqdn', t.fqdn, 'totalCDNUsage', t.bytes) order by t.bytes desc, t.fqdn) as list
      from (select used.site_id, mine.fqdn, used.bytes from used join mine on mine.id = used.site_id
            where used.bytes > 0 and mine.assigned_at is not null order by used.bytes desc, mine.fqdn limit 3) t
    )
    select ${isLimited(scope) ? sql`(select count(*)::int from mine)` : sql`coalesce((select total - staging from site_count where owner_id = ${counterOf(scope)}), 0)`} as "siteCount",
      (select sum(views) from used) as "totalPageViews", (select sum(bytes) from used) as "totalCDNUsage",
      (select sum(s.file_size)::float8 from workload s where ${ownedSql(scope)} and not s.is_stage) as "totalDiskUsage", coalesce((select list from top), '[]'::json) as top,
      (select json_agg(json_build_object('day', g.day::date, 'pageViews', coalesce(b.views, 0), 'bytes', coalesce(b.bytes, 0)) order by g.day)
       from ${USAGE_DAY_ROWS} left join by_day b on b.day = g.day::date) as days`);
  const [row] = (result as unknown as Rows<SiteTotals>).rows;
  if (!row) throw new Error('The summary gave no row.');
  return row;
}

const FROM = (to: SiteStatus): SiteStatus[] =>
  (Object.keys(SITE_TRANSITIONS) as SiteStatus[]).filter((from) => SITE_TRANSITIONS[from].includes(to));

/**
 * Changes the status of a site, along allowed transitions only (decision: Statuses).
 * @throws PanelError BAD_TRANSITION, NOT_FOUND
 */
export async function moveSite(tx: Database, id: string, to: SiteStatus, change: SiteChange = {}): Promise<void> {
  const moved = await tx
    .update(workload)
    .set({ ...withKind(change), status: to, ...CHANGED })
    .where(and(eq(workload.id, id), inArray(workload.status, FROM(to))))
    .returning({ id: workload.id });
  if (moved.length > 0) return;
  const [row] = await tx.select({ status: workload.status }).from(workload).where(eq(workload.id, id));
  if (!row) throw new PanelError('NOT_FOUND');
  throw new PanelError('BAD_TRANSITION', { from: row.status, to });
}

/** For tasks, whose site comes from a request that was in scope. With `lock`, locked until the transaction ends. */
export async function taskSite(db: Database, id: string, { lock = false } = {}): Promise<SiteRow | undefined> {
  const rows = db.select().from(workload).where(eq(workload.id, id));
  return (await (lock ? rows.for('update') : rows))[0];
}

/** The site with this address, of any partner. */
export async function siteAt(db: Database, fqdn: string): Promise<SiteRow | undefined> {
  return (
    await db
      .select()
      .from(workload)
      .where(and(eq(workload.fqdn, fqdn), isSite(workload)))
      .for('update')
  )[0];
}

/** Restores a site's previous status when its deletion was cancelled before it began. */
export async function restoreSite(tx: Database, id: string, status: SiteStatus): Promise<void> {
  await tx
    .update(workload)
    .set({ status, taskId: null, updatedAt: sql`now()` })
    .where(and(eq(workload.id, id), eq(workload.status, 'moving')));
}

/** Stores what a task or a measurement found out about a site. */
export async function recordFacts(
  db: Database,
  id: string,
  facts: {
    version?: string | null;
    phpVersion?: string | null;
    fileSize?: number;
    evidence?: SiteEvidence[];
    deliveryEvidence?: SiteEvidence[];
    fqdn?: string;
    name?: string;
    title?: string;
    adminUser?: string;
    adminEmail?: string;
    taskId?: null;
  },
): Promise<void> {
  const measured = facts.fileSize === undefined ? {} : { measuredAt: sql`now()` };
  await db
    .update(workload)
    .set({
      ...facts,
      ...measured,
      ...(facts.fqdn && CHANGED),
      ...(facts.taskId === null && { updatedAt: sql`now()` }),
    })
    .where(eq(workload.id, id));
}

/** The second check of a site that failed: soon, so that a moment's trouble is not reported as a fault. */
export const CONFIRM_SECONDS = 60;

/**
 * What follows from a check outside the schedule. The schedule alone counts failures and notifies, so it looks soon where this one
 * saw something else. It passes over staging environments: there, one failure is enough.
 */
export async function followCheck(db: Database, id: string, ok: boolean): Promise<void> {
  const next = ok
    ? {
        brokenAt: sql`case when is_stage then null else broken_at end`,
        checkAt: sql`case when broken_at is null then check_at else now() end`,
      }
    : {
        brokenAt: sql`case when is_stage then coalesce(broken_at, now()) else broken_at end`,
        checkAt: sql`least(check_at, now() + make_interval(secs => ${CONFIRM_SECONDS}))`,
      };
  await db.update(workload).set(next).where(eq(workload.id, id));
}

/** Deletes the row of a site with its hosts, usage and limits; delete-site.repo.ts removes the zone of its domain, too. */
export async function deleteSiteRow(tx: Database, id: string): Promise<void> {
  await tx.delete(workload).where(eq(workload.id, id));
}

/**
 * Takes ready sites of a machine whose size is older than a time span or was never measured; the oldest first. Each is taken by one
 * process, and not again within the time span: sites that cannot be measured must not keep others from it.
 */
export async function takeSitesToMeasure(
  db: Database,
  machine: string,
  olderThanSeconds: number,
  limit: number,
): Promise<string[]> {
  const result = await db.execute(sql`
    update workload set measured_at = now() where id in (
      select id from workload where status = 'ready' and task_id is null and ${onMachine(machine)} and (measured_at is null or measured_at < now() - make_interval(secs => ${olderThanSeconds}))
      order by measured_at nulls first limit ${limit} for update skip locked)
    returning id`);
  return (result as unknown as Rows<{ id: string }>).rows.map((row) => row.id);
}

/** The current addresses of a site. */
export async function hostsOf(db: Database, siteId: string): Promise<string[]> {
  return (
    await db.select({ fqdn: workloadHost.fqdn }).from(workloadHost).where(eq(workloadHost.workloadId, siteId))
  ).map((row) => row.fqdn);
}

/** Takes an application out of its project, which stays its former customer's. */
export async function leaveProject(tx: Database, id: string): Promise<void> {
  await tx.update(app).set({ projectId: null }).where(eq(app.id, id));
}

/** Records which task works on a site. */
export async function recordTask(tx: Database, id: string, taskId: string): Promise<void> {
  await tx
    .update(workload)
    .set({ taskId, updatedAt: sql`now()` })
    .where(eq(workload.id, id));
}

/** Records that a task works on a site no more; the record of another task stays. */
export async function clearTask(tx: Database, { resourceId, id }: { resourceId: string; id: string }): Promise<void> {
  await tx
    .update(workload)
    .set({ taskId: null, updatedAt: sql`now()` })
    .where(and(eq(workload.id, resourceId), eq(workload.taskId, id)));
}

/** Ready sites, and those in the bin, without a running task. */
export async function standingSites(db: Database): Promise<{ id: string; fqdn: string }[]> {
  return db
    .select({ id: workload.id, fqdn: workload.fqdn })
    .from(workload)
    .where(and(or(eq(workload.status, 'ready'), isNotNull(workload.binnedAt)), isNull(workload.taskId)));
}
