import { signedIn, type CallContext } from '../../context/call-context.ts';
import { audit } from '../../context/audit.repo.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { removeDiscarded } from '../../storage/discarded.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';
import { refuseBuildsOf } from '../app-account/build-minutes.ts';
import { startSiteTask } from '../site/start-site-task.ts';
import type { Started } from '../site/start-site-task.ts';
import { findWorkload, inOpenSections, lockIdleWorkload } from '../site/find-site.ts';
import { moveSite } from '../site/site.repo.ts';
import type { RestorePayload } from './backup-restore.tasks.ts';
import type { ProofPayload } from './backup-proof.tasks.ts';
import { backupFolderKey } from './backup-archive.ts';
import type { NewBackup } from './backup-steps.ts';
import { FROM_BEFORE, hasDatabase } from './app-content.repo.ts';
import { countBackups, deleteBackup, findBackup, insertBackup, type BackupRow } from './backup.repo.ts';
import { needBackups } from './need-backups.ts';
import { partsOfApp } from './parts-of-app.ts';
import { isApplication } from './pack-workload.ts';

/** Backups that the panel does not delete by itself. */
const MANUAL_MAX = 20;

/**
 * A backup of the caller's scope.
 * @throws PanelError NOT_FOUND, also for those of others
 */
export const showBackup = async (context: CallContext, id: string): Promise<BackupRow> =>
  found(await findBackup(context.app.db, scopeOf(context), { id, inSection: inOpenSections(context) }));

/**
 * Backs up a site or an application that runs.
 * @throws PanelError NOT_FOUND, SITE_NOT_READY, TASK_RUNNING, BACKUP_LIMIT, TENANT_MISMATCH
 */
export async function createBackup(
  context: CallContext,
  { site_fqdn: fqdn, name = 'Manual backup', ...hints }: TenantHints & { site_fqdn: string; name?: string },
): Promise<Started & { id: string }> {
  await checkTenant(context, hints);
  const { id: siteId } = await findWorkload(context, { fqdn });
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdleWorkload(context, tx, siteId);
    needBackups(context.app, site);
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    if ((await countBackups(tx, site.id, 'manual')) >= MANUAL_MAX)
      throw new PanelError('BACKUP_LIMIT', { limit: MANUAL_MAX });
    const payload: NewBackup = { type: 'manual', name };
    const kind = isApplication(context.app, site) ? 'app.backup' : 'backup.create';
    return startSiteTask(context, tx, { kind, site, payload }, async (started) => ({
      ...started,
      id: await insertBackup(tx, { workloadId: site.id, taskId: started.task_id, ...payload }),
    }));
  });
}

/**
 * Restores a site or an application, after a backup of its present content. `kind`: the kind of task.
 * @throws PanelError NOT_FOUND, BACKUP_NOT_COMPLETE, SITE_NOT_READY, TASK_RUNNING, TENANT_MISMATCH; for an application also ABUSE,
 *   DATABASES_UNAVAILABLE, and VALIDATION for the database of a backup that has none
 */
export async function restoreBackup(
  context: CallContext,
  {
    id,
    restore_files,
    restore_db_files,
    without_backup = false,
    ...hints
  }: TenantHints & {
    id: string;
    restore_files: boolean;
    restore_db_files: boolean;
    without_backup?: boolean;
  },
  kind = 'backup.restore',
): Promise<Started> {
  await checkTenant(context, hints);
  const asked = restore_files && restore_db_files ? 'all' : restore_files ? 'files' : 'database';
  const row = await showBackup(context, id);
  const started = await context.app.db.transaction(async (tx) => {
    const site = await lockIdleWorkload(context, tx, row.workloadId);
    if (row.status !== 'succeeded') throw new PanelError('BACKUP_NOT_COMPLETE');
    // A backup leads out of a change that failed.
    const isFailed = site.status === 'failed' && kind === 'backup.restore';
    if (site.status !== 'ready' && !isFailed) throw new PanelError('SITE_NOT_READY');
    const isApp = isApplication(context.app, site);
    if (isApp) await refuseBuildsOf(context, tx, site);
    const parts = isApp ? await partsOfApp(context, tx, row, asked) : asked;
    // The live release of an application answers until another one does.
    if (!isApp || isFailed) await moveSite(tx, site.id, 'processing');
    const name = `Before restoring “${row.name}”`.slice(0, 120);
    const payload: RestorePayload = {
      type: 'system_generated',
      name,
      ...(isFailed && { statusBefore: 'failed' as const }),
      parts,
      backupId: row.id,
      backupName: row.name,
      withoutBackup: without_backup,
    };
    return startSiteTask(context, tx, { kind: isApp ? 'app.restore' : kind, site, payload });
  });
  await auditBackup(context, 'backup.restore', row);
  return started;
}

/**
 * Restores a backup beside its site or application, to see whether it works.
 * @throws PanelError NOT_FOUND, BACKUP_NOT_COMPLETE, SITE_NOT_READY, TASK_RUNNING, TENANT_MISMATCH, VALIDATION for one from before
 *   databases of applications were backed up
 */
export async function proveBackup(
  context: CallContext,
  { id, ...hints }: TenantHints & { id: string },
): Promise<Started> {
  await checkTenant(context, hints);
  const row = await showBackup(context, id);
  return context.app.db.transaction(async (tx) => {
    const site = await lockIdleWorkload(context, tx, row.workloadId);
    if (row.status !== 'succeeded') throw new PanelError('BACKUP_NOT_COMPLETE');
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    if (row.content && row.content.database === undefined && (await hasDatabase(tx, site.id)))
      throw new PanelError('VALIDATION', {}, { fields: { id: FROM_BEFORE } });
    const payload: ProofPayload = { backupId: row.id, backupName: row.name };
    const kind = isApplication(context.app, site) ? 'app.prove' : 'backup.prove';
    return startSiteTask(context, tx, { kind, site, payload });
  });
}

/**
 * Deletes a backup with its archive. An archive in a storage that cannot be reached is removed later.
 * @throws PanelError NOT_FOUND, TASK_RUNNING while a task works on it
 */
export async function removeBackup(context: CallContext, id: string): Promise<void> {
  const row = await showBackup(context, id);
  const folder = backupFolderKey(row);
  await context.app.db.transaction(async (tx) => {
    await lockIdleWorkload(context, tx, row.workloadId);
    await discardFolder(tx, folder);
    await deleteBackup(tx, row);
  });
  await removeDiscarded(context.app, folder);
  await auditBackup(context, 'backup.delete', row);
}

export async function auditBackup(
  context: CallContext,
  action: string,
  row: Pick<BackupRow, 'id' | 'workloadId' | 'name'>,
): Promise<void> {
  const { app, partner, request } = context;
  const who = { partnerId: partner.id, userId: signedIn(context).id, request };
  await audit(app.db, action, who, { backupId: row.id, siteId: row.workloadId, name: row.name });
}
