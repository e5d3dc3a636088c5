import { LRUCache } from 'lru-cache';

/** How many attempts there were in a window, and when it ends. */
export type Attempts = { count: number; windowEndsAt: Date };

/** Counts attempts by key; the first one of a key begins a window. */
export type AttemptCounter = {
  /** Counts one attempt. Rejects when the counter is out of reach; nothing is known of the attempt then. */
  add(key: string, windowSeconds: number): Promise<Attempts>;
  /** Takes one attempt back when it was no failure. */
  takeBack(key: string): Promise<void>;
};

const MAX_KEYS = 10_000;

/** Counts in this process alone. @param now milliseconds since the epoch */
export function createMemoryCounter(now: () => number): AttemptCounter {
  const known = new LRUCache<string, Attempts>({ max: MAX_KEYS });
  return {
    async add(key, windowSeconds) {
      const last = known.get(key);
      const isOpen = last !== undefined && last.windowEndsAt.getTime() > now();
      const attempts = {
        count: (isOpen ? last.count : 0) + 1,
        windowEndsAt: isOpen ? last.windowEndsAt : new Date(now() + windowSeconds * 1000),
      };
      known.set(key, attempts);
      return attempts;
    },
    async takeBack(key) {
      const last = known.get(key);
      if (last !== undefined && last.count > 0) known.set(key, { ...last, count: last.count - 1 });
    },
  };
}
