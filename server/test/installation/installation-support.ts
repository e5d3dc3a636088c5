import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '../../src/config/config.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { backUp, type BackUpOptions, type Made } from '../../src/installation/back-up.ts';
import { restore } from '../../src/installation/restore.ts';
import { createLog } from '../../src/process/log.ts';
import { createFolderStorage } from '../../src/storage/folder-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';

export const PASSPHRASE = 'correct horse battery staple';
export const log = createLog('silent');

export const temporaryFolder = (name: string): Promise<string> => mkdtemp(path.join(tmpdir(), `panel-${name}-`));

export const configOf = (dataDir: string, more: Record<string, string> = {}): Config =>
  readConfig({ DATA_DIR: dataDir, SEED: 'none', ...more });

const quiet = () => undefined;

type BackUpMore = Partial<Pick<BackUpOptions, 'keep' | 'onProgress' | 'signal' | 'source' | 'storage'>>;

/** Makes a backup as the command does. */
export const backUpTo = async (target: string, config: Config, more: BackUpMore = {}): Promise<Made> =>
  backUp({
    ...{ config, keep: null, onProgress: quiet, log, now: new Date(), passphrase: PASSPHRASE },
    storage: createFolderStorage(target),
    ...more,
  });

type RestoreMore = {
  passphrase?: string;
  replace?: boolean;
  id?: string | null;
  onProgress?: (line: string) => void;
  storage?: Storage;
};

/** Restores as the command does. */
export const restoreFrom = (
  target: string,
  config: Config,
  {
    passphrase = PASSPHRASE,
    replace = false,
    id = null,
    onProgress = quiet,
    storage = createFolderStorage(target),
  }: RestoreMore = {},
): ReturnType<typeof restore> =>
  restore({
    ...{ config, id, passphrase, replace, onProgress, storage, log, now: new Date() },
  });

/** Every row of the tables as text. */
export async function rowsOf(open: OpenDatabase): Promise<string[]> {
  const tables = await open.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const all: string[] = [];
  for (const { name } of tables.rows)
    for (const { row } of (await open.query<{ row: string }>(`select t::text as row from ${name} t`)).rows)
      all.push(`${name} ${row}`);
  return all.toSorted();
}

/** Opens the database of a configuration for one look. */
export async function inDatabase<T>(config: Config, use: (open: OpenDatabase) => Promise<T>): Promise<T> {
  const open = await openDatabase(config, log);
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}

/** All files below a folder with their content; links with where they lead. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.relative(folder, place)] = await readFile(place, 'base64');
    if (entry.isSymbolicLink()) found[path.relative(folder, place)] = `→ ${await readlink(place)}`;
  }
  return found;
}

/** A small installation that is stopped: a partner and a customer, a key, a site with files. */
export async function smallInstallation(dataDir: string, database: 'pglite' | 'postgres'): Promise<Config> {
  const config = configOf(dataDir, { EMBEDDED_DATABASE: database });
  await inDatabase(config, async ({ db }) => {
    const scenario = scenarioRepo(db);
    await scenario.customer(await scenario.partner());
  });
  const site = path.join(dataDir, 'sites/site-1');
  await mkdir(path.join(site, 'live/public'), { recursive: true });
  await mkdir(path.join(site, 'tmp'));
  await writeFile(path.join(site, 'live/public/index.html'), '<h1>Bakery</h1>');
  await writeFile(path.join(site, 'live/public/photo.jpg'), randomBytes(3 * 2 ** 20));
  await writeFile(path.join(site, 'tmp/session'), 'of a run');
  await writeFile(path.join(dataDir, 'secret.key'), 'ab'.repeat(32), { mode: 0o600 });
  await mkdir(path.join(dataDir, 'keys'));
  await writeFile(path.join(dataDir, 'keys/authority.pem'), 'a key', { mode: 0o600 });
  return config;
}

export const removeAll = (folders: readonly string[]): Promise<unknown> =>
  Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })));
