import type { AppContext } from '../context/app-context.ts';
import { modules } from '../modules/index.ts';
import { DAY_MS } from '../tasks/define-module.ts';

/**
 * Removes archives that no row names, a day after they came: a request that stores one has written its row by then. A process
 * that is killed between storing an archive and committing its row leaves one, and so does one that is killed before it
 * removes the archive of a task that has ended.
 */
export async function removeLeftovers({
  config,
  db,
  clock,
  log,
}: Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  let removed = 0;
  for (const { sweep, needed } of modules.flatMap(({ leftovers = [] }) => leftovers))
    removed += await sweep(config, before, async (ids) => new Set(await needed(db, ids)));
  if (removed > 0) log.info({ files: removed }, 'archives that belonged to nothing were removed');
}
