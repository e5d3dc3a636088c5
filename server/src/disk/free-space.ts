import { existsSync, statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

export const MB = 1024 * 1024;

/** The file system that a folder is on, or will be on: free bytes for this user, and its size. */
export async function diskOf(folder: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(nearest(folder));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Free bytes at once, for the moments of a start and of a failure. */
export function freeBytesNow(folder: string): number {
  const { bavail, bsize } = statfsSync(nearest(folder));
  return bavail * bsize;
}

function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}
