import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { lockFolder } from '../db/folder-lock.ts';
import { noteRestore, KEPT_FOLDER, RESTORE_FOLDER, RESTORE_NAMES, restoreState } from '../db/restore-marker.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { Storage } from '../storage/storage.ts';
import {
  BackupError,
  checkVersion,
  DATABASE_PART,
  isSigned,
  readIndex,
  readManifest,
  type Manifest,
  type Part,
} from './manifest.ts';
import { refuseMounts } from './mounts.ts';
import { LOST_AND_FOUND } from '../archive/pack-files.ts';
import { checkPart, readPart } from './part.ts';
import {
  checkRights,
  checkUnused,
  fillDatabase,
  hasTables,
  setAside,
  type DatabaseSettings,
} from './restore-database.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import { unpackRows } from './rows.repo.ts';
import { openKey, SealError } from './sealing.ts';
import { unpackFiles } from '../archive/unpack-files.ts';

export type RestoreOptions = {
  config: DatabaseSettings;
  storage: Storage;
  /** Which backup; null for the newest. */
  id: string | null;
  passphrase: string;
  /** What is there may be replaced. It is kept aside. */
  replace: boolean;
  log: Logger;
  now: Date;
  onProgress: (line: string) => void;
};

/** Parts that are read at once: one waits for the disk while another is decompressed. */
const AT_ONCE = 4;
const LOCK = 'panel.lock';

const isOfRestore = (name: string): boolean =>
  [LOCK, LOST_AND_FOUND].includes(name) ||
  RESTORE_NAMES.some((own) => (typeof own === 'string' ? own === name : own.test(name)));

/** What a data folder has; what a restore left there does not count. */
const contentOf = async (dataDir: string): Promise<string[]> =>
  (existsSync(dataDir) ? await readdir(dataDir) : []).filter((name) => !isOfRestore(name));

/**
 * Restores a whole installation. Everything is fetched, checked and unpacked beside what is there; only then it takes its
 * place, by renaming. Ended at any moment, either nothing has changed, or the panel refuses to start until the restore is
 * run again, which completes it.
 * @returns what was restored, the folder with what was there before, and files of sites that could not be made
 * @throws BackupError, DataFolderError
 */
export async function restore(
  options: RestoreOptions,
): Promise<{ manifest: Manifest; kept: string | null; remarks: string[] }> {
  const { config, storage, passphrase, onProgress, now } = options;
  const { dataDir, databaseUrl } = config;
  await refuseMounts(dataDir);
  const manifest = await readManifest(storage, options.id ?? (await newestOf(storage)));
  checkVersion(manifest);
  const key = await openKey(passphrase, manifest.sealed).catch((error: unknown) => {
    throw error instanceof SealError ? new BackupError('This backup was made with another passphrase.') : error;
  });
  if (!isSigned(manifest, key))
    throw new BackupError('The manifest of this backup was changed. Choose another backup.');
  const unlock = lockFolder(dataDir);
  try {
    const before = restoreState(dataDir);
    if (before === null) await checkReplaceable(options);
    if (databaseUrl !== undefined) await checkRights(databaseUrl);
    const work = path.join(dataDir, RESTORE_FOLDER);
    const made = path.join(work, 'new');
    await rm(work, { recursive: true, force: true });
    await mkdir(made, { recursive: true, mode: 0o700 });
    const from = { storage, id: manifest.id, key };
    const remarks = createRemarks();
    try {
      await unpackAll(options, manifest, { from, work, made, remarks });
      await toDisk(work);
      // One may have been started while everything was unpacked.
      if (databaseUrl !== undefined) await checkUnused(databaseUrl);
    } catch (error) {
      await rm(work, { recursive: true, force: true });
      throw error;
    }
    onProgress('Putting it in place');
    const kept = before?.kept ?? `${KEPT_FOLDER}${now.getTime()}`;
    await keepOld(dataDir, before ?? { step: 'keeping', kept });
    await noteRestore(dataDir, { step: 'placing', kept });
    if (databaseUrl !== undefined) await replaceTables(options, manifest, { from, work, kept });
    for (const name of await readdir(made)) {
      await rename(path.join(made, name), path.join(dataDir, name));
      onProgress(`In place: ${name}`);
    }
    await rm(work, { recursive: true, force: true });
    await noteRestore(dataDir, null);
    return { manifest, kept: existsSync(path.join(dataDir, kept)) ? kept : null, remarks: remarks.all() };
  } finally {
    unlock();
  }
}

/** Writes the file system of a folder to its disk at once: a flush of each file would take longer than all else. */
async function toDisk(folder: string): Promise<void> {
  const run = promisify(execFile);
  await run('sync', ['-f', folder]).catch(() => run('sync'));
}

async function newestOf(storage: Storage): Promise<string> {
  const [newest] = (await readIndex(storage)).backups;
  if (newest === undefined) throw new BackupError(`There is no backup in the ${storage.place}.`);
  return newest.id;
}

async function checkReplaceable({ config: { dataDir, databaseUrl }, replace }: RestoreOptions): Promise<void> {
  if (databaseUrl !== undefined) await checkUnused(databaseUrl);
  if (replace) return;
  const found = await contentOf(dataDir);
  if (found.length > 0)
    throw new BackupError(
      `${dataDir} is not empty. Set DATA_DIR to an empty folder, or add --replace: what is there is kept in a folder beside.`,
    );
  if (databaseUrl !== undefined && (await hasTables(databaseUrl)))
    throw new BackupError(
      'The database of DATABASE_URL has tables. Name an empty one, or add --replace: they are kept in schemas beside.',
    );
}

type Unpacking = {
  from: { storage: Storage; id: string; key: Buffer };
  work: string;
  made: string;
  remarks: Remarks;
};

/** Reads every part, so that a damaged one is found before anything is replaced. */
async function unpackAll(options: RestoreOptions, manifest: Manifest, to: Unpacking): Promise<void> {
  const { config, onProgress } = options;
  const rows = manifest.parts.find(({ name }) => name === DATABASE_PART);
  if (rows === undefined) throw new BackupError('This backup has no database. Choose another backup.');
  // Outer folders first: they come with the folder itself, and the inner ones are put into it.
  const depth = (folder: string): number => (folder === '' ? 0 : folder.split('/').length);
  const files = manifest.parts.filter((part) => part !== rows);
  for (const level of [0, 1, 2])
    await eachOf(
      files.filter(({ folder }) => Math.min(depth(folder), 2) === level),
      async (part) => {
        onProgress(part.folder || 'Keys and settings');
        const folder = path.join(to.made, part.folder);
        const remark = part.folder.startsWith('sites/') ? to.remarks.on(part.folder) : undefined;
        await readPart(to.from, part, (frames) => unpackFiles(frames, folder, remark));
      },
    );
  onProgress('Database');
  if (config.databaseUrl !== undefined) return checkPart(to.from, rows);
  const own = { ...config, dataDir: to.made };
  await fillDatabase(own, manifest, {
    ...{ work: to.work, log: options.log },
    fill: (tx) => readPart(to.from, rows, (frames) => unpackRows(tx, frames)),
  });
  await rm(path.join(to.made, LOCK), { force: true });
}

/** Some at once. After the first fault none begins, and it is thrown once the others have ended, so that none writes any more. */
async function eachOf(parts: readonly Part[], read: (part: Part) => Promise<void>): Promise<void> {
  const queue = [...parts];
  const faults: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift())
      await read(part).catch((error: unknown) => {
        faults.push(error);
        queue.length = 0;
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (faults.length > 0) throw faults[0];
}

/** Moves what is there aside. What an interrupted restore has put there already is removed. */
async function keepOld(dataDir: string, state: { step: 'keeping' | 'placing'; kept: string }): Promise<void> {
  const found = await contentOf(dataDir);
  if (state.step === 'placing') {
    for (const name of found) await rm(path.join(dataDir, name), { recursive: true, force: true });
    return;
  }
  await noteRestore(dataDir, state);
  if (found.length === 0) return;
  await mkdir(path.join(dataDir, state.kept), { recursive: true, mode: 0o700 });
  for (const name of found) await rename(path.join(dataDir, name), path.join(dataDir, state.kept, name));
}

/** A PostgreSQL of its own cannot be renamed with the folder: until it is filled, no panel starts here. */
async function replaceTables(
  { config, log }: RestoreOptions,
  manifest: Manifest,
  { from, work, kept }: Pick<Unpacking, 'from' | 'work'> & { kept: string },
): Promise<void> {
  const rows = manifest.parts.find(({ name }) => name === DATABASE_PART);
  if (rows === undefined || config.databaseUrl === undefined) return;
  await setAside(config.databaseUrl, kept.replaceAll('-', '_'));
  const fill = (tx: Parameters<typeof unpackRows>[0]) => readPart(from, rows, (frames) => unpackRows(tx, frames));
  await fillDatabase(config, manifest, { work, log, fill });
}
