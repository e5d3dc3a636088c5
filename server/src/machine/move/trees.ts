import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { workloadOf } from '../../hosting/index.ts';
import type { Skip } from '../../archive/pack-files.ts';

/** A folder that belongs to a workload, relative to the data folder. */
export type Tree = { name: string; folder: string };

/** In the folder of a site: what belongs to a process, to work that has not ended, or to a move. */
const OF_PROCESS = /^(?:work-|live\.(?:next-|previous)|(?:change|unclaimed)-|\.trash-|server-.*\.json$|fence$|tmp\/)/;
/** SQLite makes it anew from the log beside it. */
const OF_SQLITE = /\.(?:sqlite3?|db)-shm$/i;
export const isLeftOut: Skip = (name) => OF_PROCESS.test(name) || OF_SQLITE.test(name);

/**
 * What this machine has of a workload: its folder, those of its previews, and its backups where they are in the data folder.
 * @param ownBackups whether they are
 */
export async function treesOf(dataDir: string, id: string, ownBackups: boolean): Promise<Tree[]> {
  const names = await readdir(path.join(dataDir, 'sites')).catch(() => []);
  const hosted = names.filter((name) => workloadOf(name) === id).map((name) => ({ name, folder: `sites/${name}` }));
  const kept = ownBackups && (await lstat(path.join(dataDir, 'backups', id)).catch(() => null))?.isDirectory();
  return kept ? [...hosted, { name: `backups-${id}`, folder: `backups/${id}` }] : hosted;
}

/** Where a tree goes in the data folder; null for a name that is none of the workload's. */
export function folderOfTree(id: string, name: string): string | null {
  if (name === `backups-${id}`) return `backups/${id}`;
  return workloadOf(name) === id ? `sites/${name}` : null;
}

/** A file, folder or link of a tree. `size` is that of a file. */
export type Item = { name: string; kind: 'file' | 'folder' | 'link'; size: number; ctimeMs: number };

/** Whether a name comes before another one in the order of `itemsOf`: part by part, a folder before what it has. */
export function isBefore(one: string, other: string): boolean {
  const [parts, others] = [one.split('/'), other.split('/')];
  for (const [index, part] of parts.entries()) {
    const against = others[index];
    if (against === undefined) return false;
    if (part !== against) return part < against;
  }
  return parts.length < others.length;
}

/** All of a tree in which nothing runs any more, each folder before what it has, by name. */
export async function* itemsOf(root: string, skip: Skip = isLeftOut, below = ''): AsyncGenerator<Item> {
  for (const own of (await readdir(path.join(root, below))).toSorted()) {
    const name = path.posix.join(below, own);
    if (skip(name)) continue;
    const stats = await lstat(path.join(root, name));
    const kind = stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : stats.isFile() ? 'file' : null;
    if (kind === null) continue;
    yield { name, kind, size: kind === 'file' ? stats.size : 0, ctimeMs: stats.ctimeMs };
    if (kind === 'folder') yield* itemsOf(root, skip, name);
  }
}
