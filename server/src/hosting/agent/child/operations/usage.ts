import { fstatSync } from 'node:fs';
import type { Outputs } from '../../protocol.ts';
import { codeOf } from '../refused.ts';
import { below, closeFolder, enterFolder, entriesOf, sizeOf } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

const MAX_ENTRIES = 2_000_000;
/** Maximum characters of pending names: hosted code decides how many there are. */
const MAX_WAITING = 16 * 1024 * 1024;
/** Overhead of a pending name besides its characters. */
const NAME_COST = 32;
/** How often a walk restarts after a folder was moved during it. */
const WALKS = 3;
const GONE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** A folder on the way from the root, with the subfolders that are not counted yet. */
type Level = { id: string; folders: string[] };

/**
 * Counts files and folders, and the sizes of files; a link counts as itself. `complete` is false when there is more
 * than can be counted, or a folder that this user cannot read.
 */
export function usage(root: Folder): Outputs['usage'] {
  for (let walks = 1; ; walks += 1) {
    const { moved, ...total } = walk(root);
    if (!moved) return total;
    if (walks === WALKS) return { ...total, complete: false };
  }
}

/** Walks with a single descriptor, so that no depth is too deep; going up must lead back to the same folder. */
function walk(root: Folder): Outputs['usage'] & { moved: boolean } {
  const total = { bytes: 0, files: 0, complete: true, moved: false };
  let waiting = 0;
  const count = (folder: Folder): string[] => {
    const folders: string[] = [];
    try {
      for (const { name, kind } of entriesOf(folder)) {
        if (total.files >= MAX_ENTRIES) break;
        total.files += 1;
        if (kind !== 'folder') total.bytes += sizeOf(folder, name);
        else if (waiting >= MAX_WAITING) total.complete = false;
        else {
          folders.push(name.toString('latin1'));
          waiting += name.length + NAME_COST;
        }
      }
    } catch {
      total.complete = false;
    }
    return folders;
  };
  const enter = (parent: Folder, name: Buffer | string): Folder | null => {
    try {
      return enterFolder(below(parent, name));
    } catch (error) {
      if (!GONE.has(codeOf(error))) total.complete = false;
      return null;
    }
  };

  const levels: Level[] = [{ id: idOf(root), folders: count(root) }];
  let current = root;
  const go = (to: Folder): void => {
    if (current !== root) closeFolder(current);
    current = to;
  };
  try {
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      if (total.files >= MAX_ENTRIES) return { ...total, complete: false };
      const name = level.folders.pop();
      if (name === undefined) {
        levels.pop();
        const parent = levels.at(-1);
        if (parent === undefined) break;
        const up = enter(current, '..');
        if (up !== null) go(up);
        if (up === null || idOf(up) !== parent.id) return { ...total, moved: true };
        continue;
      }
      waiting -= name.length + NAME_COST;
      const next = enter(current, Buffer.from(name, 'latin1'));
      if (next === null) continue;
      const folders = count(next);
      if (folders.length === 0) closeFolder(next);
      else {
        levels.push({ id: idOf(next), folders });
        go(next);
      }
    }
  } finally {
    if (current !== root) closeFolder(current);
  }
  return total;
}

function idOf({ fd }: Folder): string {
  const { dev, ino } = fstatSync(fd, { bigint: true });
  return `${dev}:${ino}`;
}
