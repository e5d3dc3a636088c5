import { chmodSync, closeSync, fstatSync, lstatSync, mkdirSync, renameSync, writeSync } from 'node:fs';
import type { FileOutcome } from '../../../driver.ts';
import { partsOfFile } from '../own-files.ts';
import { Refused } from '../refused.ts';
import { below, closeFolder, enterFolder, entriesOf, MAX_DEPTH, openFile, type Folder } from '../site-files.ts';
import { besideName, writeBeside } from './put-file.ts';
import { removeEntry } from './remove-entry.ts';

export type CopyBounds = { maxBytes: number; maxFiles: number };

/** Counts what is copied. @throws Refused `limit` */
function createTally({ maxBytes, maxFiles }: CopyBounds) {
  let [bytes, files] = [0, 0];
  return {
    file() {
      files += 1;
      if (files > maxFiles) throw new Refused('limit', `more than ${maxFiles} files`);
    },
    bytes(count: number) {
      bytes += count;
      if (bytes > maxBytes) throw new Refused('limit', `more than ${maxBytes} bytes`);
    },
  };
}
type Tally = ReturnType<typeof createTally>;

function copyContent(from: Folder, name: Buffer | string, to: Folder, as: Buffer | string, tally: Tally): FileOutcome {
  const opened = openFile(from, name);
  if (opened === null) return 'other';
  try {
    const result = writeBeside(to, as, 'nothing', (fd) => {
      for (const part of partsOfFile(opened.fd, Number.MAX_SAFE_INTEGER)) {
        tally.bytes(part.length);
        for (let at = 0; at < part.length;) at += writeSync(fd, part, at);
      }
    });
    if (result.outcome === 'done') chmodSync(below(to, as), opened.stats.mode & 0o777);
    return result.outcome;
  } finally {
    closeSync(opened.fd);
  }
}

/** Copies what is in a folder. Links, pipes and the like are left out. */
function copyInto(from: Folder, to: Folder, tally: Tally, depth: number): void {
  for (const { name, kind } of entriesOf(from)) {
    tally.file();
    if (kind === 'file') copyContent(from, name, to, name, tally);
    if (kind === 'folder') {
      if (depth >= MAX_DEPTH) throw new Refused('limit', 'too many folders in each other');
      mkdirSync(below(to, name), { mode: 0o755 });
      const [inner, made] = [enterFolder(below(from, name)), enterFolder(below(to, name))];
      try {
        copyInto(inner, made, tally, depth + 1);
        chmodSync(below(to, name), fstatSync(inner.fd).mode & 0o777);
      } finally {
        closeFolder(inner);
        closeFolder(made);
      }
    }
  }
}

/**
 * Copies a file, or a folder with everything in it, to a name that is free. A folder appears as a whole: it grows beside its place,
 * and what a killed run has left there is removed by the next one.
 */
export function copyEntry(from: Folder, name: string, to: Folder, as: string, bounds: CopyBounds): FileOutcome {
  const stats = lstatSync(below(from, name));
  if (lstatSync(below(to, as), { throwIfNoEntry: false })) return 'exists';
  const tally = createTally(bounds);
  if (!stats.isDirectory()) return copyContent(from, name, to, as, tally);
  const beside = besideName(as, 'copy');
  if (lstatSync(below(to, beside), { throwIfNoEntry: false })) removeEntry(to, beside);
  mkdirSync(below(to, beside), { mode: 0o700 });
  try {
    const [inner, made] = [enterFolder(below(from, name)), enterFolder(below(to, beside))];
    try {
      copyInto(inner, made, tally, 1);
    } finally {
      closeFolder(inner);
      closeFolder(made);
    }
    if (lstatSync(below(to, as), { throwIfNoEntry: false })) return 'exists';
    chmodSync(below(to, beside), stats.mode & 0o777);
    renameSync(below(to, beside), below(to, as));
    return 'done';
  } finally {
    if (lstatSync(below(to, beside), { throwIfNoEntry: false })) removeEntry(to, beside);
  }
}
