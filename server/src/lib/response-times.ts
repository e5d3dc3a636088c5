/**
 * Response times are counted by class, since percentiles of hours cannot be added up and counts can. Upper bounds in
 * milliseconds, each at most twice the one before; what took longer is in a last class without one.
 */
const BOUNDS = [
  ...[1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700],
  ...[1_000, 1_500, 2_000, 3_000, 5_000, 7_000, 10_000, 15_000, 30_000],
];

/** How many classes there are. */
export const TIME_CLASSES = BOUNDS.length + 1;

/** Counts by class with one response that took so many milliseconds. */
export function countTime(ms: number): number[] {
  const at = BOUNDS.findIndex((bound) => ms <= bound);
  const counts = Array<number>(TIME_CLASSES).fill(0);
  counts[at === -1 ? BOUNDS.length : at] = 1;
  return counts;
}

/** Counts of both; an empty list has none. */
export const addTimes = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => (one[index] ?? 0) + (other[index] ?? 0));

/**
 * The time in milliseconds that a share of the responses (0 to 1) did not exceed, as if those of a class were spread evenly
 * over it; null without responses. What took longer than the last bound counts as the bound.
 */
export function percentileOf(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = share * total;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    if (count > 0 && before + count >= rank) {
      const low = BOUNDS[index - 1] ?? 0;
      const high = BOUNDS[index] ?? low;
      return low + ((rank - before) / count) * (high - low);
    }
    before += count;
  }
  return BOUNDS.at(-1) ?? null;
}
