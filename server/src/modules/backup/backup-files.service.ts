import type { BackupFiles } from '@panel/contract';
import type { Readable } from 'node:stream';
import type { CallContext } from '../../context/call-context.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { ARCHIVE_PAGE } from '../../hosting/driver.ts';
import { toHostingError } from '../../hosting/hosting-error.ts';
import { PanelError } from '../../kernel/errors.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { StorageError } from '../../storage/storage.ts';
import { findWorkload, lockIdleWorkload } from '../site/find-site.ts';
import { moveSite } from '../site/site.repo.ts';
import { readable } from '../site/readable.ts';
import { startSiteTask, type Started } from '../site/start-site-task.ts';
import { archiveKey, fileListKey, withWorkFile } from './backup-archive.ts';
import type { RestoreFilesPayload } from './backup-restore-files.tasks.ts';
import { notThere } from './fetch-step.ts';
import type { BackupRow } from './backup.repo.ts';
import { auditBackup, showBackup } from './backup.service.ts';
import { isApplication } from './pack-workload.ts';

const shared = createSharedWork<void>();

/** A complete backup of a site. Applications come back as a release, never in parts. @throws PanelError NOT_FOUND, BACKUP_NOT_COMPLETE */
async function backupOfSite(context: CallContext, id: string): Promise<BackupRow> {
  const row = await showBackup(context, id);
  const site = await findWorkload(context, { id: row.workloadId });
  if (isApplication(context.app, site)) throw new PanelError('NOT_FOUND');
  if (row.status !== 'succeeded') throw new PanelError('BACKUP_NOT_COMPLETE');
  return row;
}

/** The list of its files, written when somebody looks for the first time. Several who look at once wait for one. */
async function fileList(context: CallContext, row: BackupRow): Promise<Readable> {
  const { app } = context;
  const key = fileListKey(row);
  const stored = await app.storage.read(key).catch((error: unknown) => {
    if (error instanceof StorageError && error.code === 'MISSING') return null;
    throw error;
  });
  if (stored) return stored;
  await shared(key, async () => {
    const archive = await app.storage.read(archiveKey(row)).catch((error: unknown) => {
      throw error instanceof StorageError && error.code === 'MISSING' ? notThere('backup', error) : error;
    });
    await withWorkFile(app, async (file) => {
      await app.hosting.listArchive(row.workloadId, archive, file);
      await app.storage.put(key, { file });
    });
  });
  return app.storage.read(key);
}

/** A storage that is away is no fault of the panel, and is said. */
const notRead = (error: unknown): never => {
  throw error instanceof StorageError ? toHostingError(error, 'We could not read the backup.') : error;
};

/**
 * The files in a folder of a backup, or those that a search finds.
 * @throws PanelError NOT_FOUND, BACKUP_NOT_COMPLETE, SITE_UNAVAILABLE with the reason
 */
export async function filesOfBackup(
  context: CallContext,
  { id, folder, find, pageIndex }: { id: string; folder: string; find?: string | undefined; pageIndex: number },
): Promise<BackupFiles> {
  const row = await backupOfSite(context, id);
  const search = { folder, find: find || null, from: pageIndex * ARCHIVE_PAGE, count: ARCHIVE_PAGE };
  const { entries, total, complete } = await readable(context, row.workloadId, async () =>
    context.app.hosting.archivePage(row.workloadId, await fileList(context, row).catch(notRead), search),
  );
  return {
    ...{ folder, pageIndex, pageSize: ARCHIVE_PAGE, total, complete },
    entries: entries.map(({ path, kind, size, modified }) => ({
      ...{ path, kind, size },
      modified_at: modified === null ? null : new Date(modified).toISOString(),
    })),
  };
}

/**
 * Puts files of a backup back into its site, after a backup of its present content.
 * @throws PanelError NOT_FOUND, BACKUP_NOT_COMPLETE, SITE_NOT_READY, TASK_RUNNING, TENANT_MISMATCH
 */
export async function restoreFiles(
  context: CallContext,
  {
    id,
    paths,
    without_backup = false,
    ...hints
  }: TenantHints & { id: string; paths: string[]; without_backup?: boolean },
): Promise<Started> {
  await checkTenant(context, hints);
  const row = await backupOfSite(context, id);
  const started = await context.app.db.transaction(async (tx) => {
    const site = await lockIdleWorkload(context, tx, row.workloadId);
    if (site.status !== 'ready') throw new PanelError('SITE_NOT_READY');
    await moveSite(tx, site.id, 'processing');
    const payload: RestoreFilesPayload = {
      type: 'system_generated',
      name: `Before restoring files of “${row.name}”`.slice(0, 120),
      backupId: row.id,
      backupName: row.name,
      paths,
      withoutBackup: without_backup,
    };
    return startSiteTask(context, tx, { kind: 'backup.restoreFiles', site, payload });
  });
  await auditBackup(context, 'backup.restoreFiles', row);
  return started;
}
