import { Cron } from 'croner';

/**
 * The next time after `from` that a cron pattern (minute, hour, day of the month, month, day of the week) names in a
 * time zone. A time that a change to summer time leaves out is taken right after the change; one that a change back
 * brings twice is taken the first time.
 * @throws RangeError for a pattern or a time zone that does not exist, or that has no such time
 */
export function occurrenceAfter(cron: string, timeZone: string, from: Date): Date {
  let next: Date | null;
  try {
    next = new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(from);
  } catch (error) {
    throw new RangeError(`"${cron}" in ${timeZone} is no schedule.`, { cause: error });
  }
  if (!next) throw new RangeError(`"${cron}" in ${timeZone} never comes.`);
  return next;
}
