import { t } from '@panel/core';
import type { ReleaseStats } from '@panel/core';

export { countOf } from '../counted.ts';

const LONGEST = 12;

/** A version for display: hashes have twelve digits, given names may be longer. */
export const shortVersion = (version: string): string =>
  version.length > LONGEST ? `${version.slice(0, LONGEST)}…` : version;

export const shortCommit = (commit: string): string => commit.slice(0, 7);

/** Two durations in milliseconds for display: `84 / 120 ms`, `0.9 / 1.9 s`; a dash before the first load. */
export function loadTimes(median: number | null, p75: number | null): string {
  if (median === null || p75 === null) return '-';
  if (Math.max(median, p75) < 1000) return `${Math.round(median)} / ${Math.round(p75)} ms`;
  return `${(median / 1000).toFixed(1)} / ${(p75 / 1000).toFixed(1)} s`;
}

/** Names, the first few in full. */
export function someOf(names: readonly string[], most = 4): string {
  if (names.length <= most) return names.join(', ');
  return t('{names} and {count, number} more', {
    names: names.slice(0, most - 1).join(', '),
    count: names.length - most + 1,
  });
}

/** Causes of failures, the most frequent first. */
export const reasonsOf = ({ reasons }: Pick<ReleaseStats, 'reasons'>): [reason: string, count: number][] =>
  Object.entries(reasons).sort(([a, many], [b, few]) => few - many || a.localeCompare(b));
