// eslint-disable-next-line no-restricted-imports -- it locks empty files of the panel, and reads none of a site
import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a file for this process, and creates it if necessary. The kernel releases the lock however the process ends,
 * and a process in another container that shares the folder sees it. (Node has no flock; SQLite locks its files.)
 * @returns a function that releases it
 * @throws Error `database is locked` while another process holds it, or the error of the disk
 */
export function lockFile(file: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw error;
  }
  const held = lock;
  return () => held.close();
}

/** `SQLITE_BUSY`, https://www.sqlite.org/rescode.html#busy. */
const BUSY = 5;

/** Whether an error of `lockFile` means that another process holds the lock. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === BUSY;
