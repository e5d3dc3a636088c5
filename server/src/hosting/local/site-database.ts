import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import { ANSWERS, type Outputs } from '../agent/protocol.ts';
import type { SiteDatabase } from '../database/database-server.ts';
import type { DatabaseEngine } from '../driver.ts';
import { HostingError, type Failure } from '../hosting-error.ts';
import type { SharedCore } from '../runtime/core-store.ts';
import type { SiteMount, SiteScript } from '../runtime/site-runtime.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { copyNewFile, writeAtomic } from './panel-files.ts';
import { createDatabase, engineOf, finishDatabase, hasDatabase } from './server-database.ts';
import { DATABASE, DATABASE_FILE, type SiteFolder } from './site-folder.ts';
import { commandFailed, noDatabase, type SiteTools } from './site-tools.ts';
import { withTemporaryDatabase } from './temporary-files.ts';
import { isWholeConfig, prefixIn, withDatabase, wpConfig } from './wp-config.ts';

/** What `copy-database.php` calls the database on the server that wp-config.php names. */
const SERVER = 'server';
/** Long enough for a busy machine to read the options of a WordPress. */
export const PATIENCE_MS = 20_000;

/**
 * The description of a WordPress from its database, null when there is none. `file`: of an SQLite database.
 * @throws HostingError when it does not answer in time
 */
export async function describeDatabase(
  { runtime, agent }: Pick<SiteTools, 'runtime' | 'agent'>,
  mount: SiteMount,
  { file = DATABASE_FILE, signal }: { file?: string; signal?: AbortSignal | undefined } = {},
): Promise<Outputs['options']> {
  const failure = 'We could not read the database of the site.';
  if ((await engineOf(mount)) === 'sqlite')
    return agent.need(mount, 'options', { file }, failure, { deadlineMs: PATIENCE_MS, signal });
  return readServer({ runtime }, mount, { what: 'options' }, ANSWERS.options, failure, signal);
}

/** The tables of a site; see `HostingDriver.tables`. */
export async function tablesOf(
  { runtime, agent }: Pick<SiteTools, 'runtime' | 'agent'>,
  mount: SiteMount,
  since: string,
  deadlineMs: number,
): Promise<NonNullable<Outputs['tables']>> {
  const failure = 'We could not count the rows of the database.';
  const found =
    (await engineOf(mount)) === 'sqlite'
      ? await agent.need(mount, 'tables', { file: DATABASE_FILE, since }, failure, { deadlineMs })
      : await readServer({ runtime }, mount, { what: 'tables', since }, ANSWERS.tables, failure);
  return found ?? [];
}

/** PHP reads the database in the site's sandbox; what it prints is as hostile as the site. */
export async function readServer<T>(
  { runtime }: Pick<SiteTools, 'runtime'>,
  mount: SiteMount,
  input: Record<string, string>,
  schema: v.GenericSchema<unknown, T>,
  failure: Failure,
  signal?: AbortSignal,
  script: Extract<SiteScript, 'read-database' | 'content-digest' | `${string}-changes`> = 'read-database',
): Promise<T> {
  const result = await runtime.php.script(mount, script, input, signal === undefined ? {} : { signal });
  const line = parseJson(v.object({ answer: schema }), result.stdout.trimEnd().split('\n').at(-1) ?? '');
  if (result.code === 0 && line !== null) return line.answer;
  throw commandFailed(failure, result);
}

type Copying = {
  /** By default a file that the same kind of database takes. */
  format?: DatabaseEngine;
  /** Kinds of tables, separated by spaces, and the prefix of their names; all tables without it. */
  only?: { groups: string; prefix: string };
  signal?: AbortSignal | undefined;
};

/**
 * Passes a consistent copy of a site's database to `use`, as a file of its `data` folder. PHP makes the copy, because only a
 * writer can roll back an interrupted write.
 * @throws SITE_NOT_FOUND when there is no database
 */
export async function withDatabaseCopy<T>(
  tools: Pick<SiteTools, 'runtime'>,
  folder: SiteFolder,
  kind: 'renaming' | 'copy' | 'archive',
  use: (name: string) => Promise<T>,
  { format, only, signal }: Copying = {},
): Promise<T> {
  if (!(await hasDatabase(folder))) throw noDatabase();
  const engine = await engineOf(folder.mount);
  const ending = (format ?? engine) === 'sqlite' ? '.sqlite' : '.sql';
  return withTemporaryDatabase(folder, kind, ending, async (name) => {
    const from = engine === 'sqlite' ? DATABASE : SERVER;
    await copyDatabase(tools, folder.mount, { from, to: name, ...only }, signal);
    return use(name);
  });
}

/**
 * Passes a copy of a database to `use` as SQL that any MariaDB or MySQL reads: `copy` itself, or a file written from it beside
 * it. Null when there can be none, such as of an SQLite file that WordPress's integration does not understand: that is no reason to have
 * no backup.
 */
export async function withPortableCopy<T>(
  tools: Pick<SiteTools, 'runtime'>,
  folder: SiteFolder,
  copy: string,
  use: (name: string | null) => Promise<T>,
): Promise<T> {
  if (copy.endsWith('.sql')) return use(copy);
  return withTemporaryDatabase(folder, 'archive', '.sql', async (name) => {
    const written = await copyDatabase(tools, folder.mount, { from: copy, to: name }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof HostingError && error.code === 'COMMAND_FAILED') return false;
        throw error;
      },
    );
    return use(written ? name : null);
  });
}

/** `withDatabaseCopy` with the description of the database. */
export const withCopy = <T>(
  tools: Pick<SiteTools, 'runtime' | 'agent'>,
  folder: SiteFolder,
  kind: 'renaming' | 'copy',
  use: (name: string, says: Outputs['options']) => Promise<T>,
  options: Copying = {},
): Promise<T> =>
  withDatabaseCopy(
    tools,
    folder,
    kind,
    async (name) =>
      use(name, await describeDatabase(tools, folder.mount, { file: `data/${name}`, signal: options.signal })),
    options,
  );

/** Runs `copy-database.php`; see there. */
async function copyDatabase(
  { runtime }: Pick<SiteTools, 'runtime'>,
  mount: SiteMount,
  input: { from: string; to: string; groups?: string; prefix?: string },
  signal?: AbortSignal,
): Promise<void> {
  const result = await runtime.php.script(mount, 'copy-database', input, signal === undefined ? {} : { signal });
  if (result.code === 0 && result.stdout.endsWith('copied')) return;
  throw commandFailed('We could not copy the database.', result);
}

/** Replaces tables in the database of a work folder on the server by those of a dump in its data folder. */
export const replaceTables = (
  tools: Pick<SiteTools, 'runtime'>,
  mount: SiteMount,
  dump: string,
  only: { groups: string; prefix: string },
  signal?: AbortSignal,
): Promise<void> => copyDatabase(tools, mount, { from: dump, to: SERVER, ...only }, signal);

type Taken = {
  work: string;
  core?: SharedCore | null | undefined;
  file: string;
  into: DatabaseEngine;
  /** The content is another site's, so its configuration may be replaced. */
  isNew?: boolean;
};

/**
 * Makes a file in the data folder of a work folder its database: as the SQLite file, or in a new database on the server,
 * which its configuration then names. No code of the site has run in the folder yet. Returns the new database.
 */
export async function takeDatabase(
  tools: SiteTools,
  folder: SiteFolder,
  { work, core, file, into, isNew = false }: Taken,
  signal?: AbortSignal,
): Promise<SiteDatabase | null> {
  const data = path.join(work, 'data');
  if (into === 'sqlite' && file.endsWith('.sqlite')) {
    if (file !== DATABASE) await rename(path.join(data, file), path.join(data, DATABASE));
    return null;
  }
  const mount = { ...folder.mount, live: work, ...(core !== undefined && { core }) };
  const made = into === 'mariadb' ? await createDatabase(tools, mount) : null;
  await configure(tools, folder, work, { database: made, isNew });
  if (made === null) await setDropIn(tools, work, 'sqlite');
  await tools.runtime.php.own(mount);
  await copyDatabase(tools, mount, { from: file, to: made === null ? DATABASE : SERVER }, signal);
  if (made === null) return null;
  await rm(path.join(data, file), { force: true });
  await finishDatabase(mount, made.name);
  return made;
}

/** WordPress loads the integration of SQLite from this file. No code of the site has run in the folder yet. */
export async function setDropIn(
  { runtime }: Pick<SiteTools, 'runtime'>,
  work: string,
  engine: DatabaseEngine,
): Promise<void> {
  const file = path.join(work, 'public/wp-content/db.php');
  if (engine === 'mariadb') await rm(file, { force: true });
  else if (!(await exists(file))) await copyNewFile(path.join(runtime.wordpress.core, 'wp-content/db.php'), file);
}

/** Writes another database into a configuration. @throws HostingError UNSUPPORTED for one that is not the panel's */
async function configure(
  { agent }: Pick<SiteTools, 'agent'>,
  folder: SiteFolder,
  work: string,
  { database, isNew }: { database: SiteDatabase | null; isNew: boolean },
): Promise<void> {
  const file = path.basename(folder.config);
  const mount = { ...folder.mount, live: work };
  const config = (await agent.need(mount, 'text', { file }, 'We could not read the configuration of the site.')) ?? '';
  const changed = isWholeConfig(config) ? withDatabase(config, database) : null;
  const next = changed ?? (isNew ? wpConfig(prefixIn(config), database) : null);
  if (next === null)
    throw new HostingError(
      'UNSUPPORTED',
      'The configuration of this site was changed, so the panel cannot give it another database. Restore the lines about the database in wp-config.php.',
      { retryable: false },
    );
  await writeAtomic(path.join(work, file), next, 0o644, folder.root);
}
