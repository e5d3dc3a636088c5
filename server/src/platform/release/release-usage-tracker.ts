import type { Clock, Logger } from '../../kernel/clock-and-log.ts';
import type { Database } from '../../db/database.ts';
import { nameOf, type ReleaseId } from './release-store.ts';
import { noteServed } from './release.repo.ts';

/** Maximum age of a stored use. */
export const NOTED_EVERY_MS = 3_600_000;

/** Tracks which releases pages and files come from, and stores each once an hour, so that clean-up keeps them. */
export function createReleaseUsageTracker(db: Database, log: Logger, clock: Clock) {
  const written = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();
  return {
    add(ids: readonly ReleaseId[]): void {
      const now = clock.now();
      const due = ids.filter((id) => (written.get(nameOf(id)) ?? -Infinity) + NOTED_EVERY_MS <= now.getTime());
      if (due.length === 0) return;
      for (const id of due) written.set(nameOf(id), now.getTime());
      writing = writing
        .then(() => noteServed(db, due, now))
        .catch((error: unknown) => {
          for (const id of due) written.delete(nameOf(id));
          log.warn({ err: error }, 'the use of releases could not be stored');
        });
    },
    idle: () => writing,
  };
}
