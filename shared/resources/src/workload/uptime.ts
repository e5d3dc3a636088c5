import { inLocale, t } from '@panel/core';
import type { SiteUptime } from '@panel/contract';

export type UptimeDay = SiteUptime['days'][number];

const day = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' }),
);

/** Whether all checks of a day passed; without checks nothing is known. */
export const dayState = ({ checks, failed }: UptimeDay): 'none' | 'good' | 'bad' =>
  checks === 0 ? 'none' : failed === 0 ? 'good' : 'bad';

/** A day as a heading, e.g. "Nov 21, 2026". */
export const dayLabel = ({ day: of }: UptimeDay): string => day().format(Date.parse(of));

function lasted(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 120
    ? t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
    : t('{count, plural, one {# hour} other {# hours}}', { count: Math.round(minutes / 60) });
}

/** What the checks of a day found, in words. */
export function dayText(of: UptimeDay): string {
  const state = dayState(of);
  if (state === 'none') return t('No data');
  if (state === 'good')
    return of.checks === 1 ? t('The check passed') : t('All {checks} checks passed', { checks: of.checks });
  return t('{failed} of {checks} checks failed, down for about {time}', {
    failed: of.failed,
    checks: of.checks,
    time: lasted(of.failed_seconds),
  });
}

/** Uptime in percent, e.g. "99.9 %", rounded down so that no outage disappears; null without data. */
export function uptimeLabel(days: readonly UptimeDay[]): string | null {
  const seconds = days.reduce((sum, of) => sum + of.seconds, 0);
  if (seconds === 0) return null;
  const good = seconds - days.reduce((sum, of) => sum + of.failed_seconds, 0);
  return `${Math.floor((good * 1000) / seconds) / 10} %`;
}
