import { keepPreviousData } from '@tanstack/react-query';
import { calls, queryOf, type ListState } from '@panel/core';
import { backupListRead, backupSettingsRead, type BackupColumn } from './backup.reads.ts';

export const backupListQuery = (siteId: string, state: ListState<BackupColumn>) =>
  queryOf(backupListRead(siteId, state), { placeholderData: keepPreviousData });

export const backupSettingsQuery = (siteId: string) => queryOf(backupSettingsRead(siteId));

/** One backup. */
export const backupQuery = (id: string) => calls.backup.byId.queryOptions({ input: { id } });

/** Files of a backup in a folder, or those below it that a search finds. A backup does not change. */
export const backupFilesQuery = (
  id: string,
  { folder, find, pageIndex }: { folder: string; find: string; pageIndex: number },
) =>
  calls.backup.files.queryOptions({
    input: { id, folder, pageIndex, ...(find !== '' && { find }) },
    staleTime: Infinity,
  });

/** How many backups a new site can be chosen from; older ones are on the pages of their sites. */
export const NEWEST_BACKUPS = 100;

/** The newest complete backups of all sites, also of deleted ones in the bin. */
export const newestBackupsQuery = calls.backup.list.queryOptions({
  input: {
    ...{ pageIndex: 0, pageSize: NEWEST_BACKUPS, orderBy: 'created_at', sortOrder: 'desc' },
    include_deleted: 'true',
  },
  select: ({ pageElements }) => pageElements.filter(({ status }) => status === 'succeeded'),
});
