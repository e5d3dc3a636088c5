import type { Config } from '../config.ts';
import type { OpenDatabase } from './database.ts';
import { openPgliteFolder } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

/** Opens and migrates the database that the settings name: PostgreSQL, or the embedded one in the data folder. */
export function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'cacheDir'>): Promise<OpenDatabase> {
  return config.databaseUrl ? openPostgres(config.databaseUrl) : openPgliteFolder(config.dataDir, config.cacheDir);
}
