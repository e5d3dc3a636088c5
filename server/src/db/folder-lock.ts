import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { isLocked, lockFile } from '../lib/file-lock.ts';

/** The data folder cannot be used; the message is one line that says what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/**
 * Locks the data folder for this process. PGlite does not lock: two processes that open it lose rows silently.
 * @returns a function that releases it
 * @throws DataFolderError when another process holds it, or the folder cannot be written
 */
export function lockFolder(dataDir: string): () => void {
  try {
    makeFolder(dataDir);
    return lockFile(path.join(dataDir, 'panel.lock'));
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

/**
 * Creates one level at a time: Node's own recursive option never returns where the system answers ENOENT to a
 * creation, as in /proc.
 */
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

/** Error codes of a disk that is full, over a quota, or not writable for us. */
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM']);

/** Whether the disk caused the failure, not the code. */
export const isDiskError = (error: unknown): boolean =>
  error instanceof Error && DISK_CODES.has(String((error as NodeJS.ErrnoException).code));

/** The same as one line for a person. */
export function folderError(dataDir: string, error: unknown): DataFolderError {
  const reason = error instanceof Error ? error.message : String(error);
  if (isLocked(error)) {
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
