import { BIN_DAYS } from '@panel/contract/wire';
import { t } from '@panel/core';

import type { Binned } from './binned.ts';

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** How long a deleted site can be restored, e.g. `7 days`. */
export const BIN_TIME = t('{count, plural, one {# day} other {# days}}', { count: BIN_DAYS });

/** What a confirmation says about the bin. */
export const binNote = (several: boolean): string =>
  several
    ? t('This happens in {BIN_TIME}. Until then the sites are in the bin, and you can restore them.', { BIN_TIME })
    : t('This happens in {BIN_TIME}. Until then the site is in the bin, and you can restore it.', { BIN_TIME });

/** The same for applications. */
export const appBinNote = (several = false): string =>
  several
    ? t('This happens in {time}. Until then the applications are in the bin, and you can restore them.', {
        time: BIN_TIME,
      })
    : t('This happens in {time}. Until then the application is in the bin, and you can restore it.', {
        time: BIN_TIME,
      });

/** The time until something is deleted for good, to the nearest day, or in whole hours on the last one: `3 days left`. */
export function timeLeft({ purge_at }: Pick<Binned, 'purge_at'>, now: number): string {
  const millis = Date.parse(purge_at) - now;
  if (millis >= DAY_MS)
    return t('{count, plural, one {# day} other {# days}} left', { count: Math.round(millis / DAY_MS) });
  if (millis >= HOUR_MS)
    return t('{count, plural, one {# hour} other {# hours}} left', { count: Math.floor(millis / HOUR_MS) });
  return t('Less than an hour left');
}
