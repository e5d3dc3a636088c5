import { t } from '@panel/core';

/** The colour schemes that a user can choose. */
export const SCHEMES = [
  { choice: 'system', label: t('System'), theme: t('System theme'), icon: 'monitor' },
  { choice: 'light', label: t('Light'), theme: t('Light theme'), icon: 'sun' },
  { choice: 'dark', label: t('Dark'), theme: t('Dark theme'), icon: 'moon' },
] as const;
