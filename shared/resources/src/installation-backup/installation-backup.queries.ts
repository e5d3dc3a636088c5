import { calls, queryOf } from '@panel/core';
import { installationBackupsRead } from './installation-backup.reads.ts';

const REFRESH_MS = 15_000;
const LIST_MS = 60_000;

export const installationBackupsQuery = queryOf(installationBackupsRead, { refetchInterval: REFRESH_MS });

/** What the storage lists: asked after the page is there, because a storage may be slow. */
export const storedInstallationBackupsQuery = () =>
  calls.installationBackup.stored.queryOptions({ refetchInterval: LIST_MS });

/** What a backup does not have. */
export const installationBackupQuery = (id: string) => calls.installationBackup.byId.queryOptions({ input: { id } });
