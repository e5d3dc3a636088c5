import { inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appBuild } from '../../db/schema.ts';

/** With the time that lines wait for more before they are stored, a line is in the browser within 300 ms. */
const ASK_EVERY_MS = 100;

type Watcher = { changed(): void };
export type BuildWatch = {
  /** Calls `changed` after lines were added to a build, or its status changed. @returns what ends it */
  watch(buildId: string, changed: () => void): () => void;
};

/** One question for all builds that somebody watches, whichever process builds them; none while nobody does. */
export function createBuildWatch(db: Database, failed: (error: unknown) => void): BuildWatch {
  const watchers = new Map<string, Set<Watcher>>();
  const known = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  const ask = async (): Promise<void> => {
    const { id, status, logLines } = appBuild;
    const rows = await db
      .select({ id, status, logLines })
      .from(appBuild)
      .where(inArray(id, [...watchers.keys()]));
    for (const row of rows) {
      const now = `${row.status} ${row.logLines}`;
      if (known.get(row.id) === now) continue;
      known.set(row.id, now);
      for (const watcher of watchers.get(row.id) ?? []) watcher.changed();
    }
  };
  const next = (): void => {
    timer = undefined;
    if (watchers.size === 0) return;
    timer = setTimeout(() => void ask().catch(failed).finally(next), ASK_EVERY_MS);
  };
  return {
    watch(buildId, changed) {
      const watcher = { changed };
      const own = watchers.get(buildId) ?? new Set();
      watchers.set(buildId, own.add(watcher));
      if (!timer) next();
      return () => {
        own.delete(watcher);
        if (own.size > 0 || watchers.get(buildId) !== own) return;
        watchers.delete(buildId);
        known.delete(buildId);
      };
    },
  };
}
