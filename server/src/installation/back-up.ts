import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import panel from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { refuseHalfRestored } from '../db/restore-marker.ts';
import { isLocked, lockFile } from '../lib/file-lock.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import type { Storage } from '../storage/storage.ts';
import { CLUSTER, packCluster } from './app-cluster.ts';
import { contentsOf, type Content } from './contents.ts';
import { LAST_FILE } from './last-backup.ts';
import {
  BackupError,
  BackupRunning,
  DATABASE_PART,
  manifestKey,
  readIndex,
  signed,
  writeIndex,
  type Index,
  type Listed,
  type Manifest,
  type Part,
} from './manifest.ts';
import { openSource, type Source } from './open-source.ts';
import { packFiles } from '../archive/pack-files.ts';
import { checkPart, packPart, storePart, type Target } from './part.ts';
import { createRemarks, type Remarks } from './remarks.ts';
import { migratedOf, packRows, type Migrated } from './rows.repo.ts';
import { makeKey } from './sealing.ts';
import { UNFINISHED, unfinishedIn, workOf } from './unfinished.ts';

type Settings = Pick<
  Config,
  'databaseUrl' | 'dataDir' | 'cacheDir' | 'appsDatabaseUrl' | 'sitesDatabaseUrl' | 'releasesS3' | 'secretKey'
>;

export type BackUpOptions = {
  config: Settings;
  storage: Storage;
  passphrase: string;
  /** The database, where this process has it open already. */
  source?: Source;
  /** Ends it. */
  signal?: AbortSignal;
  /** Older backups that stay, once this one is checked; null for all. */
  keep: number | null;
  log: Logger;
  now: Date;
  onProgress: (line: string) => void;
};

/** How often a site is packed again whose content was replaced meanwhile. */
const ATTEMPTS = 3;

/** An older backup that the storage did not remove, and why. */
export type Left = { id: string; why: string };
export type Made = { manifest: Manifest; removed: string[]; left: Left[] };

/**
 * Makes a backup of a whole installation while its panel runs, or not; reads it back; and only then removes older ones.
 * The rows are of one moment, and the files of the moments after it.
 * @throws BackupError, DataFolderError
 */
export async function backUp(options: BackUpOptions): Promise<Made> {
  const { storage, now } = options;
  const given = options.config.dataDir;
  if (!existsSync(given)) throw new BackupError(`There is no panel in ${given}. Check DATA_DIR.`);
  // It may be a link, and links are not followed from here on.
  const config = { ...options.config, dataDir: await realpath(given) };
  refuseHalfRestored(config.dataDir);
  const work = workOf(config.dataDir);
  const unlock = lockAlone(config.dataDir);
  try {
    const before = await readIndex(storage);
    const unfinished = await removeUnfinished(work, options, before.backups);
    const id = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;
    await mkdir(work, { recursive: true, mode: 0o700 });
    await writeFile(path.join(work, UNFINISHED), [...unfinished, id].join('\n'));
    const { manifest, size, index } = await makeNoted({ ...options, config }, { work, id, before, unfinished });
    const last = { at: manifest.createdAt, place: storage.place, size };
    await writeFile(path.join(config.dataDir, LAST_FILE), JSON.stringify(last));
    return { manifest, ...(await removeOld(options, index)) };
  } finally {
    unlock();
  }
}

type Noted = { work: string; id: string; before: Index; unfinished: readonly string[] };
type Stored = { manifest: Manifest; size: number };

/**
 * Makes a backup whose name is noted, stores and lists it. The note goes once the index knows everything, or the storage has
 * nothing of it; otherwise it stays, and the next backup removes what is there.
 */
async function makeNoted(
  options: BackUpOptions,
  { work, id, before, unfinished }: Noted,
): Promise<Stored & { index: Index }> {
  const { storage, now, keep } = options;
  let stands = false;
  let isLeft = true;
  try {
    const { manifest, size } = await makeParts(options, work, id);
    const { panel: version, remarks } = manifest;
    const one = { id, createdAt: now.toISOString(), size, panel: version, remarks: remarks.length };
    const all = [one, ...before.backups];
    const stay = keep === null ? all : all.slice(0, keep);
    // From here on it may be in the list, even if the storage does not say so.
    stands = true;
    // Older names are gone from the list before their content, so that an interrupted removal leaves none there that is not whole.
    const old = all.slice(stay.length).map((older) => older.id);
    const index = { backups: stay, removing: [...new Set([...before.removing, ...unfinished, ...old])] };
    await writeIndex(storage, index);
    isLeft = false;
    return { manifest, size, index };
  } catch (error) {
    if (!stands)
      isLeft = await storage.removeFolder(id).then(
        () => unfinished.length > 0,
        () => true,
      );
    throw error;
  } finally {
    await (isLeft ? clean(work) : rm(work, { recursive: true, force: true }));
  }
}

/** Packs and stores every part and the manifest, and reads all of it back. */
async function makeParts(options: BackUpOptions, work: string, id: string): Promise<Stored> {
  const { config, storage, passphrase, log, now, onProgress, signal } = options;
  const parts: Part[] = [];
  const remarks = createRemarks();
  const source = options.source ?? (await openSource(config, { work, log }));
  try {
    const { key, sealed } = await makeKey(passphrase);
    const to = { storage, id, key, work, signal };
    let rows = 0;
    let migrated: Migrated = { count: 0, last: '' };
    onProgress('Database');
    const database = await source.db.transaction(
      async (tx) => {
        migrated = await migratedOf(tx);
        const counted = (many: number) => void (rows += many);
        return packPart(to, { name: DATABASE_PART, folder: '' }, packRows(tx, counted));
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    // Its storage may be slow, and a transaction that waits for it keeps every row that is removed.
    parts.push(await storePart(to, database));
    for (const content of await contentsOf(config.dataDir, remarks.on(''))) {
      signal?.throwIfAborted();
      onProgress(content.folder || 'Keys and settings');
      parts.push(await storePart(to, await packContent(to, config.dataDir, content, remarks)));
    }
    if (existsSync(path.join(config.dataDir, CLUSTER))) {
      onProgress(CLUSTER);
      const part = await packPart(to, { name: CLUSTER, folder: CLUSTER }, packCluster(config.dataDir));
      parts.push(await storePart(to, part));
    }
    const createdAt = now.toISOString();
    const without = missingIn(config);
    const own = { id, createdAt, panel: panel.version, migrated, rows, parts, without, remarks: remarks.all(), sealed };
    const manifest = signed(own, key);
    await storage.put(manifestKey(id), { text: JSON.stringify(manifest, null, 2) });
    onProgress('Reading it back');
    for (const part of parts) {
      signal?.throwIfAborted();
      await checkPart(to, part);
    }
    return { manifest, size: parts.reduce((sum, part) => sum + part.size, 0) };
  } finally {
    await source.close();
  }
}

/** Removes all of the work but the names of what may be at the storage. */
async function clean(work: string): Promise<void> {
  for (const name of await readdir(work).catch(() => []))
    if (name !== UNFINISHED) await rm(path.join(work, name), { recursive: true, force: true });
}

/**
 * Removes what the storage has of backups that did not end, and their work. A storage that removes nothing prevents no backup.
 * @returns those that are still there
 */
async function removeUnfinished(
  work: string,
  { storage, log }: BackUpOptions,
  listed: readonly Listed[],
): Promise<string[]> {
  await clean(work);
  const left: string[] = [];
  for (const id of await unfinishedIn(work))
    if (listed.every((one) => one.id !== id))
      await storage.removeFolder(id).catch((error: unknown) => {
        log.warn({ err: error }, `The unfinished backup ${id} could not be removed.`);
        left.push(id);
      });
  return left;
}

/** @throws BackupError while another backup is made */
function lockAlone(dataDir: string): () => void {
  try {
    return lockFile(path.join(dataDir, 'run-backup.lock'));
  } catch (error) {
    throw isLocked(error) ? new BackupRunning('Another backup is being made. Wait until it has ended.') : error;
  }
}

/** A site whose content is swapped meanwhile is packed again. */
async function packContent(
  to: Target,
  dataDir: string,
  { name, folder, skip, hosted }: Content,
  remarks: Remarks,
): Promise<Part> {
  const place = path.join(dataDir, folder);
  const live = async (): Promise<number> => (await stat(path.join(place, 'live')).catch(() => null))?.ino ?? 0;
  const remark = remarks.on(folder);
  for (let attempt = 1; ; attempt++) {
    const before = await live();
    const part = await packPart(to, { name, folder }, packFiles(place, { skip, hosted, remark }));
    if (before === (await live())) return part;
    if (attempt === ATTEMPTS) {
      remark('live', 'it was replaced all the time, and may not be of one moment');
      return part;
    }
    remarks.forget(folder);
  }
}

/** What belongs to the installation and is kept elsewhere: it needs a backup of its own. */
function missingIn({ appsDatabaseUrl, sitesDatabaseUrl, releasesS3, secretKey }: Settings): string[] {
  return [
    ...(sitesDatabaseUrl ? ['the databases of sites on SITES_DATABASE_URL'] : []),
    ...(appsDatabaseUrl ? ['the databases of applications on APPS_DATABASE_URL'] : []),
    ...(releasesS3 ? ['the releases in RELEASES_S3'] : []),
    ...(secretKey ? ['the key in SECRET_KEY'] : []),
  ];
}

/**
 * Removes what is no longer listed, and what could not be removed before. What the storage does not remove now stays noted in
 * the index, for the next backup.
 */
async function removeOld(
  { storage, log }: BackUpOptions,
  { backups, removing }: Index,
): Promise<Pick<Made, 'removed' | 'left'>> {
  const removed: string[] = [];
  const left: Left[] = [];
  for (const id of removing)
    await storage.removeFolder(id).then(
      () => void removed.push(id),
      (error: unknown) => {
        log.warn({ err: error }, `The older backup ${id} could not be removed.`);
        left.push({ id, why: error instanceof Error ? error.message : String(error) });
      },
    );
  // One that is noted and gone already is removed again, which succeeds.
  if (removed.length > 0)
    await writeIndex(storage, { backups, removing: left.map(({ id }) => id) }).catch((error: unknown) =>
      log.warn({ err: error }, 'The list of backups still names older ones that were removed.'),
    );
  return { removed, left };
}
