import type { Inputs, Outputs } from '../../protocol.ts';
import { closeFolder, entriesOf, inFolder, openFolderOf, sizeOf } from '../site-files.ts';
import type { Folder } from '../site-files.ts';
import { usage } from './usage.ts';

/** What is listed by name. */
const MAX_LISTED = 100;
/** The list is cut to the largest whenever it has this many entries, so that a folder of a million needs no memory. */
const MAX_KEPT = 2_000;

type Listing = NonNullable<Outputs['folders']>;
type Entry = Listing['entries'][number];

/** Measures every entry of a folder; a link counts as itself. */
export function folders(root: Folder, { folder: path }: Inputs['folders']): Outputs['folders'] {
  const parts = path === '' ? [] : path.split('/');
  if (parts.includes('..')) return null;
  // The path of a name inside the folder leads to the folder itself.
  const folder = openFolderOf(root, [...parts, '']);
  if (folder === null) return null;
  try {
    return listed(folder);
  } finally {
    if (folder !== root) closeFolder(folder);
  }
}

function listed(folder: Folder): Listing {
  const others = { count: 0, bytes: 0 };
  let entries: Entry[] = [];
  let complete = true;
  const cut = (length: number) => {
    entries.sort((a, b) => b.bytes - a.bytes);
    for (const { bytes } of entries.slice(length)) {
      others.count += 1;
      others.bytes += bytes;
    }
    entries = entries.slice(0, length);
  };
  for (const { name, kind } of entriesOf(folder)) {
    if (kind === 'folder') {
      const below = inFolder(folder, name, usage);
      complete &&= below?.complete ?? false;
      entries.push({ name: nameOf(name), kind: 'folder', bytes: below?.bytes ?? 0, files: below?.files ?? 0 });
    } else entries.push({ name: nameOf(name), kind: 'file', bytes: sizeOf(folder, name), files: 0 });
    if (entries.length >= MAX_KEPT) cut(MAX_LISTED);
  }
  cut(MAX_LISTED);
  return { entries, others, complete };
}

/** A name as text, at most 255 characters; what is no UTF-8 is replaced. */
const nameOf = (name: Buffer): string => name.toString('utf8').slice(0, 255);
