import { LRUCache } from 'lru-cache';

/** How soon a change is seen, and how often a site can have its cache dropped. */
const LOOK_MS = 1_000;
const MAX_SITES = 10_000;

export type ContentMarks = {
  /** Looks whether a site has changed its content, once in a second; undefined when that is not due. */
  look(siteId: string): Promise<void> | undefined;
};

/**
 * Notices that WordPress has changed content, whoever did it: a visitor, a program, a command or cron. The site writes a mark
 * (`prepend.php`), and each process compares it with the one that it saw last.
 * @param read the mark of a site; null without one. What it says is the site's, so it can only drop the site's own cache.
 */
export function createContentMarks(
  clock: { now(): number },
  read: (siteId: string) => Promise<string | null>,
  changed: (siteId: string) => void,
): ContentMarks {
  type Seen = { at: number; mark: string | null; looking?: Promise<void> | undefined };
  const sites = new LRUCache<string, Seen>({ max: MAX_SITES });
  return {
    look(siteId) {
      const now = clock.now();
      const seen = sites.get(siteId);
      if (seen && Math.abs(now - seen.at) < LOOK_MS) return seen.looking;
      const next: Seen = { at: now, mark: seen?.mark ?? null };
      sites.set(siteId, next);
      next.looking = read(siteId)
        .then((mark) => {
          if (seen && (mark === null || mark === seen.mark)) return;
          next.mark = mark;
          changed(siteId);
        })
        .catch(() => undefined)
        .finally(() => (next.looking = undefined));
      return next.looking;
    },
  };
}
