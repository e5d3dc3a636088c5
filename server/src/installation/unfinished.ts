import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The folder in which a backup is made. */
export const workOf = (dataDir: string): string => path.join(dataDir, 'installation-work');

/** Names backups that are being made, for the next one, if the process is killed or the storage does not answer. */
export const UNFINISHED = 'unfinished';

/** Backups that are being made, and those that did not end: the storage may have some of them. */
export async function unfinishedIn(work: string): Promise<string[]> {
  const noted = (await readFile(path.join(work, UNFINISHED), 'utf8').catch(() => '')).split('\n');
  return noted.filter((id) => /^[\w-]+$/.test(id));
}
