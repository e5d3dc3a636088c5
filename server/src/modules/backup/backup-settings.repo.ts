import type { BackupSchedule } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { backupSetting, schedule, workload } from '../../db/schema.ts';

export const scheduleId = (siteId: string): string => `backup:${siteId}`;

/** The settings of a site that has none yet. */
const DEFAULTS: BackupSchedule = {
  is_active: false,
  frequency: 'daily',
  time: '03:00',
  weekday: 0,
  time_zone: 'UTC',
  keep: 7,
};

/** The settings of a site. */
export async function readSettings(db: Database, siteId: string): Promise<BackupSchedule> {
  const [row] = await db.select().from(backupSetting).where(eq(backupSetting.workloadId, siteId));
  if (!row) return DEFAULTS;
  const { isActive: is_active, timeZone: time_zone, frequency, time, weekday, keep } = row;
  return { is_active, frequency, time, weekday, time_zone, keep };
}

export async function writeSettings(tx: Database, siteId: string, given: BackupSchedule): Promise<void> {
  const { is_active: isActive, time_zone: timeZone, frequency, time, weekday, keep } = given;
  const set = { isActive, timeZone, frequency, time, weekday, keep };
  await tx
    .insert(backupSetting)
    .values({ workloadId: siteId, ...set })
    .onConflictDoUpdate({ target: backupSetting.workloadId, set: { ...set, updatedAt: sql`now()` } });
}

/** When the schedule of a site starts its next backup; null without one. */
export async function nextBackupAt(db: Database, siteId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: schedule.nextAt })
    .from(schedule)
    .where(eq(schedule.id, scheduleId(siteId)));
  return row?.at ?? null;
}

/**
 * The schedule belongs to the site's customer, its tasks are named by the site's address, and while the site is in the
 * bin it pauses.
 */
export async function scheduleFollowsSite(tx: Database, siteId: string): Promise<void> {
  await tx
    .update(schedule)
    .set({
      title: workload.fqdn,
      customerId: workload.customerId,
      enabled: sql`${workload.binnedAt} is null and exists (
        select 1 from backup_setting b where b.workload_id = ${workload.id} and b.is_active)`,
    })
    .from(workload)
    .where(sql`${schedule.id} = ${scheduleId(siteId)} and ${workload.id} = ${siteId}`);
}
