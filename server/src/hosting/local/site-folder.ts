import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteKind, SiteSpec } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { ServerRecord } from '../process/leftovers.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { exists } from '../runtime/wordpress-source.ts';

/** What the driver remembers about a site, in `site.json`; never a password. */
export type SiteRecord = Pick<SiteSpec, 'siteId' | 'kind' | 'fqdn' | 'url' | 'title' | 'adminUser' | 'adminEmail'>;

/** Paths of one site. Everything the site's own code may touch is in `live` and `tmp`. */
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
const PREVIOUS = 'live.previous';
const NEXT = 'live.next-';
const WORK = 'work-';
const SERVER = 'server-';
const TRASH = '.trash-';

/** The folder of a site; refuses an id that is not a plain name, so that none can lead elsewhere. */
export function siteFolder(dataDir: string, siteId: string): SiteFolder {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(siteId)) {
    throw new HostingError('INVALID_SITE_ID', 'This site cannot be hosted because its id is not valid. Contact support.', { retryable: false });
  }
  const root = path.join(dataDir, 'sites', siteId);
  const live = path.join(root, 'live');
  return {
    ...{ siteId, root, live, publicDir: path.join(live, 'public') },
    database: path.join(live, 'data', DATABASE),
    config: path.join(live, 'wp-config.php'),
    recordFile: path.join(root, 'site.json'),
    serverFile: path.join(root, `${SERVER}${process.pid}.json`),
    mount: { siteId, live, tmp: path.join(root, 'tmp') },
  };
}

/** Writes a file so that a reader sees the old text or the new, never a part. */
export async function writeAtomic(file: string, text: string, mode = 0o644): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, text, { mode, flush: true });
  await rename(temporary, file);
}

export async function writeRecord(folder: SiteFolder, spec: SiteRecord): Promise<void> {
  const { siteId, kind, fqdn, url, title, adminUser, adminEmail } = spec;
  await mkdir(folder.mount.tmp, { recursive: true });
  await writeAtomic(folder.recordFile, `${JSON.stringify({ siteId, kind, fqdn, url, title, adminUser, adminEmail }, null, 2)}\n`, 0o600);
}

/** The record of a site; throws SITE_NOT_FOUND when there is none. */
export async function readRecord(folder: SiteFolder): Promise<SiteRecord> {
  const record = await readJson<SiteRecord>(folder.recordFile);
  if (record === null) throw new HostingError('SITE_NOT_FOUND', 'This site is not on this server. Reload the page; if it is still listed, contact support.', { retryable: false });
  return record;
}

/** The kind of a site, null when there is none. */
export async function kindOf(folder: SiteFolder): Promise<SiteKind | null> {
  return (await readJson<SiteRecord>(folder.recordFile))?.kind ?? null;
}

/** Reads a file of ours; an absent or broken one counts as none. */
export async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** A new empty folder beside `live`, of the same file system so that it can be renamed into place. */
export async function workFolder(folder: SiteFolder): Promise<string> {
  const work = path.join(folder.root, `${WORK}${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(work, { recursive: true });
  return work;
}

/**
 * Removes a folder. A copy that a killed panel started may still be writing into it for a moment, so what is not empty is
 * tried again, for 11 s in all.
 */
const clear = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

/** Where this process leaves a finished folder before it becomes `live`. */
const ownNext = (folder: SiteFolder): string => path.join(folder.root, `${NEXT}${process.pid}`);

/** Puts a finished folder in the place of `live`; `recover` completes it after a crash at any point. */
export async function swapLive(folder: SiteFolder, work: string): Promise<void> {
  await rename(work, ownNext(folder));
  await recover(folder);
}

/**
 * Finishes an interrupted swap and removes what interrupted work left. Several panel processes may look after one folder:
 * a swap belongs to the process whose id its name carries, and one whose process is gone to the first that takes it.
 */
export async function recover(folder: SiteFolder): Promise<void> {
  const previous = path.join(folder.root, PREVIOUS);
  for (const name of await list(folder.root)) {
    if (!name.startsWith(NEXT) || !isOurs(name, NEXT) || !(await takeOver(folder, name))) continue;
    await clear(previous);
    if (await exists(folder.live)) await rename(folder.live, previous);
    await rename(ownNext(folder), folder.live);
  }
  await clear(previous);
  for (const name of await list(folder.root)) {
    if (name.startsWith(WORK) && isOurs(name, WORK)) await clear(path.join(folder.root, name));
  }
}

/** Makes a swap this process's own; false when another process was faster. */
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

/** Takes the folder away in one step, then deletes it. */
export async function removeFolder(folder: SiteFolder): Promise<void> {
  const trash = path.join(path.dirname(folder.root), `${TRASH}${folder.siteId}-${randomBytes(6).toString('hex')}`);
  if (!(await exists(folder.root))) return;
  await rename(folder.root, trash);
  await clear(trash);
}

/** At the start of the panel: every site's server record, with unfinished deletions and swaps completed. */
export async function sweep(dataDir: string): Promise<ServerRecord[]> {
  const records: ServerRecord[] = [];
  for (const name of await list(path.join(dataDir, 'sites'))) {
    if (name.startsWith('.')) {
      await clear(path.join(dataDir, 'sites', name));
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

/** Whether a name carries this process's id or that of one that is gone: another panel process's work is not touched. */
function isOurs(name: string, prefix: string): boolean {
  const pid = Number.parseInt(name.slice(prefix.length), 10);
  if (!Number.isInteger(pid) || pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
