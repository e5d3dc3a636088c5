import { t } from '@panel/core';
import type { StoredInstallationBackup } from '@panel/core';

type Look = { label: string; tone: 'success' | 'info' | 'neutral' | 'warning' };

/** What has become of a backup of the installation. */
export const INSTALLATION_BACKUP_STATES: Readonly<Record<StoredInstallationBackup['state'], Look>> = {
  complete: { label: t('Complete'), tone: 'success' },
  running: { label: t('Being made'), tone: 'info' },
  removing: { label: t('Being removed'), tone: 'neutral' },
  unfinished: { label: t('Did not end'), tone: 'warning' },
};
