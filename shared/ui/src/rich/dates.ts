import dayjs, { type Dayjs } from 'dayjs';

/** The specification's formats (spec §9), as `formatDate` writes them. */
const DAY = 'MMM DD, YYYY';
export const SHOWN = { day: DAY, minute: `${DAY} hh:mm A` } as const;
const KEPT = { day: 'YYYY-MM-DD', minute: 'YYYY-MM-DDTHH:mm' } as const;
export type Precision = keyof typeof KEPT;

/** A form value as antd's type; null when it is empty or invalid. */
export function toDayjs(value: string | null | undefined): Dayjs | null {
  const date = value ? dayjs(value) : null;
  return date?.isValid() ? date : null;
}

/** `2026-11-22`, or `2026-11-22T14:30`: a local date and time, without a zone. */
export const fromDayjs = (date: Dayjs | null | undefined, precision: Precision = 'day'): string | null =>
  date?.isValid() ? date.format(KEPT[precision]) : null;
