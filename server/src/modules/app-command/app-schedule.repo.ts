import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appSchedule, schedule, workload } from '../../db/schema.ts';
import { appsWithin } from '../../db/section.ts';
import type { Scope } from '../../db/select-page.ts';

export type AppScheduleRow = typeof appSchedule.$inferSelect;

/** The name of its schedule among those of the panel. */
export const scheduleName = (id: string): string => `app-command:${id}`;

/** The scheduled commands of an application, with when they run next. */
export const schedulesOf = (db: Database, appId: string): Promise<(AppScheduleRow & { nextAt: Date | null })[]> =>
  db
    .select({
      ...{ id: appSchedule.id, appId: appSchedule.appId, name: appSchedule.name, command: appSchedule.command },
      ...{ cron: appSchedule.cron, enabled: appSchedule.enabled, createdAt: appSchedule.createdAt },
      nextAt: schedule.nextAt,
    })
    .from(appSchedule)
    .leftJoin(schedule, eq(schedule.id, sql`'app-command:' || ${appSchedule.id}`))
    .where(eq(appSchedule.appId, appId))
    .orderBy(asc(appSchedule.createdAt), asc(appSchedule.id));

export async function countSchedules(tx: Database, appId: string): Promise<number> {
  const [row] = await tx.select({ total: count() }).from(appSchedule).where(eq(appSchedule.appId, appId));
  return row?.total ?? 0;
}

/** For tasks, whose schedule comes from a request that was in scope. */
export async function scheduleOf(db: Database, id: string): Promise<AppScheduleRow | undefined> {
  return (await db.select().from(appSchedule).where(eq(appSchedule.id, id)))[0];
}

export async function findSchedule(db: Database, scope: Scope, id: string): Promise<AppScheduleRow | undefined> {
  const rows = await db
    .select({ schedule: appSchedule })
    .from(appSchedule)
    .innerJoin(workload, eq(workload.id, appSchedule.appId))
    .where(and(appsWithin(workload, scope), eq(appSchedule.id, id)));
  return rows[0]?.schedule;
}

type Given = Pick<AppScheduleRow, 'name' | 'command' | 'cron' | 'enabled'>;

export async function insertSchedule(tx: Database, values: Given & { appId: string }): Promise<AppScheduleRow> {
  const [row] = await tx.insert(appSchedule).values(values).returning();
  if (!row) throw new Error('A scheduled command was not stored.');
  return row;
}

export async function updateSchedule(tx: Database, id: string, change: Given): Promise<void> {
  await tx.update(appSchedule).set(change).where(eq(appSchedule.id, id));
}

export async function deleteSchedule(tx: Database, id: string): Promise<void> {
  await tx.delete(appSchedule).where(eq(appSchedule.id, id));
}
