import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
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
import { packFiles, type Remark } from './pack-files.ts';
import { checkPart, packPart, storePart, type Target } from './part.ts';
import { createRemarks } from './remarks.ts';
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
  const { storage, passphrase, log, now, onProgress, signal } = options;
  const given = options.config.dataDir;
  if (!existsSync(given)) throw new BackupError(`There is no panel in ${given}. Check DATA_DIR.`);
  // It may be a link, and links are not followed from here on.
  const config = { ...options.config, dataDir: await realpath(given) };
  refuseHalfRestored(config.dataDir);
  const work = path.join(config.dataDir, 'installation-work');
  const unlock = lockAlone(config.dataDir);
  let source: Source | null = null;
  const parts: Part[] = [];
  const remarks = createRemarks();
  let stands = false;
  const id = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;
  try {
    const listed = await readIndex(storage);
    await removeUnfinished(work, storage, listed);
    await mkdir(work, { recursive: true, mode: 0o700 });
    await writeFile(path.join(work, UNFINISHED), id);
    source = options.source ?? (await openSource(config, { work, log }));
    const { key, sealed } = await makeKey(passphrase);
    const to = { storage, id, key, work };
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
    for (const content of await contentsOf(config.dataDir, remarks.add)) {
      signal?.throwIfAborted();
      onProgress(content.folder || 'Keys and settings');
      const packed = await packContent(to, config.dataDir, content);
      remarks.addAll(content.folder, packed.remarks);
      parts.push(await storePart(to, packed.part));
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
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    const { stay, removed } = newestOf(options, [{ id, createdAt, size, checked: true }, ...listed]);
    // From here on it may be in the list, even if the storage does not say so.
    stands = true;
    await writeIndex(storage, stay);
    await writeFile(
      path.join(config.dataDir, LAST_FILE),
      JSON.stringify({ at: createdAt, place: storage.place, size }),
    );
    await removeOld(options, removed);
    return { manifest, removed };
  } catch (error) {
    if (!stands) await storage.removeFolder(id).catch(() => undefined);
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
async function packContent(
  to: Target,
  dataDir: string,
  { name, folder, skip, hosted }: Content,
): Promise<{ part: Part; remarks: Parameters<Remark>[] }> {
  const place = path.join(dataDir, folder);
  const live = async (): Promise<number> => (await stat(path.join(place, 'live')).catch(() => null))?.ino ?? 0;
  for (let attempt = 1; ; attempt++) {
    const before = await live();
    const remarks: Parameters<Remark>[] = [];
    const remark: Remark = (...one) => void remarks.push(one);
    const part = await packPart(to, { name, folder }, packFiles(place, { skip, hosted, remark }));
    if (before === (await live()) || attempt === ATTEMPTS) return { part, remarks };
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

function newestOf({ keep }: BackUpOptions, backups: readonly Listed[]): { stay: readonly Listed[]; removed: string[] } {
  const stay = keep === null ? backups : backups.slice(0, keep);
  return { stay, removed: backups.slice(stay.length).map(({ id }) => id) };
}

/** Their names are gone from the list already, so that an interrupted removal leaves none there that is not whole. */
async function removeOld({ storage, log }: BackUpOptions, removed: readonly string[]): Promise<void> {
  for (const id of removed)
    await storage
      .removeFolder(id)
      .catch((error: unknown) => log.warn({ err: error }, `The older backup ${id} could not be removed.`));
}
