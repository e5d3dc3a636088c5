/** Runs pieces of work with the same key one after the other, in the order of their calls. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work that fails ends its turn. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const end = (): void => {
      if (last.get(key) === ended) last.delete(key);
    };
    const ended: Promise<void> = result.then(end, end);
    last.set(key, ended);
    return result;
  };
}
