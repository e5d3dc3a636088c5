import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database, Rows } from '../db/database.ts';
import { schedule } from '../db/schema.ts';
import { occurrenceAfter } from './occurrence.ts';

export type ScheduleRow = typeof schedule.$inferSelect;
export type NewSchedule = Pick<ScheduleRow, 'id' | 'kind' | 'resourceId' | 'title' | 'cron' | 'timeZone'> &
  Partial<Pick<ScheduleRow, 'partnerId' | 'customerId' | 'payload' | 'enabled'>>;

async function nowOf(tx: Database): Promise<Date> {
  const { rows } = (await tx.execute(sql`select extract(epoch from now())::float8 * 1000 as now`)) as unknown as Rows<{
    now: number;
  }>;
  return new Date(rows[0]?.now ?? Date.now());
}

/**
 * Stores a schedule, or changes the one with its id. The next run changes only with the pattern, the time zone, or
 * when it is switched on again: a missed occurrence stays due.
 * @throws RangeError for an invalid pattern or time zone
 */
export async function putSchedule(tx: Database, given: NewSchedule): Promise<void> {
  const { id, enabled = true } = given;
  const nextAt = occurrenceAfter(given.cron, given.timeZone, await nowOf(tx));
  await tx
    .insert(schedule)
    .values({ ...given, nextAt })
    .onConflictDoUpdate({
      target: schedule.id,
      set: {
        ...given,
        id,
        enabled,
        nextAt: sql`case when ${schedule.cron} = excluded.cron and ${schedule.timeZone} = excluded.time_zone and ${schedule.enabled} = excluded.enabled
          then ${schedule.nextAt} else excluded.next_at end`,
        updatedAt: sql`now()`,
      },
    });
}

/** Removes a schedule; tasks it has started continue. */
export async function removeSchedule(tx: Database, id: string): Promise<void> {
  await tx.delete(schedule).where(eq(schedule.id, id));
}

/** The longest overdue schedule of these kinds, by the database's time; locked, and skipped by others. */
export async function dueSchedule(tx: Database, kinds: string[]): Promise<(ScheduleRow & { now: Date }) | undefined> {
  const now = await nowOf(tx);
  const [row] = await tx
    .select()
    .from(schedule)
    .where(and(eq(schedule.enabled, true), lte(schedule.nextAt, sql`now()`), inArray(schedule.kind, kinds)))
    .orderBy(asc(schedule.nextAt))
    .limit(1)
    .for('update', { skipLocked: true });
  return row && { ...row, now };
}

/** Records what a schedule has started, and its next run. */
export async function moveSchedule(tx: Database, id: string, next: { taskId: string; nextAt: Date }): Promise<void> {
  await tx
    .update(schedule)
    .set({ lastTaskId: next.taskId, lastAt: sql`now()`, nextAt: next.nextAt, updatedAt: sql`now()` })
    .where(eq(schedule.id, id));
}

/** Postpones a schedule that could not start by this many seconds. */
export async function deferSchedule(tx: Database, id: string, seconds: number): Promise<void> {
  await tx
    .update(schedule)
    .set({ nextAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(schedule.id, id));
}
