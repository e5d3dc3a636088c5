import {
  chmodSync,
  closeSync,
  fchmodSync,
  fchownSync,
  futimesSync,
  lchownSync,
  mkdirSync,
  openSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Frame } from './frames.ts';
import { ENTRY, type Entry, type Remark } from './pack-files.ts';

const isRoot = process.getuid?.() === 0;

/** Where an entry goes. @throws Error for a name that leads out of the folder */
export function placeOf(folder: string, name: string): string {
  if (
    name !== '' &&
    name.split('/').some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))
  )
    throw new Error('it has a name that leads elsewhere');
  return path.join(folder, name);
}

type Open = { fd: number; entry: Entry };

/** What is wrong with one entry; any other error is one of the disk or of the whole folder. */
const OF_AN_ENTRY = [
  'EACCES',
  'EEXIST',
  'EILSEQ',
  'EINVAL',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
];
const isOfAnEntry = (error: unknown): boolean =>
  OF_AN_ENTRY.includes(String((error as NodeJS.ErrnoException | null)?.code));

/**
 * Writes what `packFiles` read to a folder that is not there yet, with owners where this process may give files away. Calls
 * to the disk are synchronous: one after another they take a third of the time, and the panel does not run.
 * @param remark is told of entries that cannot be made, which hosted code has chosen; without it they end everything
 * @returns the number of entries
 */
export async function unpackFiles(frames: AsyncIterable<Frame>, folder: string, remark?: Remark): Promise<number> {
  const folders: { place: string; entry: Entry }[] = [];
  let file: Open | null = null;
  let isMissing = false;
  let entries = 0;
  const end = (): void => {
    if (file === null) return;
    const { fd, entry } = file;
    file = null;
    if (isRoot) fchownSync(fd, entry.uid, entry.gid);
    fchmodSync(fd, entry.mode);
    futimesSync(fd, entry.mtimeMs / 1000, entry.mtimeMs / 1000);
    closeSync(fd);
  };
  const make = (place: string, entry: Entry): void => {
    if (entry.kind === 'file') file = { fd: openSync(place, 'wx', 0o600), entry };
    else if (entry.kind === 'link') {
      symlinkSync(entry.to ?? '', place);
      if (isRoot) lchownSync(place, entry.uid, entry.gid);
    } else {
      mkdirSync(place, { mode: 0o700, recursive: entry.name === '' });
      folders.push({ place, entry });
    }
  };
  try {
    for await (const { head, bytes } of frames) {
      if (bytes !== null) {
        const open = file as Open | null;
        if (isMissing) continue;
        if (open === null) throw new Error('it has bytes that belong to no file');
        for (let at = 0; at < bytes.length;) at += writeSync(open.fd, bytes, at);
        continue;
      }
      end();
      const entry = v.parse(ENTRY, head);
      const place = placeOf(folder, entry.name);
      isMissing = false;
      try {
        make(place, entry);
        entries += 1;
      } catch (error) {
        if (remark === undefined || entry.name === '' || !isOfAnEntry(error)) throw error;
        remark(entry.name, `it could not be restored (${(error as NodeJS.ErrnoException).code})`);
        isMissing = true;
      }
    }
    end();
  } finally {
    const left = file as Open | null;
    if (left !== null) closeSync(left.fd);
  }
  // From the innermost: what is written into a folder changes its time, and may be forbidden by its mode.
  for (const { place, entry } of folders.toReversed()) {
    if (isRoot) lchownSync(place, entry.uid, entry.gid);
    chmodSync(place, entry.mode);
    utimesSync(place, entry.mtimeMs / 1000, entry.mtimeMs / 1000);
  }
  return entries;
}
