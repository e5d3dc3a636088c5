import { inLocale, t } from '@panel/core';

const date = inLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit', year: 'numeric' }));
const time = inLocale(
  // The specification's format is that of English.
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: /^en\b/.test(locale) }),
);
const relative = inLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const weekday = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZoneName: 'short', hour: '2-digit' }),
);

export type DateLike = string | number | Date | null | undefined;

/** Milliseconds, or null for an invalid date. Numbers are milliseconds: multiply the wire's seconds first. */
export function toMillis(at: DateLike): number | null {
  if (at === null || at === undefined || at === '') return null;
  const millis = at instanceof Date ? at.getTime() : typeof at === 'number' ? at : Date.parse(at);
  return Number.isFinite(millis) ? millis : null;
}

/** `Nov 21, 2026; 08:05 AM`, or the date alone; a dash when empty (spec §9: MMM DD, YYYY and hh:mm A). */
export function formatDate(at: DateLike, { withTime = true }: { withTime?: boolean } = {}): string {
  const millis = toMillis(at);
  if (millis === null) return '-';
  return withTime ? `${date().format(millis)}; ${time().format(millis)}` : date().format(millis);
}

/** The zone of the exact time, e.g. "GMT+1". */
export const zoneOf = (at: number): string =>
  weekday()
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value ?? '';

/** A duration as hh:mm:ss; a dash when empty (spec §9). */
export function formatDuration(millis: number | null | undefined): string {
  if (typeof millis !== 'number' || !Number.isFinite(millis) || millis < 0) return '-';
  const seconds = Math.floor(millis / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** A duration in words, e.g. "8 s", "1 min 5 s", "2 h 3 min"; a dash when empty. For how long something took. */
export function formatElapsed(millis: number | null | undefined): string {
  if (typeof millis !== 'number' || !Number.isFinite(millis) || millis < 0) return '-';
  const seconds = Math.floor(millis / 1000);
  if (seconds < 60) return t('{seconds} s', { seconds });
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? t('{minutes} min {seconds} s', { minutes, seconds: seconds % 60 })
    : t('{hours} h {minutes} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "2 hours ago", "in 3 days", "just now". */
export function formatRelative(at: number, now: number): string {
  const seconds = (at - now) / 1000;
  const [unit, length] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return unit === 'second' ? t('just now') : relative().format(Math.trunc(seconds / length), unit);
}
