import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The data folder cannot be used; the message is one line that says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/**
 * Takes the data folder for this process alone. PGlite does not lock: two openers lose rows silently. The kernel
 * gives the lock back whatever way the process ends.
 * @returns a function that gives it back
 * @throws DataFolderError when another process holds it, or the folder cannot be written
 */
export function lockFolder(dataDir: string): () => void {
  const file = path.join(dataDir, 'panel.lock');
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(dataDir);
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw folderError(dataDir, error);
  }
  const held = lock;
  return () => held.close();
}

/** One level at a time: Node's own recursive way never returns where the system answers ENOENT to a creation, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}

/** What a disk answers that is full, over a quota, or not ours to write. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM']);

/** Did the disk refuse, rather than the program fail? */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error && DISK_CODES.has(String((error as NodeJS.ErrnoException).code));

/** The same as one line for a person. */
export function folderError(dataDir: string, error: unknown): DataFolderError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(reason)) {
    return new DataFolderError(
      `The data folder ${dataDir} is in use by another running panel. Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  if (/ENOSPC|EDQUOT/.test(reason)) {
    return new DataFolderError(
      `The data folder ${dataDir} has no room left (${reason}). Free some, or set DATA_DIR to another folder.`,
    );
  }
  return new DataFolderError(
    `The data folder ${dataDir} cannot be written (${reason}). Make it writable, or set DATA_DIR to another folder.`,
  );
}
