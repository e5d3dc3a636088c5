import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from '../../kernel/clock-and-log.ts';
import { DataFolderError } from '../folder-lock.ts';
import { openPgliteFolder } from '../open-pglite.ts';
import { putInPlace } from './create-folder.ts';
import { endLeftover } from './leftover.ts';
import { moveTables } from './move-tables.ts';
import { openLocked, postgresFolder } from './open-embedded-postgres.ts';
import { findPrograms } from './programs.ts';

/**
 * Moves the database of a data folder from PGlite to PostgreSQL. The old one stays in `db.moved`. Interrupted at any
 * moment, the folder opens with a complete database, and the move can be repeated.
 * @returns rows copied
 * @throws DataFolderError when there is no PGlite, a panel is running, or PostgreSQL does not run here
 */
export async function moveToPostgres(dataDir: string, cacheDir: string, log: Logger): Promise<number> {
  const old = path.join(dataDir, 'db');
  const folder = postgresFolder(path.resolve(dataDir));
  if (existsSync(folder)) throw new DataFolderError(`The database in ${dataDir} is PostgreSQL already.`);
  if (!existsSync(old)) throw new DataFolderError(`There is no PGlite database in ${dataDir}.`);
  const made = `${folder}.moving`;
  // It holds the lock of the data folder until it is closed.
  const from = await openPgliteFolder(dataDir, cacheDir);
  try {
    await endLeftover(made);
    await rm(made, { recursive: true, force: true });
    const to = await openLocked(made, { dataDir, log, programs: findPrograms() }, () => undefined);
    const copied = await moveTables(from, to).finally(() => to.close());
    await putInPlace(made, folder);
    return [...copied.values()].reduce((sum, rows) => sum + rows, 0);
  } finally {
    await from.close();
    const kept = path.join(dataDir, 'db.moved');
    if (existsSync(folder) && !existsSync(kept)) await rename(old, kept);
  }
}
