import type { BackupSchedule, BackupSettings } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { lockRow } from '../../db/lock-row.ts';
import { workload } from '../../db/schema.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import { putSchedule } from '../../tasks/schedule.repo.ts';
import { findWorkload } from '../site/find-site.ts';
import { lastBackup } from './backup.repo.ts';
import type { NewBackup } from './backup-steps.ts';
import { nextBackupAt, readSettings, scheduleId, writeSettings } from './backup-settings.repo.ts';
import { isApplication } from './pack-workload.ts';
import { needBackups } from './need-backups.ts';

const NAMES = { daily: 'Daily backup', weekly: 'Weekly backup' } as const;

/** Five fields: minute, hour, day of the month, month, day of the week. */
export function cronOf({ frequency, time, weekday }: Pick<BackupSchedule, 'frequency' | 'time' | 'weekday'>): string {
  const [hours, minutes] = time.split(':').map(Number);
  return `${minutes} ${hours} * * ${frequency === 'weekly' ? weekday : '*'}`;
}

/**
 * When a site or an application is backed up.
 * @throws PanelError NOT_FOUND
 */
export async function showSettings(context: CallContext, siteId: string): Promise<BackupSettings> {
  const { db } = context.app;
  const site = await findWorkload(context, { id: siteId });
  const saved = await readSettings(db, site.id);
  const last = (await lastBackup(db, site.id))?.createdAt;
  const next = saved.is_active ? await nextBackupAt(db, site.id) : null;
  return {
    ...saved,
    site_fqdn: site.fqdn,
    last_backup_date: last?.toISOString() ?? null,
    next_backup_date: next?.toISOString() ?? null,
  };
}

/**
 * Schedules the backups of a site, or stops them.
 * @throws PanelError NOT_FOUND, TENANT_MISMATCH, CONFLICT
 */
export async function saveSettings(
  context: CallContext,
  {
    site_fqdn: fqdn,
    is_active,
    frequency,
    time,
    weekday,
    time_zone,
    keep,
    expected,
    ...hints
  }: TenantHints & BackupSchedule & { site_fqdn: string; expected?: Expected<BackupSchedule> },
): Promise<void> {
  await checkTenant(context, hints);
  const site = await findWorkload(context, { fqdn });
  needBackups(context.app, site);
  const payload: NewBackup = { type: frequency, name: NAMES[frequency] };
  await context.app.db.transaction(async (tx) => {
    await lockRow(tx, workload, site.id);
    checkExpected(expected, await readSettings(tx, site.id));
    await writeSettings(tx, site.id, { is_active, frequency, time, weekday, time_zone, keep });
    await putSchedule(tx, {
      id: scheduleId(site.id),
      kind: isApplication(context.app, site) ? 'app.backup-scheduled' : 'backup.scheduled',
      partnerId: site.partnerId,
      customerId: site.customerId,
      resourceId: site.id,
      title: site.fqdn,
      payload,
      cron: cronOf({ frequency, time, weekday }),
      timeZone: time_zone,
      enabled: is_active,
    });
    await context.remember(tx, { status: true });
  });
}
