import type { Database } from '../db/database.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import { discardedFolders, forgetDiscarded } from './discarded.repo.ts';
import type { Storage } from './storage.ts';

type Deps = { db: Database; storage: Storage; log: Logger };

/** Who discarded a folder removes it at once; the sweep leaves it alone meanwhile. */
const OLD_MS = 60_000;
const AT_ONCE = 200;

/** Removes a discarded folder. When the storage cannot be reached, a sweep removes it later. */
export async function removeDiscarded({ db, storage, log }: Deps, folder: string): Promise<void> {
  try {
    await storage.removeFolder(folder);
    await forgetDiscarded(db, folder);
  } catch (error) {
    log.warn({ err: error, folder }, 'a discarded folder of the storage could not be removed; it is tried again');
  }
}

/**
 * Removes what was discarded before, and could not be removed then: the storage was unreachable, or the process was killed.
 * One that still cannot be removed does not keep the others.
 */
export async function sweepDiscarded(deps: Deps & { clock: Clock }): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - OLD_MS);
  for (const folder of await discardedFolders(deps.db, before, AT_ONCE)) await removeDiscarded(deps, folder);
}
