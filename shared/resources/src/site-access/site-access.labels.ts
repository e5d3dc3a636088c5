import { t } from '@panel/core';
/** Periods that people choose, in hours. */
export const ACCESS_PERIODS = [
  { value: '1', label: t('1 hour') },
  { value: '4', label: t('4 hours') },
  { value: '24', label: t('1 day') },
  { value: '72', label: t('3 days') },
  { value: '168', label: t('7 days') },
] as const;
