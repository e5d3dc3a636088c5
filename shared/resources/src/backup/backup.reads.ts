import { read, type ListState } from '@panel/contract/reads';

/** How the list of a site's backups begins, and what the server orders it by. */
export const BACKUP_LIST = {
  columns: ['created_at', 'name', 'type', 'status', 'size'],
  orderBy: 'created_at',
} as const;
export type BackupColumn = (typeof BACKUP_LIST)['columns'][number];

/** When a site is backed up. */
export const backupSettingsRead = (siteId: string) => read('backup.settings', { site_id: siteId });

/** The backups of one site by page. */
export const backupListRead = (
  siteId: string,
  { pageIndex, pageSize, orderBy, sortOrder, keyword }: ListState<BackupColumn>,
) => read('backup.list', { site_id: siteId, pageIndex, pageSize, orderBy, sortOrder, keyword: keyword || undefined });
