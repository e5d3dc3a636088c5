import type { Interval } from './objects.ts';

const MONTHS: Readonly<Record<Interval, number>> = { month: 1, year: 12 };

/** The end of the period that begins at `start`, on the day of the anchor or on the last of a shorter month. In seconds. */
export function periodEnd(start: number, interval: Interval, anchor: number): number {
  const from = new Date(start * 1000);
  const day = new Date(anchor * 1000).getUTCDate();
  const month = from.getUTCMonth() + MONTHS[interval];
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const time = (start % 86_400) * 1000;
  return Math.floor((Date.UTC(from.getUTCFullYear(), month, Math.min(day, lastDay)) + time) / 1000);
}
