import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, readSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { codeOf } from './refused.ts';

/**
 * An open folder. Everything below it is reached through its descriptor, so that hosted code cannot swap a part of
 * the path.
 */
export type Folder = { fd: number; path: Buffer };
export type Found = { name: Buffer; kind: 'file' | 'folder' | 'other' };

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Deeper folders are left out: each level holds a descriptor. */
export const MAX_DEPTH = 100;

/** The path of an entry of an open folder; the plain path where /proc is missing. */
export function below(folder: Folder, name: Buffer | string): Buffer {
  const base = process.platform === 'linux' ? Buffer.from(`/proc/self/fd/${folder.fd}`) : folder.path;
  return Buffer.concat([base, Buffer.from('/'), Buffer.from(name)]);
}

/** Opens a folder. @throws why it cannot be opened */
export function enterFolder(path: Buffer | string): Folder {
  const bytes = Buffer.from(path);
  return { fd: openSync(bytes, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK), path: bytes };
}

/** Opens a folder, or returns null when it is something else; links are not followed. */
export function openFolder(path: Buffer | string): Folder | null {
  try {
    return enterFolder(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(codeOf(error))) return null;
    throw error;
  }
}

export const closeFolder = (folder: Folder): void => closeSync(folder.fd);

/** Uses an entry as a folder; null when it is not one. */
export function inFolder<T>(parent: Folder, name: Buffer | string, use: (folder: Folder) => T): T | null {
  const folder = openFolder(below(parent, name));
  if (folder === null) return null;
  try {
    return use(folder);
  } finally {
    closeFolder(folder);
  }
}

/**
 * Opens a regular file, without following links and without waiting for the writer of a pipe. Null when it is
 * something else.
 */
export function openFile(folder: Folder, name: Buffer | string): { fd: number; stats: Stats } | null {
  let fd: number;
  try {
    fd = openSync(below(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EACCES', 'ENODEV'].includes(codeOf(error))) return null;
    throw error;
  }
  const stats = fstatSync(fd);
  if (stats.isFile()) return { fd, stats };
  closeSync(fd);
  return null;
}

/**
 * Opens the folder that holds the last segment of a path; null when a segment is not a folder. Close it unless it is
 * `root`.
 */
export function openFolderOf(root: Folder, parts: readonly string[]): Folder | null {
  let folder = root;
  for (const part of parts.slice(0, -1)) {
    const next = openFolder(below(folder, part));
    if (folder !== root) closeFolder(folder);
    if (next === null) return null;
    folder = next;
  }
  return folder;
}

/** Walks from `root` to the folder of a path and uses it; null when a segment is not a folder. */
export function inFolderOf<T>(
  root: Folder,
  parts: readonly string[],
  use: (folder: Folder, name: string) => T | null,
): T | null {
  const folder = openFolderOf(root, parts);
  if (folder === null) return null;
  try {
    return use(folder, parts.at(-1) ?? '');
  } finally {
    if (folder !== root) closeFolder(folder);
  }
}

/** Yields the entries of a folder one at a time, so that millions of them need no memory. */
export function* entriesOf(folder: Folder): Generator<Found> {
  const listing = opendirSync(below(folder, '.').toString(), { encoding: 'buffer' as BufferEncoding });
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
      // With this encoding names are bytes, because a name need not be valid UTF-8; the type definitions lack it.
      const name = Buffer.from(entry.name as unknown as Uint8Array);
      yield { name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' };
    }
  } finally {
    listing.closeSync();
  }
}

/** The size of an entry itself; 0 if it vanished. */
export function sizeOf(folder: Folder, name: Buffer): number {
  try {
    return lstatSync(below(folder, name)).size;
  } catch {
    return 0;
  }
}

/** The first bytes of a regular file below `root`, as text; null when it is something else. */
export function readStart(root: Folder, file: string, maxBytes: number): string | null {
  return readPart(root, file, (size) => ({ from: 0, length: Math.min(maxBytes, size) }))?.text ?? null;
}

/** The last bytes of a regular file below `root`, as text, and the size of the file; null when it is something else. */
export function readEnd(root: Folder, file: string, maxBytes: number): { text: string; size: number } | null {
  return readPart(root, file, (size) => ({ from: Math.max(0, size - maxBytes), length: Math.min(maxBytes, size) }));
}

function readPart(
  root: Folder,
  file: string,
  partOf: (size: number) => { from: number; length: number },
): { text: string; size: number } | null {
  return inFolderOf(root, file.split('/'), (folder, name) => {
    const opened = openFile(folder, name);
    if (opened === null) return null;
    try {
      const { size } = opened.stats;
      const { from, length } = partOf(size);
      const buffer = Buffer.alloc(length);
      return { text: buffer.subarray(0, readSync(opened.fd, buffer, 0, length, from)).toString('utf8'), size };
    } finally {
      closeSync(opened.fd);
    }
  });
}
