import { chmodSync } from 'node:fs';
import type { FileModeReach, FileOutcome } from '../../../driver.ts';
import { withEntry } from '../own-files.ts';
import { below, closeFolder, entriesOf, MAX_DEPTH, openFolder, type Folder } from '../site-files.ts';

/** Sets permissions of one entry by its descriptor: it cannot be swapped for a link. */
function setOne(folder: Folder, name: Buffer | string, mode: number): FileOutcome {
  return withEntry(folder, name, (fd, stats) => {
    if (!stats.isFile() && !stats.isDirectory()) return 'other';
    chmodSync(`/proc/self/fd/${fd}`, mode);
    return 'done';
  });
}

/** Folders after what is in them: permissions that close a folder would close the way. */
function setBelow(
  folder: Folder,
  mode: number,
  reach: FileModeReach,
  isShared: Shared,
  at: string,
  depth: number,
): void {
  for (const { name, kind } of [...entriesOf(folder)]) {
    const path = `${at}/${name.toString('utf8')}`;
    if (isShared(path)) continue;
    const isFolder = kind === 'folder';
    if (isFolder && depth < MAX_DEPTH) {
      const inner = openFolder(below(folder, name));
      if (inner !== null)
        try {
          setBelow(inner, mode, reach, isShared, path, depth + 1);
        } finally {
          closeFolder(inner);
        }
    }
    if (isFolder ? reach !== 'files' : kind === 'file' && reach !== 'folders') setOne(folder, name, mode);
  }
}
type Shared = (path: string) => boolean;

/**
 * Sets the permissions of an entry or, with `reach`, of the files, the folders or both of a folder. Links stay as they are, and
 * what every site shares is left out.
 */
export function setMode(
  folder: Folder,
  name: string,
  { mode, reach, path }: { mode: number; reach: FileModeReach; path: string },
  isShared: Shared,
): FileOutcome {
  if (reach === 'one') return setOne(folder, name, mode);
  const inner = openFolder(below(folder, name));
  if (inner === null) return setOne(folder, name, mode);
  try {
    setBelow(inner, mode, reach, isShared, path, 1);
  } finally {
    closeFolder(inner);
  }
  return reach === 'files' ? 'done' : setOne(folder, name, mode);
}
