import { existsSync, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

export const MB = 1024 * 1024;

export type Disk = { freeBytes: number; totalBytes: number; freeInodes: number; totalInodes: number };

/**
 * The file system of an existing or future folder: its size and the bytes free for this user, and the same for inodes
 * (each file and folder takes one). A total of 0 inodes means that the file system creates them on demand.
 */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(nearest(folder));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeInodes: ffree, totalInodes: files };
}

/** Free bytes, synchronously, for use at start and after a failure. */
export function freeBytesNow(folder: string): number {
  const { bavail, bsize } = statfsSync(nearest(folder));
  return bavail * bsize;
}

function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}
