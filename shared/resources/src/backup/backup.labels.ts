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

export const WEEKDAYS = [
  t('Sunday'),
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
] as const;

/** When backups are made, in words, e.g. `Every Sunday at 03:00 (Europe/Berlin)`. */
export const scheduleLabel = ({ frequency, weekday, time, time_zone }: BackupSchedule): string =>
  frequency === 'weekly'
    ? t('Every {weekday} at {time} ({time_zone})', { weekday: WEEKDAYS[weekday] ?? '', time, time_zone })
    : t('Every day at {time} ({time_zone})', { time, time_zone });
