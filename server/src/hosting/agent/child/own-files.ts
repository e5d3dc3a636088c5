import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { below, closeFolder, openFile, openFolderOf, type Folder } from './site-files.ts';

/** What an owner can name: everything below the document root. */
const DOCUMENT_ROOT = 'public';

/** The segments of a path below the document root, or null for one that is not valid. The panel has checked it before. */
export function partsOf(path: string): string[] | null {
  const parts = path === '' ? [] : path.split('/');
  const isName = (part: string) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0');
  return parts.every(isName) ? [DOCUMENT_ROOT, ...parts] : null;
}

/** Uses the folder that holds a path, and the last segment; null when there is none. */
export function inParent<T>(root: Folder, path: string, use: (folder: Folder, name: string) => T): T | null {
  const parts = partsOf(path);
  const folder = parts === null || parts.length < 2 ? null : openFolderOf(root, parts);
  if (folder === null || parts === null) return null;
  try {
    return use(folder, parts.at(-1) ?? '');
  } finally {
    closeFolder(folder);
  }
}

const CHUNK = 65_536;

/** Reads a file from its beginning until its end or `maxBytes`, in parts, each of which is gone with the next one. It may grow meanwhile. */
export function* partsOfFile(fd: number, maxBytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(Math.min(CHUNK, Math.max(1, maxBytes)));
  for (let at = 0; at < maxBytes;) {
    const size = readSync(fd, chunk, 0, Math.min(chunk.length, maxBytes - at), at);
    if (size === 0) return;
    yield chunk.subarray(0, size);
    at += size;
  }
}

/** The SHA-256 of a regular file as it is now, or null for anything else. */
export function versionOf(folder: Folder, name: Buffer | string, maxBytes: number): string | null {
  const opened = openFile(folder, name);
  if (opened === null) return null;
  try {
    const hash = createHash('sha256');
    for (const part of partsOfFile(opened.fd, maxBytes)) hash.update(part);
    return hash.digest('hex');
  } finally {
    closeSync(opened.fd);
  }
}

/** Names a file or folder without opening it, so that its permissions can be changed whatever they are (open(2), O_PATH). */
const O_PATH = 0o10_000_000;

/** Uses a descriptor of an entry itself, which cannot be swapped any more. */
export function withEntry<T>(folder: Folder, name: Buffer | string, use: (fd: number, stats: Stats) => T): T {
  const fd = openSync(below(folder, name), O_PATH | constants.O_NOFOLLOW);
  try {
    return use(fd, fstatSync(fd));
  } finally {
    closeSync(fd);
  }
}
