export type Slots = {
  /** Takes a slot; null when all `max` of the key are taken. Call the result once to release it. */
  enter(key: string, max: number): (() => void) | null;
};

/** Limits concurrent use, by key. */
export function createSlots(): Slots {
  const taken = new Map<string, number>();
  return {
    enter(key, max) {
      const count = taken.get(key) ?? 0;
      if (count >= max) return null;
      taken.set(key, count + 1);
      return () => {
        const rest = (taken.get(key) ?? 1) - 1;
        if (rest === 0) taken.delete(key);
        else taken.set(key, rest);
      };
    },
  };
}
