import { archiveEnd, type ArchiveKind } from './archive-steps.ts';
import { backupOfTask, deleteBackup, recordBackup, type StoredBackup } from './backup.repo.ts';

export const backupLink = (siteId: string): string => `/manage-site/backup/${siteId}`;

export const BACKUPS: ArchiveKind<StoredBackup> = {
  find: backupOfTask,
  record: recordBackup,
  remove: deleteBackup,
  manifest: ({ workloadId: siteId, type }, { task }) => ({ site: siteId, fqdn: task.title, type }),
};

/** What the end of a task means for the backup that it makes. */
export const backupEnd = archiveEnd(BACKUPS);
