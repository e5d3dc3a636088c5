import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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
  DATABASE_PART,
  manifestKey,
  readIndex,
  signed,
  writeIndex,
  type Listed,
  type Manifest,
  type Part,
} from './manifest.ts';
import { openSource, type Source } from './open-source.ts';
import { packFiles } from './pack-files.ts';
import { checkPart, writePart, type Target } from './part.ts';
import { migratedOf, packRows, type Migrated } from './rows.repo.ts';
import { makeKey } from './sealing.ts';

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
  /** Ends it between two parts. */
  signal?: AbortSignal;
  /** Older backups that stay, once this one is checked; null for all. */
  keep: number | null;
  log: Logger;
  now: Date;
  onProgress: (line: string) => void;
};

/** How often a site is packed again whose content was replaced meanwhile. */
const ATTEMPTS = 3;

/**
 * Makes a backup of a whole installation while its panel runs, or not; reads it back; and only then removes older ones.
 * The rows are of one moment, and the files of the moments after it.
 * @throws BackupError, DataFolderError
 */
export async function backUp(options: BackUpOptions): Promise<{ manifest: Manifest; removed: string[] }> {
  const { config, storage, passphrase, log, now, onProgress, signal } = options;
  refuseHalfRestored(config.dataDir);
  if (!existsSync(config.dataDir)) throw new BackupError(`There is no panel in ${config.dataDir}. Check DATA_DIR.`);
  const listed = await readIndex(storage);
  const work = path.join(config.dataDir, 'installation-work');
  const unlock = lockAlone(config.dataDir);
  let source: Source | null = null;
  const parts: Part[] = [];
  const id = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;
  try {
    await removeUnfinished(work, storage, listed);
    await mkdir(work, { recursive: true, mode: 0o700 });
    await writeFile(path.join(work, UNFINISHED), id);
    source = options.source ?? (await openSource(config, { work, log }));
    const { key, sealed } = await makeKey(passphrase);
    const to = { storage, id, key, work };
    let rows = 0;
    let migrated: Migrated = { count: 0, last: '' };
    onProgress('Database');
    await source.db.transaction(
      async (tx) => {
        migrated = await migratedOf(tx);
        const counted = (many: number) => void (rows += many);
        parts.push(await writePart(to, { name: DATABASE_PART, folder: '' }, packRows(tx, counted)));
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    for (const content of await contentsOf(config.dataDir)) {
      signal?.throwIfAborted();
      onProgress(content.folder || 'Keys and settings');
      parts.push(await writeContent(to, config.dataDir, content));
    }
    if (existsSync(path.join(config.dataDir, CLUSTER))) {
      onProgress(CLUSTER);
      parts.push(await writePart(to, { name: CLUSTER, folder: CLUSTER }, packCluster(config.dataDir)));
    }
    const createdAt = now.toISOString();
    const own = { id, createdAt, panel: panel.version, migrated, rows, parts, without: missingIn(config), sealed };
    const manifest = signed(own, key);
    await storage.put(manifestKey(id), { text: JSON.stringify(manifest, null, 2) });
    onProgress('Reading it back');
    for (const part of parts) {
      signal?.throwIfAborted();
      await checkPart(to, part);
    }
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const removed = await keepNewest(options, [{ id, createdAt, size, checked: true }, ...listed]);
    await writeFile(
      path.join(config.dataDir, LAST_FILE),
      JSON.stringify({ at: createdAt, place: storage.place, size }),
    );
    return { manifest, removed };
  } catch (error) {
    if ((await readIndex(storage).catch(() => [])).every((one) => one.id !== id))
      await storage.removeFolder(id).catch(() => undefined);
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
    await source?.close();
    unlock();
  }
}

/** Which backup is being made, for the next one, if the process is killed. */
const UNFINISHED = 'unfinished';

/** Removes what a killed process has stored of a backup, and its work. */
async function removeUnfinished(work: string, storage: Storage, listed: readonly Listed[]): Promise<void> {
  const id = (await readFile(path.join(work, UNFINISHED), 'utf8').catch(() => '')).trim();
  if (/^[\w-]+$/.test(id) && listed.every((one) => one.id !== id)) await storage.removeFolder(id);
  await rm(work, { recursive: true, force: true });
}

/** @throws BackupError while another backup is made */
function lockAlone(dataDir: string): () => void {
  try {
    return lockFile(path.join(dataDir, 'run-backup.lock'));
  } catch (error) {
    throw isLocked(error) ? new BackupError('Another backup is being made. Wait until it has ended.') : error;
  }
}

/** A site whose content is swapped meanwhile is packed again. */
async function writeContent(to: Target, dataDir: string, { name, folder, skip }: Content): Promise<Part> {
  const place = path.join(dataDir, folder);
  const live = async (): Promise<number> => (await stat(path.join(place, 'live')).catch(() => null))?.ino ?? 0;
  for (let attempt = 1; ; attempt++) {
    const before = await live();
    const part = await writePart(to, { name, folder }, packFiles(place, skip));
    if (before === (await live()) || attempt === ATTEMPTS) return part;
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

/** Names first, so that an interrupted removal leaves no backup in the list that is not whole. */
async function keepNewest({ storage, keep }: BackUpOptions, backups: readonly Listed[]): Promise<string[]> {
  const stay = keep === null ? backups : backups.slice(0, keep);
  const removed = backups.slice(stay.length).map(({ id }) => id);
  await writeIndex(storage, stay);
  for (const id of removed) await storage.removeFolder(id);
  return removed;
}
