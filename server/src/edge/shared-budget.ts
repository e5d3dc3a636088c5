export type SharedBudget = {
  /** Counts bytes for each holder; false, without counting, when one of them has no room. */
  take(holders: readonly string[], bytes: number): boolean;
  giveBack(holders: readonly string[], bytes: number): void;
};

/** The largest share of one holder. */
const SHARE = 1 / 4;

/** A shared budget of bytes that no single holder can use up. */
export function createSharedBudget(total: number): SharedBudget {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(holders, bytes) {
      if (all + bytes > total || holders.some((holder) => (held.get(holder) ?? 0) + bytes > total * SHARE))
        return false;
      all += bytes;
      for (const holder of holders) held.set(holder, (held.get(holder) ?? 0) + bytes);
      return true;
    },
    giveBack(holders, bytes) {
      all -= bytes;
      for (const holder of holders) {
        const rest = (held.get(holder) ?? 0) - bytes;
        if (rest > 0) held.set(holder, rest);
        else held.delete(holder);
      }
    },
  };
}
