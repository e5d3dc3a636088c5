import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Progress, SiteSpec } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import { isProbeInUse } from '../process/probe.ts';
import { PROCESS_NAME } from '../../kernel/process-name.ts';
import type { ServerRecord } from '../process/leftovers.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { removeMarks } from './change-mark.ts';
import { isOurs, list, readJson, removeUnfinished, writeAtomic } from './panel-files.ts';
import { removeUnfinishedBuilds } from './releases.ts';
import { countTree, removeTree } from './remove-tree.ts';
import { removeTemporaryFiles } from './temporary-files.ts';

/** The driver's record of a site, in `site.json`; never a password. */
export type SiteRecord = Pick<SiteSpec, 'siteId' | 'kind' | 'fqdn' | 'url' | 'title' | 'adminUser' | 'adminEmail'> & {
  /** The version of the shared WordPress; missing when the site has its own files. */
  core?: string | undefined;
  /** The release series of its PHP, e.g. `8.3`; missing for sites from before there was a choice. */
  php?: string | undefined;
  /** Whether its owner wants its address replaced in tables without its prefix, too; missing for no. */
  otherTables?: boolean | undefined;
};

/** The versions that a site's content needs. They change together with it. */
export type ContentVersions = Pick<SiteRecord, 'core' | 'php'>;

/**
 * The record while the content is replaced: its versions apply as soon as the folder `inode` is `live`. `name` is that of
 * the swap, with the process that does it.
 */
type StoredRecord = SiteRecord & { next?: ContentVersions & { inode: number; name: string } };

/** Paths of one site. The site's own code can reach only `live` and `tmp`. */
export type SiteFolder = {
  siteId: string;
  root: string;
  live: string;
  publicDir: string;
  database: string;
  config: string;
  recordFile: string;
  serverFile: string;
  mount: SiteMount;
};

export const DATABASE = 'wordpress.sqlite';
/** Path of the database below `live`, for the site agent. */
export const DATABASE_FILE = `data/${DATABASE}`;
const PREVIOUS = 'live.previous';
const NEXT = 'live.next-';
const WORK = 'work-';
const SERVER = 'server-';
const TRASH = '.trash-';
/** Files of sites that are on their way from another machine. */
export const ARRIVING = '.arriving-';

/** The folder of a site; rejects an id that is not a plain name, so that it can't lead elsewhere. */
export function siteFolder(dataDir: string, siteId: string): SiteFolder {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(siteId)) {
    throw new HostingError(
      'INVALID_SITE_ID',
      'This site cannot be hosted because its id is not valid. Contact support.',
      { retryable: false },
    );
  }
  const root = path.join(dataDir, 'sites', siteId);
  const live = path.join(root, 'live');
  return {
    ...{ siteId, root, live, publicDir: path.join(live, 'public') },
    database: path.join(live, 'data', DATABASE),
    config: path.join(live, 'wp-config.php'),
    recordFile: path.join(root, 'site.json'),
    serverFile: path.join(root, `${SERVER}${PROCESS_NAME}.json`),
    mount: { siteId, live, tmp: path.join(root, 'tmp') },
  };
}

export async function writeRecord(folder: SiteFolder, spec: SiteRecord): Promise<void> {
  const { siteId, kind, fqdn, url, title, adminUser, adminEmail, core, php, otherTables } = spec;
  await mkdir(folder.mount.tmp, { recursive: true });
  await storeRecord(folder, { siteId, kind, fqdn, url, title, adminUser, adminEmail, core, php, otherTables });
}

const storeRecord = (folder: SiteFolder, record: StoredRecord): Promise<void> =>
  writeAtomic(folder.recordFile, `${JSON.stringify(record, null, 2)}\n`, 0o600);

/**
 * The record of a site.
 * @throws SITE_NOT_FOUND when there is none
 */
export async function readRecord(folder: SiteFolder): Promise<SiteRecord> {
  const record = await readJson<StoredRecord>(folder.recordFile);
  if (record === null)
    throw new HostingError(
      'SITE_NOT_FOUND',
      'This site is not on this server. Reload the page; if it is still listed, contact support.',
      { retryable: false },
    );
  const { next, ...before } = record;
  if (next === undefined) return before;
  const live = await lstat(folder.live).catch(() => null);
  return live?.ino === next.inode ? { ...before, core: next.core, php: next.php } : before;
}

/** The release series of PHP that a site's record names. */
export const recordedPhp = async (folder: SiteFolder): Promise<string | undefined> =>
  (await readRecord(folder).catch(() => null))?.php;

/** A new empty folder beside `live`, on the same file system, so that it can be renamed into place. */
async function workFolder(folder: SiteFolder): Promise<string> {
  const work = path.join(folder.root, `${WORK}${PROCESS_NAME}-${randomBytes(6).toString('hex')}`);
  await mkdir(work, { recursive: true });
  return work;
}

/** Lends a new work folder, which is removed afterwards unless it became `live`. */
export async function withWorkFolder<T>(folder: SiteFolder, use: (work: string) => Promise<T>): Promise<T> {
  const work = await workFolder(folder);
  try {
    return await use(work);
  } finally {
    if (await exists(work)) await removeTree(work);
  }
}

/** Where this process puts a finished folder before it becomes `live`. */
const ownNext = (folder: SiteFolder): string => path.join(folder.root, `${NEXT}${PROCESS_NAME}`);

/**
 * Replaces `live` with a finished folder; `recover` completes it after a crash at any point. `versions` take effect with
 * the same rename as the content: no moment combines the new ones with the old content, or the other way round.
 */
export async function swapLive(folder: SiteFolder, work: string, versions?: ContentVersions): Promise<void> {
  if (versions) {
    const { ino: inode } = await lstat(work);
    const next = { ...versions, inode, name: path.basename(ownNext(folder)) };
    await storeRecord(folder, { ...(await readRecord(folder)), next });
  }
  await rename(work, ownNext(folder));
  await recover(folder);
}

/** Ends the record of a swap that is complete, or that never began. */
async function settleRecord(folder: SiteFolder): Promise<void> {
  const next = (await readJson<StoredRecord>(folder.recordFile))?.next;
  if (next && isOurs(next.name, NEXT)) await storeRecord(folder, await readRecord(folder));
}

/**
 * Finishes an interrupted swap and removes leftovers. Several panel processes can share a folder: a swap belongs to
 * the process in its name, or, once that process has ended, to the first that claims it.
 */
export async function recover(folder: SiteFolder): Promise<void> {
  const previous = path.join(folder.root, PREVIOUS);
  for (const name of await list(folder.root)) {
    if (!name.startsWith(NEXT) || !isOurs(name, NEXT) || !(await takeOver(folder, name))) continue;
    await removeTree(previous);
    if (await exists(folder.live)) await rename(folder.live, previous);
    await rename(ownNext(folder), folder.live);
  }
  await settleRecord(folder);
  if (await exists(previous)) await removeTree(previous);
  for (const name of await list(folder.root)) {
    if (name.startsWith(WORK) && isOurs(name, WORK)) await removeTree(path.join(folder.root, name));
  }
  await removeUnfinishedBuilds(folder);
  await removeUnfinished(folder.root);
  await removeMarks(folder);
  await removeTemporaryFiles(folder);
}

/** Whether a file of a site's folder is content that is to become `live`, or was it until a moment ago. */
export const isUnfinishedSwap = (name: string): boolean => name.startsWith(NEXT) || name === PREVIOUS;

/** Claims a swap for this process; false when another was faster. */
async function takeOver(folder: SiteFolder, name: string): Promise<boolean> {
  const found = path.join(folder.root, name);
  if (found === ownNext(folder)) return exists(found);
  try {
    await rename(found, ownNext(folder));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Moves the folder out of the way with one rename, then deletes it and reports how many files are gone. */
export async function removeFolder(folder: SiteFolder, progress?: Progress['progress']): Promise<void> {
  const trash = path.join(path.dirname(folder.root), `${TRASH}${folder.siteId}-${randomBytes(6).toString('hex')}`);
  if (!(await exists(folder.root))) return;
  await rename(folder.root, trash);
  if (!progress) return removeTree(trash);
  const total = await countTree(trash);
  await removeTree(trash, (done) => progress({ done, ...(total && { total }), unit: 'files' }));
}

const ARRIVING_MS = 24 * 3_600_000;
/** What another machine is sending, which a restart of this one does not end; none takes a day. */
async function isArriving(dataDir: string, name: string): Promise<boolean> {
  if (!name.startsWith(ARRIVING)) return false;
  const found = await lstat(path.join(dataDir, 'sites', name)).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < ARRIVING_MS;
}

/** Runs when the panel starts: returns every site's server record, and completes unfinished deletions and swaps. */
export async function sweep(dataDir: string): Promise<ServerRecord[]> {
  const records: ServerRecord[] = [];
  for (const name of await list(path.join(dataDir, 'sites'))) {
    if (name.startsWith('.')) {
      if (!isProbeInUse(name) && !(await isArriving(dataDir, name)))
        await removeTree(path.join(dataDir, 'sites', name));
      continue;
    }
    const folder = siteFolder(dataDir, name);
    for (const file of await list(folder.root)) {
      if (!file.startsWith(SERVER) || !isOurs(file, SERVER)) continue;
      const record = await readJson<ServerRecord>(path.join(folder.root, file));
      if (record !== null) records.push(record);
      await rm(path.join(folder.root, file), { force: true });
    }
    await recover(folder);
  }
  return records;
}
