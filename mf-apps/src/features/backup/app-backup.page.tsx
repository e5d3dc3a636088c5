import { useSuspenseQuery } from '@tanstack/react-query';
import { readListState } from '@panel/core';
import { appDatabaseQuery } from '@panel/resources/app';
import { BACKUP_LIST, backupListQuery, backupSettingsQuery } from '@panel/resources/backup';
import { WorkloadBackups } from '@panel/workload/backup';
import type { OnWorkload } from '@panel/workload/parts';
import { onApp, prefetchApp } from '../app/app-component.tsx';

export const prefetch = prefetchApp((id, search) => [
  backupListQuery(id, readListState(search, BACKUP_LIST)),
  backupSettingsQuery(id),
  appDatabaseQuery(id),
]);

function AppBackups(props: OnWorkload) {
  const { data } = useSuspenseQuery(appDatabaseQuery(props.workload.id));
  return <WorkloadBackups {...props} hasDatabase={data.database !== null} />;
}

/** /manage-app/backup: the backups of an application. */
export const Component = onApp(AppBackups);
