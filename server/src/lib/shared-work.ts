/** Runs one piece of work at a time for each key; concurrent callers share its result. */
export type SharedWork<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** Keeps no results: once the work has settled, the next call starts it again. */
export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const result = work().finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
}
