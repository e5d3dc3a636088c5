import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { OpenDatabase } from './database.ts';
import { hookCommits } from './commit-hook.ts';
import { createDatabaseWatch, LISTENERS, type WatchTimes } from './database-watch.ts';
import { MIGRATION_LOCK, MIGRATIONS_FOLDER } from './migrate.ts';
import { onPool, openPool } from './postgres-pool.ts';

const CONNECT_MS = 10_000;
const CLOSE_MS = 2000;

/** The database cannot be reached; the message is one line that says what to do. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

export type PostgresOptions = {
  /** Maximum connections, besides the watch's; default 10. */
  max?: number;
  /** Called when the database becomes unreachable, and when it is back. */
  onChange?: (away: boolean) => void;
  /** How soon a silent database counts as unreachable. */
  times?: Partial<WatchTimes>;
  /** Replaces the folder of migrations, for a database that is to have those of an earlier version. */
  migrations?: string | undefined;
};

/**
 * Opens PostgreSQL (15 or newer) and migrates it under an advisory lock, so that many processes can start at once.
 * @throws DatabaseUnreachable
 */
export async function openPostgres(
  connectionString: string,
  { max = 10, onChange, times, migrations = MIGRATIONS_FOLDER }: PostgresOptions = {},
): Promise<OpenDatabase> {
  const watch = createDatabaseWatch({ connectionString, onChange, times });
  try {
    await migrateLocked(connectionString, migrations);
    await watch.start();
  } catch (error) {
    await watch.close();
    throw unreachable(connectionString, error);
  }
  const pool = openPool(watch, { connectionString, max, application_name: 'panel' });
  return {
    db: hookCommits(onPool(pool)),
    kind: 'postgres',
    query: async (text, values) => {
      const result: pg.QueryResult | pg.QueryResult[] = values?.length
        ? await pool.query(text, values)
        : await pool.query(text);
      return { rows: Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows };
    },
    listen: (channel, onMessage, onReconnect) => watch.listen(channel, { onMessage, onReconnect }),
    notify: async (channel, payload) => void (await pool.query('select pg_notify($1, $2)', [channel, payload])),
    self: watch.self,
    listeners: async (channel) =>
      (await pool.query<{ self: number }>(LISTENERS, [channel])).rows.map(({ self }) => Number(self)),
    pool: () => ({ idle: pool.idleCount, total: pool.totalCount, waiting: pool.waitingCount }),
    async close() {
      // Does not wait for a connection whose other end is silent.
      await Promise.race([pool.end(), wait(CLOSE_MS, undefined, { ref: false })]);
      await watch.close();
    },
  };
}

/** Runs on a separate connection without timeouts, because it waits for the migration of another process. */
async function migrateLocked(connectionString: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'panel',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    // The lock ends with the connection.
    await client.end();
  }
}

function unreachable(connectionString: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const refused = /^(E[A-Z]+|28...|3D000|57P0.)$/.test(code) || /timeout|terminated/i.test(error.message);
  if (!refused) return error;
  const { host, pathname } = new URL(connectionString);
  return new DatabaseUnreachable(
    `DATABASE_URL: the database ${pathname.slice(1)} at ${host} cannot be opened (${error.message || code}). Check the address and that PostgreSQL is running.`,
  );
}
