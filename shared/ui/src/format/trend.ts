const WEEK = 7;

/** How the last seven values compare with the seven before, in percent; null when there was nothing to compare with. */
export function weekTrend(values: readonly number[]): number | null {
  const sum = (from: number, to?: number) => values.slice(from, to).reduce((total, value) => total + value, 0);
  const before = sum(-2 * WEEK, -WEEK);
  return values.length < 2 * WEEK || before <= 0 ? null : Math.round((sum(-WEEK) / before - 1) * 100);
}
