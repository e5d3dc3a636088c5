import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CLUSTER } from './app-cluster.ts';
import { BackupError } from './manifest.ts';
import { LOST_AND_FOUND, type Remark, type Skip } from '../archive/pack-files.ts';
import { RESTORE_NAMES } from '../db/restore-marker.ts';

/** A part of the data folder; `folder` is relative to it. Hosted code writes in it, or not. */
export type Content = { name: string; folder: string; skip: Skip; hosted: boolean };

/** Databases, which have parts of their own, and what a panel makes anew or needs for one run only. */
const LEFT_OUT = [
  ...[
    'db',
    /^db\.(?:moved|new)$/,
    /^postgres(?:\.\w+)?$/,
    CLUSTER,
    'panel.lock',
    // A copy of a machine's identity would be refused.
    /^machine(?:\.id)?$/,
    // Each is the lock of a process, which ends when the same process opens and closes the file.
    'processes',
    // Marks of what moves from this machine.
    'leaving',
    'run',
    'cache',
    'edge-cache',
    'runtime',
  ],
  ...[
    'backup-work',
    'account-export-work',
    'status-pages',
    'reports',
    'logs',
    'reserve.bin',
    /^reserve-part-/,
    /^fake-/,
  ],
  ...['installation-work', 'installation-backup.json', 'run-backup.lock', LOST_AND_FOUND, ...RESTORE_NAMES],
];
const isLeftOut = (name: string): boolean =>
  LEFT_OUT.some((pattern) => (typeof pattern === 'string' ? pattern === name : pattern.test(name)));

/** Folders with one folder for each site or application: a part for each, so that no part is large. */
const SPLIT = ['sites', 'backups'];
/** In the folder of a site: what belongs to a process or to work that has not ended. */
const OF_A_SITE = [
  /^tmp$/,
  /^work-/,
  /^live\.(?:next-|previous)/,
  /^(?:change|unclaimed)-/,
  /^\.trash-/,
  /^server-.*\.json$/,
];
const isOfProcess = (at: string): boolean => {
  const [first = ''] = at.split('/', 1);
  return OF_A_SITE.some((pattern) => pattern.test(first));
};
/** Of a disk that is mounted at a folder of the panel. */
const isOfDisk: Skip = (at) => at === LOST_AND_FOUND;
const PART_NAME = /^[\w-][\w.-]*$/;

/**
 * What a backup has of a data folder: everything but what is named above, so that nothing new is forgotten. The files that
 * lie in the folder itself are the first part.
 * @throws BackupError for links, which a backup would have without what they lead to
 */
export async function contentsOf(dataDir: string, remark: Remark): Promise<Content[]> {
  const found: Content[] = [];
  const add = (folder: string, skip: Skip) =>
    void found.push({
      name: folder === '' ? 'files' : `files-${folder.replaceAll('/', '-')}`,
      folder,
      skip,
      hosted: folder.startsWith('sites/'),
    });
  const entries = (await readdir(dataDir, { withFileTypes: true })).filter(({ name }) => !isLeftOut(name));
  refuse(dataDir, entries, (entry) => !entry.isFile() && !entry.isDirectory());
  const own = entries.filter(({ name }) => PART_NAME.test(name));
  for (const { name } of entries)
    if (!PART_NAME.test(name)) remark(name, 'it has a name that the panel gives nothing, and is left out');
  const files = new Set(own.filter((entry) => entry.isFile()).map(({ name }) => name));
  add('', (name) => !files.has(name));
  for (const { name } of own.filter((entry) => entry.isDirectory())) {
    if (!SPLIT.includes(name)) {
      add(name, isOfDisk);
      continue;
    }
    const inner = await readdir(path.join(dataDir, name), { withFileTypes: true });
    refuse(path.join(dataDir, name), inner, (one) => one.isSymbolicLink());
    const each = new Set(inner.filter((one) => one.isDirectory() && PART_NAME.test(one.name)).map((one) => one.name));
    // The folder itself, with its files.
    add(name, (at) => each.has(at) || isOfDisk(at) || /^\.(?:trash|arriving)-/.test(at));
    for (const folder of each) add(`${name}/${folder}`, (at) => name === 'sites' && isOfProcess(at));
  }
  return found;
}

function refuse(folder: string, entries: readonly Dirent[], isOdd: (entry: Dirent) => boolean): void {
  const odd = entries.filter(isOdd).map(({ name }) => name);
  if (odd.length > 0)
    throw new BackupError(
      `${odd.join(', ')} in ${folder} is a link, or no file or folder: the backup would not have what it leads to. Mount the folder there instead, or remove it.`,
    );
}
