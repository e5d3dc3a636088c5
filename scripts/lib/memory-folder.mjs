import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './is-running.mjs';

/** Linux mounts memory here. */
const SHARED_MEMORY = '/dev/shm';
const PREFIX = 'panel-';
const TMPFS_MAGIC = 0x01021994;
const GIGABYTE = 1024 ** 3;
/** For each processor: what a run keeps at a time (0.9 GB were measured on two), with room for the programs that it starts. */
const NEEDED_BYTES = 2.5 * GIGABYTE;

/** What the folder still takes: its file system may be larger than the memory that is left. */
function bytesLeft(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const [, available = 0] = /^MemAvailable:\s*(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Math.min(bavail * bsize, Number(available) * 1024);
}

/** Whether programs cannot be started from a folder that is a mount of its own. */
const forbidsPrograms = (folder) =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .some((line) => {
      const [, place, , options = ''] = line.split(' ');
      return place === folder && options.split(',').includes('noexec');
    });

function isSuitable(folder, freeBytes) {
  try {
    const needed = NEEDED_BYTES * Math.max(2, availableParallelism());
    return statfsSync(folder).type === TMPFS_MAGIC && !forbidsPrograms(folder) && freeBytes(folder) >= needed;
  } catch {
    return false;
  }
}

/** Removes what runs left behind that were killed: it would occupy memory. */
function removeLeftovers(folder) {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^panel-(\d+)-\w+$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) removeIfPossible(join(folder, name));
  }
}

/**
 * Makes a folder in memory for the temporary files of a test run: tests create and delete hundreds of thousands of
 * files, which costs a file system on a disk more processor time than the tests themselves.
 * @param {{folder?: string, freeBytes?: (folder: string) => number}} options
 * @returns {{path: string, remove: () => void} | null} null where memory is short, or where there is no such folder
 */
export function openMemoryFolder({ folder = SHARED_MEMORY, freeBytes = bytesLeft } = {}) {
  if (!isSuitable(folder, freeBytes)) return null;
  removeLeftovers(folder);
  // The path is short, because those of Unix sockets may have 107 bytes; the pid says whose it is.
  const path = mkdtempSync(join(folder, `${PREFIX}${process.pid}-`));
  // Users of sites and of PostgreSQL have their files in it.
  chmodSync(path, 0o711);
  return { path, remove: () => removeIfPossible(path) };
}

/** A program that has not ended yet may still write to it; what stays is removed by the next run. */
function removeIfPossible(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // The result of the run counts.
  }
}
