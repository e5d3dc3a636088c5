/** Median of the values; 0 for an empty list. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Prints a value beside its limit; true when it is within. */
export function judge(
  name: string,
  value: number,
  limit: number,
  unit: 'ms' | '×' | '',
  digits = unit === 'ms' ? 0 : 2,
): boolean {
  const isMet = value <= limit;
  console.log(
    `${name}: ${value.toFixed(digits)} ${unit} (wanted at most ${limit} ${unit}) ${isMet ? 'met' : 'MISSED'}`,
  );
  return isMet;
}
