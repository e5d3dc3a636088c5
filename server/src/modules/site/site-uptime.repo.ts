import type { SiteHealth, SiteUptime } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import { described, said, type Said } from '../../context/said.ts';
import type { Database, Rows } from '../../db/database.ts';
import { onMachine } from '../../db/on-machine.ts';
import { notification, workload, uptimeDay, type SiteEvidence } from '../../db/schema.ts';
import { countStatusCheck } from '../../metrics/status-day.repo.ts';
import { looksWell, storedFacts, type SiteFacts } from './site-checks.ts';
import { brokenSince } from './site-health.ts';
import { CONFIRM_SECONDS, type SiteRow } from './site.repo.ts';
import { workloadLink } from './workload-link.repo.ts';

/** A process that dies during a check leaves it to the others after this time. */
const LEASE_SECONDS = 5 * 60;
/** A broken site is checked more often, so that its owner soon learns that it works again. */
const BROKEN_SECONDS = 10 * 60;
/** Checks in a row that fail before the owner is notified. */
const FAILURES = 2;
/** The days of the overview. */
const DAYS = 90;
const MAX_DETAIL = 300;

export type TakenSite = Pick<SiteRow, 'id' | 'kind' | 'fqdn' | 'contentAt' | 'protectionUser'>;

/**
 * Takes the site of a machine whose check is the longest overdue, by the database's time. Only ready sites are checked: not staging
 * environments, those in the bin, and those that a task is changing.
 */
export async function takeSiteToCheck(db: Database, machine: string): Promise<TakenSite | undefined> {
  const [taken] = await db
    .update(workload)
    .set({ checkAt: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(
      sql`${workload.id} = (select id from workload where status = 'ready' and not is_stage and binned_at is null and task_id is null
        and ${onMachine(machine)} and check_at <= now() order by check_at limit 1 for update skip locked)`,
    )
    .returning({
      ...{ id: workload.id, kind: workload.kind, fqdn: workload.fqdn },
      ...{ contentAt: workload.contentAt, protectionUser: workload.protectionUser },
    });
  return taken;
}

/** What became of a site's scheduled check; `dropped` when the site has changed meanwhile. */
export type CheckOutcome = 'dropped' | 'well' | 'failed' | 'broken' | 'repaired';

type StoredCheck = {
  taken: TakenSite;
  facts: SiteFacts;
  /** Of DNS, certificate and CDN; null when these were not checked. */
  delivery: SiteEvidence[] | null;
  now: Date;
  everySeconds: number;
};

/** Failed checks in a row, and since when the owner has been told. */
type Standing = { failures: number; brokenAt: Date | null };

const nextStanding = ({ failures, brokenAt }: Standing, ok: boolean, now: Date): Standing =>
  ok
    ? { failures: 0, brokenAt: null }
    : { failures: failures + 1, brokenAt: brokenAt ?? (failures + 1 >= FAILURES ? now : null) };

const secondsAfter = (ok: boolean, { brokenAt }: Standing, everySeconds: number): number =>
  Math.round(ok ? everySeconds : Math.min(everySeconds, brokenAt === null ? CONFIRM_SECONDS : BROKEN_SECONDS));

/**
 * Stores the result of a scheduled check: evidence, counts, the next check, and a notification when the state of the site
 * changes, in one transaction. A result from before a change of the site is dropped.
 */
export async function storeCheck(
  db: Database,
  { taken, facts, delivery, now, everySeconds }: StoredCheck,
): Promise<CheckOutcome> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(workload).where(eq(workload.id, taken.id)).for('update');
    if (!row || !isUnchanged(row, taken)) {
      if (row) await checkAgain(tx, row.id, CONFIRM_SECONDS);
      return 'dropped';
    }
    const ok = looksWell(facts.evidence);
    const next = nextStanding({ failures: row.failedChecks, brokenAt: row.brokenAt }, ok, now);
    await tx
      .update(workload)
      .set({ ...storedFacts(facts), failedChecks: next.failures, brokenAt: next.brokenAt })
      .where(eq(workload.id, row.id));
    const deliverySeconds = delivery ? await storeDelivery(tx, row, { delivery, now, everySeconds }) : everySeconds;
    // What is counted is the time until the next check, whoever needs that.
    const seconds = Math.min(secondsAfter(ok, next, everySeconds), deliverySeconds);
    await checkAgain(tx, row.id, seconds);
    const day = now.toISOString().slice(0, 10);
    await countCheck(tx, { siteId: row.id, day, ok, seconds });
    const part = row.kind === 'node' ? 'applications' : 'sites';
    await countStatusCheck(tx, { partnerId: row.partnerId, part, day, ok, seconds });
    if (next.brokenAt !== null && row.brokenAt === null) {
      await notifyOwner(tx, row, 'site_broken', String(next.brokenAt.getTime()), brokenText(row.fqdn, facts));
      return 'broken';
    }
    if (row.brokenAt !== null && ok) {
      const text = said('{site} works again. All its checks passed.', { site: row.fqdn });
      await notifyOwner(tx, row, 'site_well', String(row.brokenAt.getTime()), text);
      return 'repaired';
    }
    return ok ? 'well' : 'failed';
  });
}

/**
 * Stores what was seen of DNS, certificate and CDN, notifies as for the site itself, and returns when to look again. Uptime is
 * that of the site: what is wrong here need not keep visitors away.
 */
async function storeDelivery(
  tx: Database,
  row: SiteRow,
  { delivery, now, everySeconds }: Pick<StoredCheck, 'now' | 'everySeconds'> & { delivery: SiteEvidence[] },
): Promise<number> {
  const ok = delivery.every((each) => each.ok);
  const before = row.deliveryBrokenAt;
  const next = nextStanding({ failures: row.deliveryFailures, brokenAt: before }, ok, now);
  await tx
    .update(workload)
    .set({ deliveryEvidence: delivery, deliveryFailures: next.failures, deliveryBrokenAt: next.brokenAt })
    .where(eq(workload.id, row.id));
  if (next.brokenAt !== null && before === null)
    await notifyOwner(tx, row, 'site_broken', `delivery:${next.brokenAt.getTime()}`, deliveryText(row.fqdn, delivery));
  if (before !== null && ok && delivery.length > 0) {
    const text = said('Visitors reach {site} again. {names}: all checks passed.', {
      ...{ site: row.fqdn, names: delivery.map(({ name }) => name).join(', ') },
    });
    await notifyOwner(tx, row, 'site_well', `delivery:${before.getTime()}`, text);
  }
  return secondsAfter(ok, next, everySeconds);
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
    .update(workload)
    .set({ checkAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(workload.id, id));
}

type Counted = { siteId: string; day: string; ok: boolean; seconds: number };

async function countCheck(tx: Database, { siteId, day, ok, seconds }: Counted): Promise<void> {
  const failed = ok ? 0 : 1;
  const failedSeconds = ok ? 0 : seconds;
  await tx
    .insert(uptimeDay)
    .values({ workloadId: siteId, day, checks: 1, failed, seconds, failedSeconds })
    .onConflictDoUpdate({
      target: [uptimeDay.workloadId, uptimeDay.day],
      set: {
        checks: sql`${uptimeDay.checks} + 1`,
        failed: sql`${uptimeDay.failed} + ${failed}`,
        seconds: sql`${uptimeDay.seconds} + ${seconds}`,
        failedSeconds: sql`${uptimeDay.failedSeconds} + ${failedSeconds}`,
      },
    });
}

const failedOf = (evidence: readonly SiteEvidence[]): string =>
  evidence
    .flatMap(({ name, ok, detail }) => (ok ? [] : [`${name}: ${detail}`]))
    .join('; ')
    .slice(0, MAX_DETAIL);

function deliveryText(site: string, delivery: readonly SiteEvidence[]): Said {
  return said('Visitors may not reach {site}. Two checks in a row failed ({failed}). View failed checks.', {
    ...{ site, failed: failedOf(delivery) },
  });
}

function brokenText(site: string, { evidence }: SiteFacts): Said {
  return said(
    '{site} does not work. Two checks in a row failed ({failed}). Undo what you changed last or restore a backup, or contact support.',
    { site, failed: failedOf(evidence) },
  );
}

async function notifyOwner(
  tx: Database,
  { id, partnerId, customerId }: SiteRow,
  type: 'site_broken' | 'site_well',
  since: string,
  text: Said,
): Promise<void> {
  if (customerId === null) return;
  const link = await workloadLink(tx, id, 'overview');
  await tx
    .insert(notification)
    .values({ partnerId, userId: customerId, type, ...described(text), link, dedupeKey: `${type}:${id}:${since}` })
    .onConflictDoNothing();
}

/** Scheduled checks of the last 90 days, the oldest day first; days without checks have zeros. `health` is the one that is shown with it. */
export async function uptimeOf(
  db: Database,
  { id, brokenAt }: Pick<SiteRow, 'id' | 'brokenAt'>,
  health: SiteHealth,
): Promise<SiteUptime> {
  const result = await db.execute(sql`
    select g.day::date::text as day, coalesce(u.checks, 0) as checks, coalesce(u.failed, 0) as failed,
      coalesce(u.seconds, 0) as seconds, coalesce(u.failed_seconds, 0) as failed_seconds
    from generate_series((now() at time zone 'utc')::date - ${sql.raw(String(DAYS - 1))}, (now() at time zone 'utc')::date, interval '1 day') g(day)
    left join uptime_day u on u.workload_id = ${id} and u.day = g.day::date order by g.day`);
  const days = (result as unknown as Rows<SiteUptime['days'][number]>).rows;
  return { days, broken_since: brokenSince(health, brokenAt)?.toISOString() ?? null };
}

/** Removes the counts of days before a time; run by housekeeping. */
export async function sweepUptime(db: Database, before: Date): Promise<void> {
  await db.execute(sql`delete from uptime_day where day < ${before.toISOString().slice(0, 10)}::date`);
}
