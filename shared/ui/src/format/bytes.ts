import { inLocale } from '@panel/core';

/** With one decimal, and without groups: an amount is below 1024 of its unit. */
const tenths = inLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }),
);

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

function scaled(value: number | null | undefined, perKilo: number): string {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return '0 B';
  // The first unit is `perKilo` bytes per KB; from KB on it is 1024 each.
  let [amount, unit] = [value, 0];
  while (unit < UNITS.length - 1 && amount >= (unit === 0 ? perKilo : 1024)) {
    amount /= unit === 0 ? perKilo : 1024;
    unit += 1;
  }
  // 1023.96 KB would be shown as 1024.0 KB.
  if (unit > 0 && unit < UNITS.length - 1 && Math.round(amount * 10) >= 10_240)
    [amount, unit] = [amount / 1024, unit + 1];
  return unit === 0 ? `${Math.round(amount)} B` : `${tenths().format(amount)} ${UNITS[unit]}`;
}

/** A figure in text, or a dash: nothing measured and nothing used look the same. */
export const formatOrDash = (value: number | null | undefined, format: (value: number) => string): string =>
  value ? format(value) : '-';

/** A disk size: B, then KB over 1024, MB, GB, TB with one decimal; zero or invalid is "0 B" (spec §9). */
export const formatBytes = (bytes: number | null | undefined): string => scaled(bytes, 1024);

/** Data usage counts 512 bytes per KB (spec §9). */
export const formatUsage = (bytes: number | null | undefined): string => scaled(bytes, 512);
