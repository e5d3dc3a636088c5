import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, readlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { bytesFrame, headFrame } from './frames.ts';

const READ_BYTES = 2 ** 20;
/** How often a file that changes while it is read is read again, and how much longer each time until then. */
const ATTEMPTS = 8;
const PAUSE_MS = 50;
/** The largest file that is looked at twice: it and its log are held in memory. */
const STEADY_BYTES = 64 * 2 ** 20;

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
/** Receives the name of a file that is missing from its part, or not from a single moment, and why. */
export type Remark = (name: string, why: string) => void;

/** Where a disk is mounted, its file system has a folder of its own. */
export const LOST_AND_FOUND = 'lost+found';

export type Packing = {
  skip?: Skip;
  /** The name of the folder in a part that has the folder itself already. */
  below?: string;
  remark?: Remark;
  /** Hosted code writes here: what it makes unreadable, or endless, is left out, so that nobody prevents everybody's backup. */
  hosted?: boolean;
  /** Replaces what a part is allowed, for tests; what is used is taken from it. */
  allowance?: Allowance;
};
/** What one part may cost beyond what its files take on the disk, so that no site makes everybody's backup wait. */
type Allowance = {
  /** Bytes of holes that are read. */
  holes: number;
  /** How often a database is read again. */
  waits: number;
};
const allowed = (): Allowance => ({ holes: 2 ** 30, waits: 64 });
/** The allowance is what is left of it. */
type How = { skip: Skip; remark: Remark; hosted: boolean; allowance: Allowance };

/** Longer paths, in bytes, and deeper ones cannot be made again below another folder. */
const LONGEST_PATH = 2500;
const DEEPEST_PATH = 100;
/** A file of several blocks that takes less than this part of its size on the disk is mostly holes. */
const SPARSE_PART = 16;
const BLOCK = 512;

/** Bytes of a file that is mostly holes; 0 for any other. */
function holesOf({ size, blocks, blksize }: Stats): number {
  const stored = blocks * BLOCK;
  return size > blksize && stored < size / SPARSE_PART ? size - stored : 0;
}

/** Takes the holes of a file from the allowance; false when they are more than is left. */
function mayRead(stats: Stats, { hosted, allowance }: How): boolean {
  const holes = hosted ? holesOf(stats) : 0;
  if (holes > allowance.holes) return false;
  allowance.holes -= holes;
  return true;
}

const gone = (error: unknown): boolean =>
  ['ENOENT', 'ELOOP', 'ENOTDIR', 'ENXIO'].includes(String((error as NodeJS.ErrnoException | null)?.code));

const orGone = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => (gone(error) ? null : Promise.reject(error)));

const isDenied = (error: unknown): boolean =>
  ['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException | null)?.code));

/** Null for what was removed meanwhile, and for what hosted code has made unreadable. */
const reached = <T>(work: Promise<T>, name: string, { remark, hosted }: How): Promise<T | null> =>
  orGone(work).catch((error: unknown) => {
    if (!hosted || !isDenied(error)) throw error;
    remark(name, 'it may not be read, and is left out');
    return null;
  });

const entryOf = (name: string, kind: Entry['kind'], { mode, uid, gid, mtimeMs }: Stats): Entry => ({
  ...{ name, kind, mode: mode & 0o7777, uid, gid, mtimeMs },
});

/**
 * All of a folder. What hosted code changes meanwhile leads nowhere else: each folder is opened without following links,
 * and its files through it. Sockets and devices are left out, as is what was removed meanwhile.
 * @throws Error when the folder itself cannot be opened, but for one of hosted code that was removed
 */
export async function* packFiles(
  folder: string,
  { skip = () => false, below = '', remark = () => undefined, hosted = false, allowance = allowed() }: Packing = {},
): AsyncGenerator<Buffer> {
  const opened = await openFolder(folder).catch((error: unknown) => {
    if (hosted && (error as NodeJS.ErrnoException | null)?.code === 'ENOENT') return null;
    throw error;
  });
  if (opened !== null)
    yield* packFolder(opened, { name: below, bare: below !== '' }, { skip, remark, hosted, allowance });
}

const openFolder = (place: string): Promise<FileHandle> =>
  open(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);

/** Takes the handle, and closes it. */
async function* packFolder(
  folder: FileHandle,
  { name, bare = false }: { name: string; bare?: boolean },
  how: How,
): AsyncGenerator<Buffer> {
  try {
    if (!bare) yield headFrame(entryOf(name, 'folder', await folder.stat()));
    // The kernel leads to the opened folder, whatever its path is now.
    const place = `/proc/self/fd/${folder.fd}`;
    // A database comes before its journals.
    const steady = new Set<string>();
    for (const own of (await readdir(place)).toSorted()) {
      const inner = path.posix.join(name, own);
      if (!how.skip(inner)) yield* packEntry(`${place}/${own}`, inner, { ...how, steady });
    }
  } finally {
    await folder.close();
  }
}

/** `steady`: the databases of this folder that are packed together with their journals. */
type InFolder = How & { steady: Set<string> };

async function* packEntry(place: string, name: string, how: InFolder): AsyncGenerator<Buffer> {
  if (Buffer.byteLength(name) > LONGEST_PATH || name.split('/').length > DEEPEST_PATH)
    return how.remark(name, 'its path is too long, and it is left out');
  const stats = await reached(lstat(place), name, how);
  // Node reads names as UTF-8, and finds no others.
  if (stats === null && name.includes('\uFFFD')) how.remark(name, 'its name is no UTF-8, and it is left out');
  if (stats === null) return;
  if (stats.isSymbolicLink()) {
    const to = await readlink(place).catch(() => null);
    if (to !== null) yield headFrame({ ...entryOf(name, 'link', stats), to });
  } else if (stats.isDirectory()) {
    const opened = await reached(openFolder(place), name, how);
    if (opened !== null) yield* packFolder(opened, { name }, how);
  } else if (stats.isFile()) yield* packFile(place, name, how);
}

/** Whether a file is the journal of a database that is packed with it, or of no use without it. */
function isPacked(name: string, steady: ReadonlySet<string>): boolean {
  const ending = JOURNAL.exec(name)?.[1];
  return ending !== undefined && steady.has(name.slice(0, -ending.length));
}

async function* packFile(place: string, name: string, how: InFolder): AsyncGenerator<Buffer> {
  if (isPacked(name, how.steady)) return;
  const file = await reached(openFile(place), name, how);
  if (file === null) return;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return;
    if (!mayRead(stats, how)) return how.remark(name, 'it is mostly holes, and is left out');
    const mark = DATABASE.test(name) ? await markOf(file, place) : '';
    const database =
      DATABASE.test(name) && stats.size <= STEADY_BYTES ? await steadyContent(file, place, how.allowance) : null;
    if (database !== null) {
      how.steady.add(name);
      yield* framesOf(name, database.content);
      if (database.log !== null) yield* framesOf(`${name}-wal`, database.log);
      return;
    }
    yield headFrame(entryOf(name, 'file', stats));
    yield* bytesOf(file, stats.size);
    if (mark !== '' && (mark === null || mark !== (await markOf(file, place))))
      how.remark(name, 'it was written all the time, and may not be of one moment');
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
 * A database as it was between two changes, with its log: one that changed meanwhile, or has a journal of an unfinished
 * change, is read again, as often as is allowed. The panel opens no database that hosted code can write. Null when it does
 * not stay the same.
 */
async function steadyContent(
  file: FileHandle,
  place: string,
  allowance: Allowance,
): Promise<{ content: Content; log: Content | null } | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) {
      if (allowance.waits <= 0) return null;
      allowance.waits -= 1;
      await wait(attempt * PAUSE_MS);
    }
    const before = await markOf(file, place);
    if (before === null) continue;
    const content = await contentOf(file);
    const log = await walOf(place);
    if (content !== null && log !== 'changed' && before === (await markOf(file, place))) return { content, log };
  }
  return null;
}

function* framesOf(name: string, { stats, bytes }: Content): Generator<Buffer> {
  yield headFrame(entryOf(name, 'file', stats));
  yield* bytes;
}

/** Null for one that has become too large to be held. */
async function contentOf(file: FileHandle): Promise<Content | null> {
  const stats = await file.stat();
  if (stats.size > STEADY_BYTES) return null;
  const bytes: Buffer[] = [];
  for await (const frame of bytesOf(file, stats.size)) bytes.push(frame);
  return { stats, bytes };
}

/** Its write-ahead log, if it has one. An unfinished end is ignored by SQLite, but not one that began again. */
async function walOf(place: string): Promise<Content | 'changed' | null> {
  const file = await openFile(`${place}-wal`).catch((error: unknown) => {
    if (isDenied(error)) return 'changed' as const;
    throw error;
  });
  if (file === null || file === 'changed') return file;
  try {
    if (!(await file.stat()).isFile()) return null;
    const header = async () => (await file.read(Buffer.alloc(WAL_HEADER), { position: 0 })).buffer.toString('hex');
    const before = await header();
    const read = await contentOf(file);
    return read !== null && before === (await header()) ? read : 'changed';
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
