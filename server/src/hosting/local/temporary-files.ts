import { randomBytes } from 'node:crypto';
import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import { PROCESS_NAME } from '../../kernel/process-name.ts';
import { copyNewFile, isOurs, list, readJson, writeAtomic } from './panel-files.ts';

/**
 * The part of a site's folder that is needed here: the root, which is the panel's, and `live`, which hosted code can
 * write.
 */
type Folders = { root: string; live: string };

const MARKER = 'temporary-';
type Marker = { file: string };

/** Files that this process is using now. */
const inUse = new Set<string>();

/**
 * Lends a temporary file. It is first recorded in the site's own folder, out of hosted code's reach, so that
 * `removeTemporaryFiles` finds it after a crash without reading hosted files.
 */
async function withTemporaryFile<T>(folder: Folders, file: string, use: () => Promise<T>): Promise<T> {
  const marker = path.join(folder.root, `${MARKER}${PROCESS_NAME}-${path.basename(file)}`);
  inUse.add(file);
  try {
    await writeAtomic(marker, JSON.stringify({ file } satisfies Marker), 0o600);
    return await use();
  } finally {
    await removeFile(folder, file);
    await rm(marker, { force: true });
    inUse.delete(file);
  }
}

/** A database beside the site's own, a dump or a digest of one, as `{kind}-{hex}{ending}`; `use` may rename it away. */
export function withTemporaryDatabase<T>(
  folder: Folders,
  kind: 'installing' | 'renaming' | 'copy' | 'archive' | 'digest',
  ending: '.sqlite' | '.sql' | '.tsv',
  use: (name: string) => Promise<T>,
): Promise<T> {
  const name = `${kind}-${randomBytes(6).toString('hex')}${ending}`;
  return withTemporaryFile(folder, path.join(folder.live, 'data', name), () => use(name));
}

/** A file that gets its real name, `toFile`, when it is complete; `use` renames it. */
export function withPartialFile<T>(folder: Folders, toFile: string, use: (partial: string) => Promise<T>): Promise<T> {
  const partial = `${toFile}.${randomBytes(6).toString('hex')}.partial`;
  return withTemporaryFile(folder, partial, () => use(partial));
}

/**
 * A copy of a panel's file in the site's temporary folder, for a command. The folder's parent is the panel's, and the
 * copy is created exclusively, so that a link that hosted code planted is never followed.
 */
export function withCopyFor<T>(
  { mount, ...folder }: Folders & { mount: { tmp: string } },
  file: string,
  use: (name: string) => Promise<T>,
): Promise<T> {
  const name = `file-${randomBytes(6).toString('hex')}${path.extname(file)}`;
  const copy = path.join(mount.tmp, name);
  return withTemporaryFile(folder, copy, async () => {
    await copyNewFile(file, copy);
    return use(name);
  });
}

/** Removes temporary files of ended processes. */
export async function removeTemporaryFiles(folder: Folders): Promise<void> {
  for (const name of (await list(folder.root)).filter((one) => one.startsWith(MARKER))) {
    const marker = path.join(folder.root, name);
    const file = (await readJson<Marker>(marker))?.file;
    if (!isOurs(name, MARKER) || (file !== undefined && inUse.has(file))) continue;
    if (file !== undefined) await removeFile(folder, file);
    await rm(marker, { force: true });
  }
}

/** File that reports, by its size, how many percent of the work on a temporary database are done. */
export const PERCENT_FILE = '-percent';

/** Removes a file by name: without opening it, and without following a link in its place. */
async function removeFile(folder: Folders, file: string): Promise<void> {
  if (file.startsWith(folder.live + path.sep) && !(await isFolder(path.dirname(file)))) return;
  for (const ending of ['', '-journal', '-wal', '-shm', PERCENT_FILE])
    await rm(file + ending, { force: true, recursive: false }).catch(ignoreFolder);
}

async function isFolder(folder: string): Promise<boolean> {
  return lstat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

/** Hosted code put a folder in the file's place: it belongs to the site. */
function ignoreFolder(error: unknown): void {
  if (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ERR_FS_EISDIR' || error.code === 'EISDIR' || error.code === 'EPERM')
  )
    return;
  throw error;
}
