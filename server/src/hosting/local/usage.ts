import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Usage } from '../driver.ts';

/** Counts the files below a folder and their sizes; links count as themselves, what vanishes meanwhile not at all. */
export async function folderUsage(folder: string): Promise<Usage> {
  const total = { bytes: 0, files: 0 };
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      const below = await folderUsage(file);
      total.bytes += below.bytes;
      total.files += below.files;
    } else {
      total.bytes += (await lstat(file).catch(() => ({ size: 0 }))).size;
      total.files += 1;
    }
  }
  return total;
}
