import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database, OpenDatabase } from '../db/database.ts';
import { schemaFingerprint } from '../db/migrate.ts';
import { openPgliteInMemory } from '../db/open-pglite.ts';
import { openPostgres } from '../db/open-postgres.ts';

export type TestDatabase = { database: OpenDatabase; url: string | undefined; drop(): Promise<void> };

/** The server's address with another database name. */
const named = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A migrated template database for new ones; created once per version of the schema. */
async function ensureTemplate(url: string): Promise<string> {
  const template = `panel_template_${schemaFingerprint()}`;
  await asAdmin(url, async (client) => {
    await client.query('select pg_advisory_lock(7461003)');
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount) return;
    const part = `${template}_${randomBytes(4).toString('hex')}`;
    await client.query(`create database ${part}`);
    await (await openPostgres(named(url, part))).close();
    await client.query(`alter database ${part} rename to ${template}`);
  });
  return template;
}

/** An empty PostgreSQL database on the server at `url`, for tests that start processes on it. */
export async function createPostgresDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const template = await ensureTemplate(url);
  const name = `panel_test_${randomBytes(6).toString('hex')}`;
  await asAdmin(url, async (client) => {
    // Copying requires that no other connection uses the template; others of this run may be copying it too.
    await client.query('select pg_advisory_lock(7461004)');
    await client.query(`create database ${name} template ${template}`);
  });
  return {
    url: named(url, name),
    drop: () => asAdmin(url, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** A machine that is busy with other tests may stop for seconds; tests of a lost database have connections of their own. */
const PATIENT = { silenceMs: 60_000 };

/** The transactions that this work is inside of. */
const transactions = new AsyncLocalStorage<{ db: Database; isOpen: boolean }>();

/** Work of somebody else that a test starts while it holds a transaction. */
export const besideTransaction = <T>(work: () => T): T => transactions.exit(work);

/**
 * Refuses queries of the pool inside of a transaction: PGlite has one connection, on which they would wait for the
 * transaction, and it for them. So tests on PostgreSQL find what only PGlite would show.
 */
function withOneConnection(open: OpenDatabase): OpenDatabase {
  const { db } = open;
  const pool = Reflect.get(db, '$client') as pg.Pool;
  const transaction = db.transaction.bind(db) as Database['transaction'];
  const guarded: Database['transaction'] = (work, config) =>
    transaction(async (tx) => {
      const own = { db, isOpen: true };
      try {
        // A query begins when it is awaited.
        return await transactions.run(own, async () => await work(tx));
      } finally {
        own.isOpen = false;
      }
    }, config);
  for (const name of ['query', 'connect'] as const) {
    const plain = (pool[name] as (...given: unknown[]) => unknown).bind(pool);
    Object.assign(pool, {
      [name]: (...given: unknown[]) => {
        const inside = transactions.getStore();
        if (inside?.isOpen && inside.db === db)
          throw new Error('A query inside of a transaction asks for a second connection. Pass the transaction on.');
        return plain(...given);
      },
    });
  }
  Object.assign(db, { transaction: guarded });
  return open;
}

/** A new database: on the server in TEST_DATABASE_URL, otherwise embedded and in memory. */
export async function openTestDatabase(cacheDir: string): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return { database: await openPgliteInMemory(cacheDir), url: undefined, drop: async () => undefined };
  const { url, drop } = await createPostgresDatabase(server);
  return { database: withOneConnection(await openPostgres(url, { max: 8, times: PATIENT })), url, drop };
}
