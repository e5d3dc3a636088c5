import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { CLUSTER } from './app-cluster.ts';
import type { Skip } from './pack-files.ts';
import { RESTORE_NAMES } from '../db/restore-marker.ts';

/** A part of the data folder; `folder` is relative to it. */
export type Content = { name: string; folder: string; skip: Skip };

/** Databases, which have parts of their own, and what a panel makes anew or needs for one run only. */
const LEFT_OUT = [
  ...[
    'db',
    /^db\.(?:moved|new)$/,
    /^postgres(?:\.\w+)?$/,
    CLUSTER,
    'panel.lock',
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
  ...['installation-work', 'installation-backup.json', 'run-backup.lock', ...RESTORE_NAMES],
];
const isLeftOut = (name: string): boolean =>
  LEFT_OUT.some((pattern) => (typeof pattern === 'string' ? pattern === name : pattern.test(name)));

/** Folders with one folder for each site or application: a part for each, so that no part is large. */
const SPLIT = ['sites', 'backups'];
/** In the folder of a site: what belongs to a process or to work that has not ended. */
const OF_A_SITE = /^(?:tmp|work-[^/]*|live\.(?:next-[^/]*|previous[^/]*)|\.trash-[^/]*|server-[^/]*\.json)(?:\/|$)/;
const PART_NAME = /^[\w-][\w.-]*$/;

/**
 * What a backup has of a data folder: everything but what is named above, so that nothing new is forgotten. The files that
 * lie in the folder itself are the first part.
 */
export async function contentsOf(dataDir: string): Promise<Content[]> {
  const found: Content[] = [];
  const add = (folder: string, skip: Skip = () => false) =>
    void found.push({ name: folder === '' ? 'files' : `files-${folder.replaceAll('/', '-')}`, folder, skip });
  const entries = await readdir(dataDir, { withFileTypes: true });
  const own = entries.filter(({ name }) => !isLeftOut(name) && PART_NAME.test(name));
  const files = new Set(own.filter((entry) => entry.isFile()).map(({ name }) => name));
  add('', (name) => !files.has(name));
  for (const { name } of own.filter((entry) => entry.isDirectory())) {
    if (!SPLIT.includes(name)) {
      add(name);
      continue;
    }
    const inner = await readdir(path.join(dataDir, name), { withFileTypes: true });
    const each = new Set(inner.filter((one) => one.isDirectory() && PART_NAME.test(one.name)).map((one) => one.name));
    // The folder itself, with its files.
    add(name, (at) => each.has(at) || at.startsWith('.trash-'));
    for (const folder of each) add(`${name}/${folder}`, (at) => name === 'sites' && OF_A_SITE.test(at));
  }
  return found;
}
