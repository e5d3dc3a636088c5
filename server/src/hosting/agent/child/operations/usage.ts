import type { Outputs } from '../../protocol.ts';
import { entriesOf, inFolder, MAX_DEPTH, sizeOf } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

const MAX_ENTRIES = 2_000_000;

/** Counts files and their sizes; links count as themselves. `complete` is false when there is more than can be counted. */
export function usage(root: Folder): Outputs['usage'] {
  const total = { bytes: 0, files: 0, complete: true };
  const count = (folder: Folder, depth: number): void => {
    for (const { name, kind } of entriesOf(folder)) {
      if (total.files >= MAX_ENTRIES) return void (total.complete = false);
      if (kind !== 'folder') {
        total.bytes += sizeOf(folder, name);
        total.files += 1;
      } else if (depth === MAX_DEPTH || inFolder(folder, name, (next) => (count(next, depth + 1), true)) === null) {
        total.complete = false;
      }
    }
  };
  count(root, 0);
  return total;
}
