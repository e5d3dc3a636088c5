import type { Config } from '../config.ts';
import type { Logger } from '../process/app-context.ts';
import type { OpenDatabase } from './database.ts';
import { openPgliteFolder } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

/** Opens and migrates the database that the settings name: PostgreSQL, or the embedded one in the data folder. */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'cacheDir'>,
  log: Logger,
): Promise<OpenDatabase> {
  if (!config.databaseUrl) return openPgliteFolder(config.dataDir, config.cacheDir);
  const onChange = (away: boolean) =>
    away
      ? log.error('PostgreSQL does not answer. Calls are rejected until it does.')
      : log.info('PostgreSQL answers again.');
  return openPostgres(config.databaseUrl, { onChange });
}
