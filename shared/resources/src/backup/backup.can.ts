import { t } from '@panel/core';
import { CMS_TYPES } from '@panel/contract/status';
import type { Backup, Site } from '@panel/core';
import { cannotChangeWorkload } from '../workload/workload.can.ts';
import type { Workload } from '../workload/workload.ts';

type Worked = Pick<Workload, 'kind' | 'status' | 'task_id'>;

/** Why the site has no backups, or nothing: only content systems have them (spec §2, manage-site menu). */
export const cannotHaveBackups = ({ type }: Pick<Site, 'type'>): string | undefined =>
  CMS_TYPES.includes(type) ? undefined : t('Only WordPress sites have backups.');

/** Why a site or an application cannot be backed up now, or nothing. */
export const cannotBackUp = (workload: Worked): string | undefined => cannotChangeWorkload(workload);

/** Why there is no complete archive to download, or nothing. */
export function cannotDownload({ status, error }: Pick<Backup, 'status' | 'error'>): string | undefined {
  if (status === 'failed') return error ?? t('This backup failed.');
  return status === 'succeeded' ? undefined : t('This backup is not complete yet.');
}

/** Why the backup cannot be proven now, or nothing. */
export const cannotProve = (backup: Pick<Backup, 'status' | 'error'>, site: Worked): string | undefined =>
  cannotDownload(backup) ?? cannotChangeWorkload(site);

/** Why the backup cannot be restored now, or nothing. It leads out of a change of the site that failed. */
export const cannotRestore = (backup: Pick<Backup, 'status' | 'error'>, site: Worked): string | undefined =>
  cannotDownload(backup) ?? cannotChangeWorkload(site.status === 'failed' ? { ...site, status: 'ready' } : site);

/** Why files of a backup cannot be put back now, or nothing. */
export const cannotRestoreFiles = (site: Worked): string | undefined => cannotChangeWorkload(site);

/** Why no site can be created from the backup, or nothing. The site that was backed up need not be ready. */
export const cannotCreateFrom = (backup: Pick<Backup, 'status' | 'error'>): string | undefined =>
  cannotDownload(backup);

/** Why the backup cannot be deleted now, or nothing: the running task may read or write it. */
export const cannotDelete = (workload: Pick<Workload, 'kind' | 'task_id'>): string | undefined =>
  cannotChangeWorkload({ ...workload, status: 'ready' });
