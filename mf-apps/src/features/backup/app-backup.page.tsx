import { readListState } from '@panel/core';
import { BACKUP_LIST, backupListQuery, backupSettingsQuery } from '@panel/resources/backup';
import { WorkloadBackups } from '@panel/workload/backup';
import { onApp, prefetchApp } from '../app/app-component.tsx';

export const prefetch = prefetchApp((id, search) => [
  backupListQuery(id, readListState(search, BACKUP_LIST)),
  backupSettingsQuery(id),
]);

/** /manage-app/backup: the backups of an application. */
export const Component = onApp(WorkloadBackups);
