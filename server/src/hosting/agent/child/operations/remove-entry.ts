import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { below, closeFolder, enterFolder, entriesOf, MAX_DEPTH, type Folder } from '../site-files.ts';

/** Removes an entry; of a folder everything below it. Each folder is reached through the one that holds it. */
export function removeEntry(parent: Folder, name: Buffer | string, depth = 0): void {
  if (!lstatSync(below(parent, name)).isDirectory()) return unlinkSync(below(parent, name));
  if (depth < MAX_DEPTH) {
    const folder = enterFolder(below(parent, name));
    try {
      for (const entry of [...entriesOf(folder)]) removeEntry(folder, entry.name, depth + 1);
    } finally {
      closeFolder(folder);
    }
  }
  rmdirSync(below(parent, name));
}
