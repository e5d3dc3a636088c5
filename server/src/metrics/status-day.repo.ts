import type { StatusPart } from '@panel/contract';
import { desc, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { statusDay, statusPanelDay, uptimeDay, workload } from '../db/schema.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
/** Every process notes that the panel runs once a minute; one of them counts. */
const BEAT_SECONDS = 50;
/** A longer gap is time in which no process ran, or the database took nothing. */
const GAP_SECONDS = 150;
/** What the status page shows. */
const GAP_MAX_MS = 90 * DAY_MS;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

type Counted = { partnerId: string; part: StatusPart; day: string; ok: boolean; seconds: number };

/** Counts a check of one workload for its partner's status page. `seconds`: the time until the next one. */
export async function countStatusCheck(tx: Database, { partnerId, part, day, ok, seconds }: Counted): Promise<void> {
  const failed = ok ? 0 : 1;
  const failedSeconds = ok ? 0 : seconds;
  await tx
    .insert(statusDay)
    .values({ partnerId, part, day, checks: 1, failed, seconds, failedSeconds })
    .onConflictDoUpdate({
      target: [statusDay.partnerId, statusDay.part, statusDay.day],
      set: {
        checks: sql`${statusDay.checks} + 1`,
        failed: sql`${statusDay.failed} + ${failed}`,
        seconds: sql`${statusDay.seconds} + ${seconds}`,
        failedSeconds: sql`${statusDay.failedSeconds} + ${failedSeconds}`,
      },
    });
}

/** Counts the days that a workload has behind it, as if each of its checks had been counted. */
export async function countHistory(tx: Database, workloadId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${statusDay} (partner_id, part, day, checks, failed, seconds, failed_seconds)
    select w.partner_id, case when w.kind = 'node' then 'applications' else 'sites' end, u.day,
      u.checks, u.failed, u.seconds, u.failed_seconds
    from ${uptimeDay} u join ${workload} w on w.id = u.workload_id where w.id = ${workloadId} and not w.is_stage
    on conflict (partner_id, part, day) do update set
      checks = ${statusDay.checks} + excluded.checks, failed = ${statusDay.failed} + excluded.failed,
      seconds = ${statusDay.seconds} + excluded.seconds,
      failed_seconds = ${statusDay.failedSeconds} + excluded.failed_seconds`);
}

/** A stretch of time by UTC day. */
function byDay(from: Date, to: Date): { day: string; seconds: number; end: Date }[] {
  const parts = [];
  for (let at = from; at < to;) {
    const next = new Date(Math.min(to.getTime(), (Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS));
    parts.push({ day: dayOf(at), seconds: (next.getTime() - at.getTime()) / SECOND_MS, end: next });
    at = next;
  }
  return parts;
}

/** Notes that the panel runs and that its database takes it. A gap since the last time counts as an outage. */
export async function notePanel(db: Database, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    // Of processes that note at once, each sees what the one before wrote. A lock of the last row would not do: the second
    // one would wait for yesterday's, and not see the row of today.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('status_panel_day'))`);
    const [last] = await tx.select().from(statusPanelDay).orderBy(desc(statusPanelDay.day)).limit(1);
    const since = last?.lastAt ?? new Date(now.getTime() - 60 * SECOND_MS);
    const gap = (now.getTime() - since.getTime()) / SECOND_MS;
    if (gap < BEAT_SECONDS) return;
    const isOut = last !== undefined && gap > GAP_SECONDS;
    const begin = new Date(Math.max(since.getTime(), now.getTime() - GAP_MAX_MS));
    for (const { day, seconds, end } of byDay(begin, now)) {
      const failed = isOut ? 1 : 0;
      const failedSeconds = isOut ? seconds : 0;
      await tx
        .insert(statusPanelDay)
        .values({ day, checks: 1, failed, seconds, failedSeconds, lastAt: end })
        .onConflictDoUpdate({
          target: statusPanelDay.day,
          set: {
            checks: sql`${statusPanelDay.checks} + 1`,
            failed: sql`${statusPanelDay.failed} + ${failed}`,
            seconds: sql`${statusPanelDay.seconds} + ${seconds}`,
            failedSeconds: sql`${statusPanelDay.failedSeconds} + ${failedSeconds}`,
            lastAt: end,
          },
        });
    }
    // The day may have begun at this very moment.
    if (dayOf(now) !== dayOf(begin))
      await tx
        .insert(statusPanelDay)
        .values({ day: dayOf(now), checks: 0, failed: 0, seconds: 0, failedSeconds: 0, lastAt: now })
        .onConflictDoNothing();
  });
}

/** Removes the counts of days before a time. */
export async function sweepStatusDays(db: Database, before: Date): Promise<void> {
  await db.execute(sql`delete from status_day where day < ${dayOf(before)}::date`);
  await db.execute(sql`delete from status_panel_day where day < ${dayOf(before)}::date`);
}
