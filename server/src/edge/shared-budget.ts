export type SharedBudget = {
  /** Counts bytes for each of the holders; false, and nothing is counted, when there is no room for one of them. */
  take(holders: readonly string[], bytes: number): boolean;
  giveBack(holders: readonly string[], bytes: number): void;
};

/** No holder gets more than this part of what is there for all. */
const SHARE = 1 / 4;

/** Bytes that many share, without one of them taking everybody's. */
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
