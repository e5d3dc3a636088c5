import type { EdgeDirectory, EdgeSite } from './edge-types.ts';

export type CachedDirectory = EdgeDirectory & { invalidate(host: string): void };

const MAX_ENTRIES = 5_000;

/**
 * Keeps answers, unknown hosts included, for a moment; concurrent questions share one lookup. While nobody can be asked,
 * the last answer holds: hosted sites run on, and the panel's own hosts stay the panel's.
 */
export function cachedDirectory(directory: EdgeDirectory, clock: { now(): number }, keepMs: number): CachedDirectory {
  const entries = new Map<string, { answer: Promise<EdgeSite | null>; until: number }>();
  return {
    resolve(host) {
      const known = entries.get(host);
      if (known !== undefined && known.until > clock.now()) return known.answer;
      const asked = directory.resolve(host);
      const entry = { answer: known ? asked.catch(() => known.answer) : asked, until: clock.now() + keepMs };
      entries.delete(host);
      entries.set(host, entry);
      entry.answer.catch(() => {
        if (entries.get(host) === entry) entries.delete(host);
      });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
      return entry.answer;
    },
    invalidate: (host) => void entries.delete(host),
  };
}
