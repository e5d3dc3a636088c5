import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { OpenDatabase } from '../db/database.ts';
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

/** A new database: on the server in TEST_DATABASE_URL, otherwise embedded and in memory. */
export async function openTestDatabase(cacheDir: string): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return { database: await openPgliteInMemory(cacheDir), url: undefined, drop: async () => undefined };
  const { url, drop } = await createPostgresDatabase(server);
  return { database: await openPostgres(url, { max: 8, times: PATIENT }), url, drop };
}
