import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, readlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { bytesFrame, headFrame } from './frames.ts';

const READ_BYTES = 2 ** 20;
/** How often a file that changes while it is read is read again. */
const ATTEMPTS = 20;
/** The largest file that is looked at twice. */
const STEADY_BYTES = 256 * 2 ** 20;

/** A file, folder or link of a part; `name` is relative to the part's folder, empty for the folder itself. */
export const ENTRY = v.object({
  name: v.string(),
  kind: v.picklist(['file', 'folder', 'link']),
  mode: v.number(),
  uid: v.number(),
  gid: v.number(),
  mtimeMs: v.number(),
  /** Where a link leads. */
  to: v.optional(v.string()),
});
export type Entry = v.InferOutput<typeof ENTRY>;

/** Decides what is left out, by the path below the folder. */
export type Skip = (name: string) => boolean;

const gone = (error: unknown): boolean =>
  ['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO'].includes(String((error as NodeJS.ErrnoException | null)?.code));

const orGone = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => (gone(error) ? null : Promise.reject(error)));

const entryOf = (name: string, kind: Entry['kind'], { mode, uid, gid, mtimeMs }: Stats): Entry => ({
  ...{ name, kind, mode: mode & 0o7777, uid, gid, mtimeMs },
});

/**
 * All of a folder. What hosted code changes meanwhile leads nowhere else: each folder is opened without following links,
 * and its files through it. Sockets and devices are left out, as is what was removed meanwhile.
 * @param below the name of the folder in a part that has the folder itself already
 */
export async function* packFiles(folder: string, skip: Skip = () => false, below = ''): AsyncGenerator<Buffer> {
  const opened = await orGone(open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
  if (opened !== null) yield* packFolder(opened, { name: below, bare: below !== '' }, skip);
}

/** Takes the handle, and closes it. */
async function* packFolder(
  folder: FileHandle,
  { name, bare = false }: { name: string; bare?: boolean },
  skip: Skip,
): AsyncGenerator<Buffer> {
  try {
    if (!bare) yield headFrame(entryOf(name, 'folder', await folder.stat()));
    // The kernel leads to the opened folder, whatever its path is now.
    const place = `/proc/self/fd/${folder.fd}`;
    for (const own of (await readdir(place)).toSorted()) {
      const inner = path.posix.join(name, own);
      if (!skip(inner)) yield* packEntry(`${place}/${own}`, inner, skip);
    }
  } finally {
    await folder.close();
  }
}

async function* packEntry(place: string, name: string, skip: Skip): AsyncGenerator<Buffer> {
  const stats = await orGone(lstat(place));
  if (stats === null) return;
  if (stats.isSymbolicLink()) {
    const to = await readlink(place).catch(() => null);
    if (to !== null) yield headFrame({ ...entryOf(name, 'link', stats), to });
  } else if (stats.isDirectory()) {
    const opened = await orGone(open(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
    if (opened !== null) yield* packFolder(opened, { name }, skip);
  } else if (stats.isFile()) yield* packFile(place, name);
}

async function* packFile(place: string, name: string): AsyncGenerator<Buffer> {
  // The journals of a database come with it, or are of no use without it.
  const of = JOURNAL.exec(name);
  if (of !== null && (await orGone(lstat(place.slice(0, -(of[1] ?? '').length)))) !== null) return;
  const file = await openFile(place);
  if (file === null) return;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return;
    if (DATABASE.test(name) && stats.size <= STEADY_BYTES) yield* packDatabase(file, place, name);
    else {
      yield headFrame(entryOf(name, 'file', stats));
      yield* bytesOf(file, stats.size);
    }
  } finally {
    await file.close();
  }
}

const openFile = (place: string): Promise<FileHandle | null> =>
  orGone(open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));

/** A file that grows is read as far as it was when it was opened. */
async function* bytesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(READ_BYTES, size - at)), {
      position: at,
    });
    if (bytesRead === 0) return;
    yield bytesFrame(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Files of SQLite, whose pages belong together. */
const DATABASE = /\.(?:sqlite3?|db)$/i;
const JOURNAL = /\.(?:sqlite3?|db)(-wal|-shm|-journal)$/i;
/** The header of a write-ahead log, which changes when the log begins again. */
const WAL_HEADER = 32;

type Content = { stats: Stats; bytes: Buffer[] };

/**
 * A database as it was between two changes: one that changed meanwhile, or has a journal of an unfinished change, is read
 * again. The panel opens no database that hosted code can write.
 * @throws Error when it never stays the same
 */
async function* packDatabase(file: FileHandle, place: string, name: string): AsyncGenerator<Buffer> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await markOf(file, place);
    const read = await contentOf(file);
    const log = await walOf(place);
    const after = await markOf(file, place);
    if (before === null || before !== after || log === 'changed') continue;
    yield* framesOf(name, read);
    if (log !== null) yield* framesOf(`${name}-wal`, log);
    return;
  }
  throw new Error(`${name} is written all the time; stop the site, or wait until it is quiet`);
}

function* framesOf(name: string, { stats, bytes }: Content): Generator<Buffer> {
  yield headFrame(entryOf(name, 'file', stats));
  yield* bytes;
}

async function contentOf(file: FileHandle): Promise<Content> {
  const stats = await file.stat();
  const bytes: Buffer[] = [];
  for await (const frame of bytesOf(file, stats.size)) bytes.push(frame);
  return { stats, bytes };
}

/** Its write-ahead log, if it has one. An unfinished end is ignored by SQLite, but not one that began again. */
async function walOf(place: string): Promise<Content | 'changed' | null> {
  const file = await openFile(`${place}-wal`);
  if (file === null) return null;
  try {
    const header = async () => (await file.read(Buffer.alloc(WAL_HEADER), { position: 0 })).buffer.toString('hex');
    const before = await header();
    const read = await contentOf(file);
    return read.stats.isFile() && before === (await header()) ? read : 'changed';
  } finally {
    await file.close();
  }
}

/** What changes with a database; null while a change is unfinished. */
async function markOf(file: FileHandle, place: string): Promise<string | null> {
  const journal = await orGone(lstat(`${place}-journal`));
  if (journal !== null && journal.size > 0) return null;
  const { size, mtimeMs, ctimeMs } = await file.stat();
  return `${size} ${mtimeMs} ${ctimeMs}`;
}
