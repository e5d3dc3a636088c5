/** Finds what belongs to a host name, or null. */
type Lookup<T> = { resolve(host: string): Promise<T | null> };
export type CachedDirectory<T> = Lookup<T> & {
  invalidate(host: string): void;
  /** Every answer is asked for again; the old one remains valid while the source fails. */
  expire(): void;
  /** No old answer is valid any more. */
  forget(): void;
};

const MAX_ENTRIES = 5_000;
/** How long a visitor waits for a fresh answer when an older one is cached. */
const PATIENCE_MS = 500;

/**
 * Caches answers briefly, including unknown hosts; concurrent lookups share one request. While the source fails or is
 * slow, the last answer remains valid: hosted sites stay up, and the panel's own hosts stay reachable.
 */
export function cachedDirectory<T>(directory: Lookup<T>, clock: { now(): number }, keepMs: number): CachedDirectory<T> {
  type Entry = { answer: Promise<T | null>; until: number };
  const entries = new Map<string, Entry>();

  const put = (host: string, entry: Entry): void => {
    entries.delete(host);
    entries.set(host, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
  };

  return {
    resolve(host) {
      const known = entries.get(host);
      if (known !== undefined && known.until > clock.now()) return known.answer;
      const asked = directory.resolve(host);
      const entry: Entry = { answer: known ? orKnown(asked, known.answer) : asked, until: clock.now() + keepMs };
      put(host, entry);
      asked.then(
        // The answer may arrive after the cached one was returned once more.
        () => entries.get(host) === entry && put(host, { ...entry, answer: asked }),
        () => !known && entries.get(host) === entry && entries.delete(host),
      );
      return entry.answer;
    },
    invalidate: (host) => void entries.delete(host),
    forget: () => entries.clear(),
    expire() {
      for (const entry of entries.values()) entry.until = 0;
    },
  };
}

/** The fresh answer, unless it fails or takes too long. */
function orKnown<T>(asked: Promise<T>, known: Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(known), PATIENCE_MS);
    asked.then(resolve, () => resolve(known)).finally(() => clearTimeout(timer));
  });
}
