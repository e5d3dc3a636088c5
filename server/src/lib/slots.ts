export type Slots = {
  /** Takes a slot; null when all `max` of the key are taken. Call the result once to release it. */
  enter(key: string, max: number): (() => void) | null;
  /**
   * Takes a slot as soon as one is free, in the order of arrival. Null when `max` others already wait, or when the
   * signal aborts first.
   */
  wait(key: string, max: number, signal: AbortSignal): Promise<(() => void) | null>;
};

/** Limits concurrent use, by key. */
export function createSlots(): Slots {
  const taken = new Map<string, number>();
  const queues = new Map<string, Set<() => void>>();

  const leave = (key: string) => {
    const [next] = queues.get(key) ?? [];
    // Passes the slot on, so that a later request cannot take it first.
    if (next !== undefined) return next();
    const rest = (taken.get(key) ?? 1) - 1;
    if (rest === 0) taken.delete(key);
    else taken.set(key, rest);
  };

  const enter: Slots['enter'] = (key, max) => {
    const count = taken.get(key) ?? 0;
    if (count >= max) return null;
    taken.set(key, count + 1);
    return () => leave(key);
  };

  return {
    enter,
    async wait(key, max, signal) {
      const free = enter(key, max);
      if (free !== null) return free;
      const queue = queues.get(key) ?? new Set();
      if (queue.size >= max || signal.aborted) return null;
      queues.set(key, queue);
      return new Promise((resolve) => {
        const end = (result: (() => void) | null) => {
          signal.removeEventListener('abort', give);
          queue.delete(take);
          if (queue.size === 0) queues.delete(key);
          resolve(result);
        };
        const take = () => end(() => leave(key));
        const give = () => end(null);
        queue.add(take);
        signal.addEventListener('abort', give);
      });
    },
  };
}
