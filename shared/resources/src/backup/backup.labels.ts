import { t } from '@panel/core';
import type { Backup, BackupSchedule } from '@panel/core';

const TYPES: Readonly<Record<Backup['type'], string>> = {
  manual: t('Manual'),
  daily: t('Daily'),
  weekly: t('Weekly'),
  system_generated: t('Automatic'),
};

/** What people call the kinds of backups. */
export const typeLabel = (type: Backup['type']): string => TYPES[type];

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** When backups are made, in words, e.g. `Every Sunday at 03:00 (Europe/Berlin)`. */
export const scheduleLabel = ({ frequency, weekday, time, time_zone }: BackupSchedule): string =>
  `Every ${frequency === 'weekly' ? WEEKDAYS[weekday] : 'day'} at ${time} (${time_zone})`;
