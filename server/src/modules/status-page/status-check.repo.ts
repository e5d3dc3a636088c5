import { sectionOn, type StatusPart } from '@panel/contract';
import { and, count, desc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { PartnerRow } from '../../context/call-context.ts';
import type { Database, Rows } from '../../db/database.ts';
import { statusPanelDay, workload } from '../../db/schema.ts';
import { isApp, isSite } from '../../db/section.ts';
import { hasHealth } from '../site/site-health.repo.ts';
import type { Condition } from './status-condition.ts';

const DAYS = 90;
const MINUTE_MS = 60_000;
/** Notes come every minute. */
const PANEL_MS = 3 * MINUTE_MS;
/** A workload whose check is overdue for longer was not checked lately. */
const OVERDUE_MS = 120 * MINUTE_MS;
/** Shares of workloads that are broken. Fewer are their owners' matter. */
const DEGRADED = 0.1;
const OUTAGE = 0.5;
/** A share of few sites says nothing, and one customer's sites are that customer's matter. */
const BROKEN_MIN = 3;
const CUSTOMERS_MIN = 2;

/** A UTC day: the share of time that checks found it well, or null without checks, and what it is of. */
export type StatusDay = { day: string; share: number | null; seconds: number; failedSeconds: number };
/** A part that something has checked; its condition is null while nothing has checked it lately. */
export type CheckedPart = { part: StatusPart; condition: Condition | null; days: StatusDay[] };

/** The last 90 days up to `now`, the oldest first; `counted` is a query of day, seconds and failed seconds. */
async function daysOf(db: Database, now: Date, counted: SQL): Promise<StatusDay[]> {
  const today = sql`${now.toISOString().slice(0, 10)}::date`;
  const { rows } = (await db.execute(sql`
    select g.day::date::text as day, (1 - c.failed_seconds / nullif(c.seconds, 0))::float8 as share,
      coalesce(c.seconds, 0)::float8 as seconds, coalesce(c.failed_seconds, 0)::float8 as "failedSeconds"
    from generate_series(${today} - ${sql.raw(String(DAYS - 1))}, ${today}, interval '1 day') g(day)
    left join (${counted}) c on c.day = g.day::date order by g.day`)) as unknown as Rows<StatusDay>;
  return rows;
}

async function panel(db: Database, now: Date): Promise<CheckedPart> {
  const days = await daysOf(db, now, sql`select day, seconds, failed_seconds from status_panel_day`);
  const [last] = await db
    .select({ at: statusPanelDay.lastAt })
    .from(statusPanelDay)
    .orderBy(desc(statusPanelDay.day))
    .limit(1);
  const isNoted = last !== undefined && now.getTime() - last.at.getTime() <= PANEL_MS;
  return { part: 'panel', condition: isNoted ? 'operational' : null, days };
}

/** A workload of the statement is down, as everywhere. */
const isDown = hasHealth(['down'], '"workload"');

type Counts = { all: number; broken: number; customers: number };

const conditionOf = ({ all, broken, customers }: Counts): Condition | null => {
  if (all === 0) return null;
  if (broken < BROKEN_MIN || customers < CUSTOMERS_MIN) return 'operational';
  const share = broken / all;
  return share >= OUTAGE ? 'outage' : share >= DEGRADED ? 'degraded' : 'operational';
};

async function workloads(
  db: Database,
  partnerId: string,
  part: 'sites' | 'applications',
  now: Date,
): Promise<CheckedPart> {
  const days = await daysOf(
    db,
    now,
    sql`select day, seconds, failed_seconds from status_day where partner_id = ${partnerId} and part = ${part}`,
  );
  const [row] = await db
    .select({
      all: count(),
      broken: sql<number>`count(*) filter (where ${isDown})::int`,
      // Those without a customer count as one.
      customers: sql<number>`count(distinct coalesce(${workload.customerId}::text, '')) filter (where ${isDown})::int`,
    })
    .from(workload)
    .where(
      and(
        eq(workload.partnerId, partnerId),
        part === 'sites' ? isSite(workload) : isApp(workload),
        eq(workload.status, 'ready'),
        eq(workload.isStage, false),
        isNull(workload.binnedAt),
        gt(workload.checkAt, new Date(now.getTime() - OVERDUE_MS)),
      ),
    );
  // New ones wait for their first check: today and yesterday say whether there was any.
  const isChecked = days.slice(-2).some(({ share }) => share !== null);
  return { part, condition: isChecked && row ? conditionOf(row) : null, days };
}

/** Parts of a partner that were checked in the last 90 days. */
export async function checkedParts(db: Database, partner: PartnerRow, now: Date): Promise<CheckedPart[]> {
  const { id, attributes, isSpecial } = partner;
  const all = [await panel(db, now)];
  for (const part of ['sites', 'applications'] as const)
    if (sectionOn({ attributes, is_nucal_partner: isSpecial }, part)) all.push(await workloads(db, id, part, now));
  return all.filter(({ days }) => days.some(({ share }) => share !== null));
}
