import * as v from 'valibot';
import { t } from '@panel/core';

/** A time as the browser's own input has it, in the zone of the reader; nothing is none. */
export const LocalTime = v.pipe(
  v.string(),
  v.check((text) => text === '' || !Number.isNaN(Date.parse(text)), t('Enter a date and a time.')),
  v.transform((text) => (text === '' ? null : new Date(text).toISOString())),
);

const MINUTE_MS = 60_000;

/** A time of the wire as the input shows it: `2026-11-26T14:30`. */
export function localTime(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
