import type { SiteUptime } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { notification, site, siteUptimeDay } from '../../db/schema.ts';
import { looksWell, storedFacts, type SiteFacts } from './site-checks.ts';
import type { SiteRow } from './site.repo.ts';

/** A process that dies during a check leaves it to the others after this time. */
const LEASE_SECONDS = 5 * 60;
/** The second check of a site that failed: soon, so that a moment's trouble is not reported as a fault. */
const CONFIRM_SECONDS = 60;
/** A broken site is checked more often, so that its owner soon learns that it works again. */
const BROKEN_SECONDS = 10 * 60;
/** Checks in a row that fail before the owner is notified. */
const FAILURES = 2;
/** The days of the overview. */
const DAYS = 90;
const MAX_DETAIL = 300;

export type TakenSite = Pick<SiteRow, 'id' | 'type' | 'fqdn' | 'contentAt'>;

/**
 * Takes the site whose check is the longest overdue, by the database's time. Only ready sites are checked: not staging
 * environments, those in the bin, and those that a task is changing.
 */
export async function takeSiteToCheck(db: Database): Promise<TakenSite | undefined> {
  const [taken] = await db
    .update(site)
    .set({ checkAt: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(
      sql`${site.id} = (select id from site where status = 'ready' and not is_stage and binned_at is null and task_id is null
        and check_at <= now() order by check_at limit 1 for update skip locked)`,
    )
    .returning({ id: site.id, type: site.type, fqdn: site.fqdn, contentAt: site.contentAt });
  return taken;
}

/** What became of a site's scheduled check; `dropped` when the site has changed meanwhile. */
export type CheckOutcome = 'dropped' | 'well' | 'failed' | 'broken' | 'repaired';

type StoredCheck = { taken: TakenSite; facts: SiteFacts; now: Date; everySeconds: number };

/**
 * Stores the result of a scheduled check: evidence, counts, the next check, and a notification when the state of the site
 * changes, in one transaction. A result from before a change of the site is dropped.
 */
export async function storeCheck(
  db: Database,
  { taken, facts, now, everySeconds }: StoredCheck,
): Promise<CheckOutcome> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(site).where(eq(site.id, taken.id)).for('update');
    if (!row || !isUnchanged(row, taken)) {
      if (row) await checkAgain(tx, row.id, CONFIRM_SECONDS);
      return 'dropped';
    }
    const ok = looksWell(facts.evidence);
    const failedChecks = ok ? 0 : row.failedChecks + 1;
    const brokenAt = ok ? null : (row.brokenAt ?? (failedChecks >= FAILURES ? now : null));
    const seconds = Math.round(
      ok ? everySeconds : Math.min(everySeconds, brokenAt === null ? CONFIRM_SECONDS : BROKEN_SECONDS),
    );
    await tx
      .update(site)
      .set({ ...storedFacts(facts), failedChecks, brokenAt })
      .where(eq(site.id, row.id));
    await checkAgain(tx, row.id, seconds);
    await countCheck(tx, { siteId: row.id, day: now.toISOString().slice(0, 10), ok, seconds });
    if (brokenAt !== null && row.brokenAt === null) {
      await notifyOwner(tx, row, 'site_broken', brokenAt, brokenText(row.fqdn, facts));
      return 'broken';
    }
    if (row.brokenAt !== null && ok) {
      await notifyOwner(tx, row, 'site_well', row.brokenAt, `${row.fqdn} works again. All its checks passed.`);
      return 'repaired';
    }
    return ok ? 'well' : 'failed';
  });
}

const isUnchanged = (row: SiteRow, { fqdn, contentAt }: TakenSite): boolean =>
  row.status === 'ready' &&
  row.binnedAt === null &&
  row.taskId === null &&
  row.fqdn === fqdn &&
  row.contentAt.getTime() === contentAt.getTime();

/** Plans the next scheduled check of a site. */
export async function checkAgain(db: Database, id: string, seconds: number): Promise<void> {
  await db
    .update(site)
    .set({ checkAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(site.id, id));
}

type Counted = { siteId: string; day: string; ok: boolean; seconds: number };

async function countCheck(tx: Database, { siteId, day, ok, seconds }: Counted): Promise<void> {
  const failed = ok ? 0 : 1;
  const failedSeconds = ok ? 0 : seconds;
  await tx
    .insert(siteUptimeDay)
    .values({ siteId, day, checks: 1, failed, seconds, failedSeconds })
    .onConflictDoUpdate({
      target: [siteUptimeDay.siteId, siteUptimeDay.day],
      set: {
        checks: sql`${siteUptimeDay.checks} + 1`,
        failed: sql`${siteUptimeDay.failed} + ${failed}`,
        seconds: sql`${siteUptimeDay.seconds} + ${seconds}`,
        failedSeconds: sql`${siteUptimeDay.failedSeconds} + ${failedSeconds}`,
      },
    });
}

function brokenText(fqdn: string, { evidence }: SiteFacts): string {
  const failed = evidence.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);
  const found = failed.join('; ').slice(0, MAX_DETAIL);
  return `${fqdn} does not work. Two checks in a row failed (${found}). Undo what you changed last or restore a backup, or contact support.`;
}

async function notifyOwner(
  tx: Database,
  { id, partnerId, customerId }: SiteRow,
  type: 'site_broken' | 'site_well',
  since: Date,
  description: string,
): Promise<void> {
  if (customerId === null) return;
  const link = `/manage-site/overview/${id}`;
  await tx
    .insert(notification)
    .values({ partnerId, userId: customerId, type, description, link, dedupeKey: `${type}:${id}:${since.getTime()}` })
    .onConflictDoNothing();
}

/** Scheduled checks of the last 90 days, the oldest day first; days without checks have zeros. */
export async function uptimeOf(db: Database, { id, brokenAt }: Pick<SiteRow, 'id' | 'brokenAt'>): Promise<SiteUptime> {
  const result = await db.execute(sql`
    select g.day::date::text as day, coalesce(u.checks, 0) as checks, coalesce(u.failed, 0) as failed,
      coalesce(u.seconds, 0) as seconds, coalesce(u.failed_seconds, 0) as failed_seconds
    from generate_series((now() at time zone 'utc')::date - ${sql.raw(String(DAYS - 1))}, (now() at time zone 'utc')::date, interval '1 day') g(day)
    left join site_uptime_day u on u.site_id = ${id} and u.day = g.day::date order by g.day`);
  const days = (result as unknown as Rows<SiteUptime['days'][number]>).rows;
  return { days, broken_since: brokenAt?.toISOString() ?? null };
}

/** Removes the counts of days before a time; run by housekeeping. */
export async function sweepUptime(db: Database, before: Date): Promise<void> {
  await db.execute(sql`delete from site_uptime_day where day < ${before.toISOString().slice(0, 10)}::date`);
}
