const WEEK = 7;

/** How the last seven values compare with the seven before, in percent; null when there was nothing to compare with. */
export function weekTrend(values: readonly number[]): number | null {
  const sum = (from: number, to?: number) => values.slice(from, to).reduce((total, value) => total + value, 0);
  const before = sum(-2 * WEEK, -WEEK);
  return values.length < 2 * WEEK || before <= 0 ? null : Math.round((sum(-WEEK) / before - 1) * 100);
}

/** Points of days (UTC) that have ended: today has few hours yet, and would look like a fall. */
export const wholeDays = <P extends { at: number | string }>(points: readonly P[], now: number): readonly P[] => {
  const today = new Date(now).setUTCHours(0, 0, 0, 0);
  return points.filter(({ at }) => new Date(at).getTime() < today);
};
