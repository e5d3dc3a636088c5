/** What `after` has that `before` had not: both are the newest lines of one log, which may have lost its oldest. */
export function linesSince(before: readonly string[], after: readonly string[]): readonly string[] {
  for (let same = Math.min(before.length, after.length); same > 0; same -= 1) {
    const start = before.length - same;
    let index = 0;
    while (index < same && before[start + index] === after[index]) index += 1;
    if (index === same) return after.slice(same);
  }
  return after;
}
