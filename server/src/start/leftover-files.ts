import { importFiles, libraryFiles, migrationFiles } from '../archive/stored-zips.ts';
import { knownExtensions } from '../modules/extension/extension.repo.ts';
import { migrationsWithArchive } from '../modules/migration/migration.repo.ts';
import type { AppContext } from '../context/app-context.ts';
import { openPayloads } from '../tasks/task.repo.ts';

/** A request that stores an archive has written its row by then. */
const OLD_MS = 24 * 3_600_000;

/**
 * Removes archives that no row names, a day after they came. A process that is killed between storing an archive and
 * committing its row leaves one, and so does one that is killed before it removes the archive of a task that has ended.
 */
export async function removeLeftovers({
  config,
  db,
  clock,
  log,
}: Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>): Promise<void> {
  const before = new Date(clock.now().getTime() - OLD_MS);
  const imports = async () =>
    (await openPayloads(db, 'site.import')).flatMap(({ importId }) => (typeof importId === 'string' ? importId : []));
  const removed =
    (await libraryFiles(config).sweep(before, async (ids) => new Set(await knownExtensions(db, ids)))) +
    (await migrationFiles(config).sweep(before, async (ids) => new Set(await migrationsWithArchive(db, ids)))) +
    (await importFiles(config).sweep(before, async () => new Set(await imports())));
  if (removed > 0) log.info({ files: removed }, 'archives that belonged to nothing were removed');
}
