import { existsSync, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

export const MB = 1024 * 1024;

export type Disk = { freeBytes: number; totalBytes: number; freeInodes: number; totalInodes: number };

/**
 * The file system that a folder is on, or will be on: free bytes for this user and its size, and the same for inodes, of
 * which each file and folder takes one. No inodes in total: the file system makes them as it needs them.
 */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(nearest(folder));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeInodes: ffree, totalInodes: files };
}

/** Free bytes at once, for the moments of a start and of a failure. */
export function freeBytesNow(folder: string): number {
  const { bavail, bsize } = statfsSync(nearest(folder));
  return bavail * bsize;
}

function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}
