import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { openLocked, postgresFolder } from '../db/embedded/open-embedded-postgres.ts';
import { findPrograms } from '../db/embedded/programs.ts';
import { addressIn } from '../db/embedded/settings.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { openPgliteFolder } from '../db/open-pglite.ts';
import { openReadOnly } from '../db/open-read-only.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { BackupError } from './manifest.ts';
import { migrationsUpTo } from './restore-database.ts';

export type Source = { db: Database; close(): Promise<void> };
type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'cacheDir'>;

const NAME = 'panel backup';

/**
 * The database of an installation, whether its panel runs or not. Where it does not, the data folder stays locked until
 * the source is closed, so that none is started meanwhile.
 * @throws BackupError when there is none, or only the running panel can open it
 */
export async function openSource(
  { databaseUrl, dataDir, cacheDir }: Settings,
  { work, log }: { work: string; log: Logger },
): Promise<Source> {
  if (databaseUrl) return openReadOnly(databaseUrl, NAME);
  const folder = postgresFolder(path.resolve(dataDir));
  const isPostgres = existsSync(folder);
  if (!isPostgres && !existsSync(path.join(dataDir, 'db')))
    throw new BackupError(`There is no panel in ${dataDir}. Check DATA_DIR and DATABASE_URL.`);
  let unlock: () => void;
  try {
    unlock = lockFolder(dataDir);
  } catch (error) {
    if (!/in use by another/.test(String(error))) throw error;
    const sockets = isPostgres ? await socketsOf(folder) : null;
    if (sockets === null)
      throw new BackupError(
        'The panel runs on PGlite, which one process can open. Set BACKUP_TO and BACKUP_KEY_FILE, and it makes backups itself; or stop it for this one, or move its database to PostgreSQL (`npm run move-database`).',
      );
    return openReadOnly(addressIn(sockets), NAME);
  }
  // A backup before an upgrade is made by the new version: it runs none of its migrations.
  const migrations = await migrationsUpTo(0, work);
  if (isPostgres) return openLocked(folder, { dataDir, log, programs: findPrograms(), migrations }, unlock);
  unlock();
  return openPgliteFolder(dataDir, cacheDir, migrations);
}

/** The folder of the socket of a PostgreSQL that runs: the fifth line of its postmaster.pid. */
async function socketsOf(folder: string): Promise<string | null> {
  const lines = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  return lines.split('\n')[4]?.trim() || null;
}
