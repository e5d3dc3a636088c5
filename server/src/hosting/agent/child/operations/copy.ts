import { closeSync, constants, copyFileSync, lutimesSync, mkdirSync } from 'node:fs';
import type { Inputs, Outputs } from '../../protocol.ts';
import type { Surroundings } from '../surroundings.ts';
import { Refused } from '../refused.ts';
import { below, entriesOf, inFolder, inFolderOf, MAX_DEPTH, openFile } from '../site-files.ts';
import type { Folder } from '../site-files.ts';

/** Copies regular files and folders into the work folder, sharing blocks where the file system can. */
export function copy(root: Folder, { entries, maxBytes }: Inputs['copy'], { work }: Surroundings): Outputs['copy'] {
  if (work === null) throw new Refused('failed', 'there is no work folder');
  const done = { files: 0, bytes: 0, skipped: 0 };

  const file = (from: Folder, name: Buffer | string, to: Folder, as: Buffer | string): boolean => {
    const opened = openFile(from, name);
    if (opened === null) return false;
    try {
      done.bytes += opened.stats.size;
      if (done.bytes > maxBytes) throw new Refused('limit', `more than ${maxBytes} bytes`);
      const target = below(to, as);
      const source = process.platform === 'linux' ? `/proc/self/fd/${opened.fd}` : below(from, name);
      copyFileSync(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      lutimesSync(target, opened.stats.atime, opened.stats.mtime);
      done.files += 1;
      return true;
    } finally {
      closeSync(opened.fd);
    }
  };

  const tree = (from: Folder, to: Folder, depth: number): void => {
    for (const { name, kind } of entriesOf(from)) {
      if (kind === 'file' && file(from, name, to, name)) continue;
      if (kind !== 'folder' || depth === MAX_DEPTH || folder(from, name, to, name, depth + 1) === null)
        done.skipped += 1;
    }
  };

  const folder = (from: Folder, name: Buffer | string, to: Folder, as: Buffer | string, depth: number): true | null =>
    inFolder(from, name, (source) => {
      mkdirSync(below(to, as), { recursive: true, mode: 0o755 });
      return inFolder(to, as, (target) => (tree(source, target, depth), true as const));
    });

  for (const { from, to } of entries) {
    const copied = inFolderOf(root, from.split('/'), (parent, name) =>
      inFolderOf(
        work,
        parents(work, to),
        (target, as) => folder(parent, name, target, as, 1) !== null || file(parent, name, target, as) || null,
      ),
    );
    if (copied === null) done.skipped += 1;
  }
  return done;
}

/** Creates the parent folders of a path in the work folder; returns its segments. */
function parents(work: Folder, to: string): string[] {
  const parts = to.split('/');
  if (parts.length > 1) mkdirSync(below(work, parts.slice(0, -1).join('/')), { recursive: true, mode: 0o755 });
  return parts;
}
