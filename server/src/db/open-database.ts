import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { OpenDatabase } from './database.ts';
import { openEmbeddedPostgres, postgresFolder } from './embedded/open-embedded-postgres.ts';
import { findPrograms } from './embedded/programs.ts';
import { openPgliteFolder } from './open-pglite.ts';
import { openPostgres } from './open-postgres.ts';

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'embeddedDatabase' | 'dataDir' | 'cacheDir'>;

/**
 * Opens and migrates the database that the settings name: PostgreSQL, or the embedded one in the data folder.
 * @param migrations replaces the folder of migrations, for a database that is to have those of an earlier version
 */
export function openDatabase(config: DatabaseConfig, log: Logger, migrations?: string): Promise<OpenDatabase> {
  if (!config.databaseUrl) return openEmbedded(config, log, migrations);
  const onChange = (away: boolean) =>
    away
      ? log.error('PostgreSQL does not answer. Calls are rejected until it does.')
      : log.info('PostgreSQL answers again.');
  return openPostgres(config.databaseUrl, { onChange, migrations });
}

/**
 * What the folder holds decides, so that data is never out of sight; the setting is for a new folder. After a move to
 * PostgreSQL was interrupted at its very end there may be both: the PostgreSQL is the complete, newer one.
 */
function openEmbedded(
  { dataDir, cacheDir, embeddedDatabase }: DatabaseConfig,
  log: Logger,
  migrations: string | undefined,
): Promise<OpenDatabase> {
  if (existsSync(postgresFolder(dataDir))) return openEmbeddedPostgres({ dataDir, log, migrations });
  if (embeddedDatabase === 'postgres') {
    if (existsSync(path.join(dataDir, 'db'))) {
      log.warn(
        'The data folder holds a PGlite database, which stays in use. `npm run move-database` moves it to PostgreSQL.',
      );
    } else {
      const programs = findPrograms();
      if (!('reason' in programs)) return openEmbeddedPostgres({ dataDir, log, programs, migrations });
      log.warn(`PostgreSQL does not run here (${programs.reason}), so the embedded database is PGlite.`);
    }
  }
  return openPgliteFolder(dataDir, cacheDir, migrations);
}
