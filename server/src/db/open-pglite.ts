import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { releaseBallast } from '../disk/ballast.ts';
import { freeBytesNow, MB } from '../disk/free-space.ts';
import { unpack } from '../lib/unpack.ts';
import { hookCommits } from './commit-hook.ts';
import type { OpenDatabase } from './database.ts';
import { DataFolderError, folderError, isDiskError, lockFolder } from './folder-lock.ts';
import { MIGRATIONS_FOLDER, schemaFingerprint } from './migrate.ts';
import { OUTSIDE_DRIZZLE, pgliteForDrizzle, withParsersOfDrizzle } from './pglite-for-drizzle.ts';
import { openReopening } from './reopening-pglite.ts';

/**
 * Opens the embedded database in `{dataDir}/db`, created from a cached dump on the first start.
 * @param migrations replaces the folder of migrations, for a database that is to have those of an earlier version
 * @throws DataFolderError when another process uses it, or the folder cannot be written
 */
export async function openPgliteFolder(
  dataDir: string,
  cacheDir: string,
  migrations = MIGRATIONS_FOLDER,
): Promise<OpenDatabase> {
  const unlock = lockFolder(dataDir);
  try {
    const folder = path.join(dataDir, 'db');
    // The dump has all migrations.
    if (!existsSync(folder) && migrations === MIGRATIONS_FOLDER) await unpackDump(await freshDump(cacheDir), folder);
    return await finish(await openReopening((again) => openFolder(dataDir, folder, again)), unlock, migrations);
  } catch (error) {
    unlock();
    throw isDiskError(error) ? folderError(dataDir, error) : error;
  }
}

/** What the database writes before it answers after a crash: a segment of its log. */
const OPENING_BYTES = 24 * MB;

/** PGlite reports a slow start with a timer, which an instance that fails to start never clears. */
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'log_startup_progress_interval=0'];
/** PostgreSQL clears its buffers when it starts, by default 128 MB, so that all of them count as used. */
const withBuffers = (megabytes: number): string[] => [...START_PARAMS, '-c', `shared_buffers=${megabytes}MB`];

/**
 * Opens the database of a folder; on a full disk it frees the ballast.
 * @param again the database broke down before, so opening it without room is pointless
 * @throws DataFolderError
 */
async function openFolder(dataDir: string, folder: string, again: boolean): Promise<PGlite> {
  releaseBallast(dataDir);
  const noRoom = (cause?: unknown): DataFolderError | null => {
    const freeBytes = freeBytesNow(dataDir);
    if (freeBytes >= OPENING_BYTES) return null;
    return new DataFolderError(
      `The data folder ${dataDir} has no room left: ${Math.floor(freeBytes / MB)} MB are free, and the database needs ${OPENING_BYTES / MB} MB to open. Free some disk space and start again.`,
      { cause },
    );
  };
  const refused = again ? noRoom() : null;
  if (refused) throw refused;
  try {
    return withParsersOfDrizzle(await PGlite.create({ dataDir: folder, startParams: withBuffers(32) }));
  } catch (error) {
    if (isDiskError(error)) throw error;
    const full = noRoom(error);
    if (full) throw full;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataFolderError(
      `The database in ${folder} cannot be opened (${reason}). Restore a backup of the data folder, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Unpacked dumps by file. PGlite would unpack each anew, and takes longer. */
const unpackedDumps = new Map<string, Promise<Blob>>();

/** Opens an embedded database that lives in memory alone, for tests. */
export async function openPgliteInMemory(cacheDir: string): Promise<OpenDatabase> {
  const file = await freshDump(cacheDir);
  const dump =
    unpackedDumps.get(file) ?? readFile(file).then(async (packed) => new Blob([await promisify(gunzip)(packed)]));
  unpackedDumps.set(file, dump);
  const client = await PGlite.create({ loadDataDir: await dump, startParams: withBuffers(16) });
  return finish(withParsersOfDrizzle(client), () => undefined);
}

async function finish(client: PGlite, unlock: () => void, migrationsFolder = MIGRATIONS_FOLDER): Promise<OpenDatabase> {
  const db = drizzle({ client: pgliteForDrizzle(client) });
  await migrate(db, { migrationsFolder });
  return {
    db: hookCommits(db),
    kind: 'pglite',
    query: (text, values) => client.query(text, values, OUTSIDE_DRIZZLE),
    listen: (channel, onMessage) => client.listen(channel, onMessage),
    notify: async (channel, payload) => void (await client.query('select pg_notify($1, $2)', [channel, payload])),
    self: 0,
    listeners: async () => [0],
    close: async () => {
      await client.close();
      unlock();
    },
  };
}

/** A dump of a migrated, empty database; a folder created from it is ready three times faster. */
async function freshDump(cacheDir: string): Promise<string> {
  const file = path.join(cacheDir, `database-${schemaFingerprint()}.tar.gz`);
  if (existsSync(file)) return file;
  await mkdir(cacheDir, { recursive: true });
  const client = await PGlite.create({ startParams: withBuffers(16) });
  await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
  // Without it, each opened copy would recover as from a crash, and apply the log of all migrations.
  // Nothing creates further databases; without their templates, a copy has half of the files.
  await client.exec('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await client.exec(`drop database ${name}`);
  await client.exec('checkpoint');
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, Buffer.from(await dump.arrayBuffer())).catch(async (error: unknown) => {
    await rm(part, { force: true });
    throw error;
  });
  await rename(part, file);
  return file;
}

/**
 * Unpacks to a temporary folder and renames it, so that an interrupted start or a full disk leaves no partial
 * database.
 */
async function unpackDump(file: string, folder: string): Promise<void> {
  const part = `${folder}.new`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  await unpack({ file, cwd: part }).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true });
    throw error;
  });
  await rename(part, folder);
}
