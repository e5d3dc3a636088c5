import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { MIGRATIONS_FOLDER } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { node } from '../db/schema.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { BackupError, knownMigrations, type Manifest } from './manifest.ts';

export type DatabaseSettings = Pick<Config, 'databaseUrl' | 'embeddedDatabase' | 'dataDir' | 'cacheDir'>;

/** A folder with the first migrations alone; undefined when those are all. */
export async function migrationsUpTo(count: number, work: string): Promise<string | undefined> {
  const entries = knownMigrations();
  if (count === entries.length) return undefined;
  const folder = path.join(work, 'migrations');
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'meta'), { recursive: true });
  const journal = 'meta/_journal.json';
  const all = JSON.parse(await readFile(path.join(MIGRATIONS_FOLDER, journal), 'utf8')) as object;
  await writeFile(path.join(folder, journal), JSON.stringify({ ...all, entries: entries.slice(0, count) }));
  for (const { tag } of entries.slice(0, count))
    await copyFile(path.join(MIGRATIONS_FOLDER, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  return folder;
}

/**
 * Creates the tables as they were when the backup was made, fills them in one transaction, and runs the migrations since
 * then.
 * @param fill writes the rows, and returns how many
 * @throws BackupError when they are not as many as the manifest says
 */
export async function fillDatabase(
  config: DatabaseSettings,
  { migrated: done, rows }: Pick<Manifest, 'migrated' | 'rows'>,
  { work, log, fill }: { work: string; log: Logger; fill: (tx: Database) => Promise<number> },
): Promise<void> {
  const migrations = await migrationsUpTo(done.count, work);
  const open = await openDatabase(config, log, migrations);
  try {
    await open.db.transaction(async (tx) => {
      const written = await fill(tx);
      if (written !== rows)
        throw new BackupError(`The database of this backup is damaged: ${written} rows instead of ${rows}.`);
      if (migrations === undefined) await nobodyRuns(tx);
    });
  } finally {
    await open.close();
  }
  if (migrations === undefined) return;
  const migrated = await openDatabase(config, log);
  try {
    await nobodyRuns(migrated.db);
  } finally {
    await migrated.close();
  }
}

/** Processes that ran when the backup was made use another database: the machine that has the files now can have the sites (ADR 0147). */
const nobodyRuns = async (db: Database): Promise<void> => void (await db.update(node).set({ processes: {} }));

const OWN = ['public', 'drizzle'] as const;

async function onServer<T>(address: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address, application_name: 'panel restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const exists = async (client: pg.Client, schema: string): Promise<boolean> =>
  (await client.query('select from pg_namespace where nspname = $1', [schema])).rowCount === 1;

/** Whether a PostgreSQL of its own has tables. */
export const hasTables = (address: string): Promise<boolean> =>
  onServer(
    address,
    async (client) =>
      ((
        await client.query("select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1")
      ).rowCount ?? 0) > 0,
  );

/** A panel on another machine would write into what is moved aside. */
async function refuseUsed(client: pg.Client): Promise<void> {
  const users = await client.query(
    "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'panel'",
  );
  if (users.rowCount)
    throw new BackupError('A panel is connected to the database of DATABASE_URL. Stop every panel first.');
}

/** @throws BackupError while a panel is connected to a PostgreSQL of its own */
export const checkUnused = (address: string): Promise<void> => onServer(address, refuseUsed);

/** `insufficient_privilege`, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const NO_RIGHT = '42501';

/** The statements that give the user what a restore needs, and who owns what is not the user's. */
async function rightsOf(client: pg.Client): Promise<string> {
  const [own] = (
    await client.query<{ user: string; database: string }>(
      'select quote_ident(current_user) as user, quote_ident(current_database()) as database',
    )
  ).rows;
  const user = own?.user ?? '';
  const { rows: others } = await client.query<{ schema: string; owner: string }>(
    "select nspname as schema, pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = any($1) and not pg_has_role(nspowner, 'USAGE') order by 1",
    [OWN],
  );
  return [
    `grant set on parameter session_replication_role to ${user};`,
    `grant create on database ${own?.database ?? ''} to ${user};`,
    ...others.map(({ schema }) => `alter schema ${schema} owner to ${user};`),
    ...others.map(({ schema, owner }) => `The owner of the schema ${schema} is ${owner}.`),
  ].join(' ');
}

/**
 * Tries, and undoes, what a restore into a PostgreSQL of its own needs a right for.
 * @throws BackupError that names the rights
 */
export const checkRights = (address: string): Promise<void> =>
  onServer(address, async (client) => {
    const rights = await rightsOf(client);
    await client.query('begin');
    try {
      await client.query('set local session_replication_role = replica');
      for (const schema of OWN) {
        if (await exists(client, schema))
          await client.query(`alter schema ${schema} rename to panel_restore_probe_${schema}`);
        await client.query(`create schema ${schema}`);
      }
    } catch (error) {
      if ((error as pg.DatabaseError).code !== NO_RIGHT) throw error;
      throw new BackupError(
        `The user of DATABASE_URL may not restore (${(error as Error).message}). Use a superuser; or let one run: ${rights}`,
      );
    } finally {
      await client.query('rollback');
    }
  });

/**
 * Moves the tables of a PostgreSQL of its own into schemas beside, and leaves empty ones. Called again with the same name, it
 * only empties.
 * @throws BackupError while a panel is connected
 */
export const setAside = (address: string, kept: string): Promise<void> =>
  onServer(address, async (client) => {
    await client.query('begin');
    await refuseUsed(client);
    for (const schema of OWN) {
      const aside = client.escapeIdentifier(`${kept}_${schema}`);
      if (await exists(client, `${kept}_${schema}`)) await client.query(`drop schema if exists ${schema} cascade`);
      else if (await exists(client, schema)) await client.query(`alter schema ${schema} rename to ${aside}`);
    }
    await client.query('create schema public');
    await client.query('commit');
  });
