import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isLocked, lockFile } from '../lib/file-lock.ts';

/*
 * A process id means nothing in another container: each container has its own ids, and the first process is always 1.
 * Processes that share a data folder recognise each other by a locked file in it instead.
 */

/** Names this run of this process. */
export const INSTANCE = randomBytes(4).toString('hex');

const FOLDER = 'processes';
const ENDING = '.lock';
const ATTEMPTS = 5;
/**
 * Data folders that this process uses, with what releases its mark: a lock that nothing refers to is collected, and ends.
 */
const marked = new Map<string, () => void>();

const fileOf = (dataDir: string, instance: string): string => path.join(dataDir, FOLDER, instance + ENDING);

/** Locks a file; null while another process holds it. Throws the disk's error. */
function tryLock(file: string): (() => void) | null {
  try {
    return lockFile(file);
  } catch (error) {
    if (isLocked(error)) return null;
    throw error;
  }
}

/** Removes the marks of ended processes, each while its lock is held, so that no starting process uses it. */
function removeEnded(dataDir: string): void {
  for (const name of readdirSync(path.join(dataDir, FOLDER))) {
    const file = path.join(dataDir, FOLDER, name);
    const release = name.endsWith(ENDING) ? tryLock(file) : null;
    if (release) rmSync(file, { force: true });
    release?.();
  }
}

/**
 * Marks this process as running in a data folder, until it ends. Throws nothing: without a mark, on a full disk for
 * example, others fall back to the process id.
 */
export function markProcess(dataDir: string): void {
  if (marked.has(dataDir)) return;
  try {
    mkdirSync(path.join(dataDir, FOLDER), { recursive: true, mode: 0o700 });
    removeEnded(dataDir);
    const file = fileOf(dataDir, INSTANCE);
    for (let attempt = 0; attempt < ATTEMPTS && !marked.has(dataDir); attempt += 1) {
      const release = tryLock(file);
      // Another process may have removed the file between its creation and its lock, or is about to.
      if (release && existsSync(file)) marked.set(dataDir, release);
      else release?.();
    }
  } catch {
    // The disk is full or read-only.
  }
}

/** Whether the process `instance` that is marked in this data folder runs; null if it has no mark there. */
export function isMarkedIn(dataDir: string, instance: string): boolean | null {
  const file = fileOf(dataDir, instance);
  try {
    if (!existsSync(file)) return null;
    const release = tryLock(file);
    release?.();
    return release === null;
  } catch {
    // As if it had none.
    return null;
  }
}

/** Whether the marked process `instance` runs, in this container or another; null if it has no mark. */
export function isMarkedRunning(instance: string): boolean | null {
  for (const dataDir of marked.keys()) {
    const running = isMarkedIn(dataDir, instance);
    if (running !== null) return running;
  }
  return null;
}
