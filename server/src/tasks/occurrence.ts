import { Cron } from 'croner';

/**
 * The next time after `from` that matches a cron pattern (minute, hour, day of the month, month, day of the week) in
 * a time zone. A time that does not exist because of a change to summer time runs right after the change; one that
 * occurs twice runs the first time.
 * @throws RangeError for an invalid pattern or time zone, or a pattern that never matches
 */
export function occurrenceAfter(cron: string, timeZone: string, from: Date): Date {
  let next: Date | null;
  try {
    next = new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(from);
  } catch (error) {
    throw new RangeError(`"${cron}" in ${timeZone} is not a valid schedule.`, { cause: error });
  }
  if (!next) throw new RangeError(`"${cron}" in ${timeZone} never occurs.`);
  return next;
}
