import { lstatSync, type Stats } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import { partsOf } from '../own-files.ts';
import { below, closeFolder, entriesOf, openFolderOf, type Folder, type Found } from '../site-files.ts';

/** Entries that are read of one folder; of a larger one, the rest is not shown. */
const MAX_ENTRIES = 20_000;

type Page = NonNullable<Outputs['folderPage']>;

const kindOf = (stats: Stats): Page['entries'][number]['kind'] => {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
};

/** Folders first, then by name. */
const order = (one: Found, other: Found): number =>
  Number(other.kind === 'folder') - Number(one.kind === 'folder') || Buffer.compare(one.name, other.name);

/** A part of a folder's entries. Every entry is what it is itself: no link is followed. */
export function folderPage(root: Folder, { folder: path, from, count }: Inputs['folderPage']): Outputs['folderPage'] {
  const parts = partsOf(path);
  // The path of a name inside the folder leads to the folder itself.
  const folder = parts === null ? null : openFolderOf(root, [...parts, '']);
  if (folder === null) return null;
  try {
    const found: Found[] = [];
    let complete = true;
    for (const entry of entriesOf(folder)) {
      if (found.length === MAX_ENTRIES) {
        complete = false;
        break;
      }
      found.push(entry);
    }
    const shown = found.sort(order).slice(from, from + count);
    const entries = shown.flatMap(({ name }) => {
      const stats = lstatSync(below(folder, name), { throwIfNoEntry: false });
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
