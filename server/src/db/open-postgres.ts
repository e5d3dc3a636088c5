import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { OpenDatabase } from './database.ts';
import { MIGRATION_LOCK, MIGRATIONS_FOLDER } from './migrate.ts';
import { listenWithReconnect } from './postgres-listener.ts';
import * as schema from './schema.ts';

/** The database cannot be reached; the message is one line that says what to do. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

/** Opens PostgreSQL (15 or newer) and migrates it under an advisory lock, so that many processes may start at once. */
export async function openPostgres(connectionString: string, options: { max?: number } = {}): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString, max: options.max ?? 10, application_name: 'panel', connectionTimeoutMillis: 10_000 });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  try {
    await migrateLocked(pool);
  } catch (error) {
    await pool.end();
    throw unreachable(connectionString, error);
  }
  return {
    db: drizzle({ client: pool, schema }),
    kind: 'postgres',
    query: async (text, values) => {
      const result: pg.QueryResult | pg.QueryResult[] = values?.length ? await pool.query(text, values) : await pool.query(text);
      return { rows: Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows };
    },
    listen: (channel, onMessage) => listenWithReconnect(connectionString, channel, onMessage),
    notify: async (channel, payload) => void (await pool.query('select pg_notify($1, $2)', [channel, payload])),
    close: () => pool.end(),
  };
}

async function migrateLocked(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

function unreachable(connectionString: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const refused = /^(E[A-Z]+|28...|3D000|57P0.)$/.test(code) || /timeout|terminated/i.test(error.message);
  if (!refused) return error;
  const { host, pathname } = new URL(connectionString);
  return new DatabaseUnreachable(`DATABASE_URL: the database ${pathname.slice(1)} at ${host} cannot be opened (${error.message || code}). Check the address and that PostgreSQL is running.`);
}
