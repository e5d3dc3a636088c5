import { read } from '@panel/contract/reads';

/** How backups of the whole installation do. */
export const installationBackupsRead = read('installationBackup.overview');
