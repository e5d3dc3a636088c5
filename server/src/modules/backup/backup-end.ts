import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { hasPort } from '../site/site-ports.ts';
import { taskSite } from '../site/site.repo.ts';
import { archiveEnd, type ArchiveKind } from './archive-steps.ts';
import { backupOfTask, deleteBackup, recordBackup, type StoredBackup } from './backup.repo.ts';

/** The page of the backups of a task's site or application. */
export async function backupLink(
  tx: Database,
  { app, task: { resourceId } }: { app: Pick<AppContext, 'hosting'>; task: { resourceId: string } },
): Promise<string> {
  const site = await taskSite(tx, resourceId);
  return `/${site && hasPort(app, site, 'builds') ? 'manage-app' : 'manage-site'}/backup/${resourceId}`;
}

export const BACKUPS: ArchiveKind<StoredBackup> = {
  find: backupOfTask,
  record: recordBackup,
  remove: deleteBackup,
  manifest: ({ workloadId: siteId, type }, { task }) => ({ site: siteId, fqdn: task.title, type }),
};

/** What the end of a task means for the backup that it makes. */
export const backupEnd = archiveEnd(BACKUPS);
