/** Who takes bytes, and which part of what is there for all it gets at most. */
export type Holder = { name: string; share: number };

export type SharedBudget = {
  /** Counts bytes for each holder; false, without counting, when one of them has no room. */
  take(holders: readonly Holder[], bytes: number): boolean;
  giveBack(holders: readonly Holder[], bytes: number): void;
};

/** A shared budget of bytes that no single holder can use up. */
export function createSharedBudget(total: number): SharedBudget {
  const held = new Map<string, number>();
  let all = 0;
  return {
    take(holders, bytes) {
      if (all + bytes > total || holders.some(({ name, share }) => (held.get(name) ?? 0) + bytes > total * share))
        return false;
      all += bytes;
      for (const { name } of holders) held.set(name, (held.get(name) ?? 0) + bytes);
      return true;
    },
    giveBack(holders, bytes) {
      all -= bytes;
      for (const { name } of holders) {
        const rest = (held.get(name) ?? 0) - bytes;
        if (rest > 0) held.set(name, rest);
        else held.delete(name);
      }
    },
  };
}
