import { lstatSync, type Stats } from 'node:fs';
import type { FolderSort } from '../../../ports/file-access.ts';
import type { Inputs, Outputs } from '../../protocol.ts';
import { partsOf } from '../own-files.ts';
import { below, closeFolder, entriesOf, openFolderOf, type Folder, type Found } from '../site-files.ts';

/** Entries that are read of one folder; of a larger one, the rest is not shown. */
const MAX_ENTRIES = 100_000;

type Page = NonNullable<Outputs['folderPage']>;
type Listed = Found & { stats?: Stats | undefined };

/** What an entry is itself: no link is followed. */
export const kindOf = (stats: Stats): Page['entries'][number]['kind'] => {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
};

/** Folders first, whatever the order: then by what is asked for, and by name. */
function comparing({ by, descending }: FolderSort): (one: Listed, other: Listed) => number {
  const sign = descending ? -1 : 1;
  const of = ({ stats }: Listed): number => (by === 'size' ? stats?.size : stats?.mtimeMs) ?? 0;
  return (one, other) => {
    const folders = Number(other.kind === 'folder') - Number(one.kind === 'folder');
    if (folders !== 0) return folders;
    const value = by === 'name' ? 0 : of(one) - of(other);
    return sign * (value || Buffer.compare(one.name, other.name));
  };
}

const DOT = 0x2e;

/** A part of a folder's entries. Every entry is what it is itself: no link is followed. */
export function folderPage(
  root: Folder,
  { folder: path, from, count, sort, hidden, kind: only }: Inputs['folderPage'],
): Outputs['folderPage'] {
  const parts = partsOf(path);
  // The path of a name inside the folder leads to the folder itself.
  const folder = parts === null ? null : openFolderOf(root, [...parts, '']);
  if (folder === null) return null;
  try {
    const found: Listed[] = [];
    let complete = true;
    const look = (name: Buffer): Stats | undefined => lstatSync(below(folder, name), { throwIfNoEntry: false });
    for (const entry of entriesOf(folder)) {
      if (!hidden && entry.name[0] === DOT) continue;
      if (only === 'folder' && entry.kind !== 'folder') continue;
      if (found.length === MAX_ENTRIES) {
        complete = false;
        break;
      }
      found.push(sort.by === 'name' ? entry : { ...entry, stats: look(entry.name) });
    }
    const shown = found.sort(comparing(sort)).slice(from, from + count);
    const entries = shown.flatMap(({ name, stats = look(name) }) => {
      if (!stats) return [];
      const text = name.toString('utf8');
      const exact = Buffer.from(text).equals(name);
      const { size, mtimeMs, mode } = stats;
      return [{ name: text, exact, kind: kindOf(stats), size, modified: Math.round(mtimeMs), mode: mode & 0o777 }];
    });
    return { entries, total: found.length, complete };
  } finally {
    closeFolder(folder);
  }
}
