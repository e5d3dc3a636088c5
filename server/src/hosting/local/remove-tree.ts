import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { runCommand } from '../process/run-command.ts';

const TRIES = 10;
const RETRY_MS = 200;

/**
 * Removes a folder and everything below it; a link is removed itself. On Linux it runs `rm`, which works below open
 * folders, so that running code cannot lead it elsewhere by a link, and which has no depth limit. Retries for 2 s
 * while a process still writes.
 * @param onRemoved gets the number of files and folders that are removed so far; on Linux only
 */
export async function removeTree(folder: string, onRemoved?: (count: number) => void): Promise<void> {
  if (process.platform !== 'linux')
    return rm(folder, { recursive: true, force: true, maxRetries: TRIES, retryDelay: RETRY_MS });
  for (let attempt = 1; ; attempt += 1) {
    const args = ['-rf', ...(onRemoved ? ['-v'] : []), '--one-file-system', '--', folder];
    const result = await runCommand({ file: 'rm', args, env: minimalEnvironment() }, undefined, onRemoved);
    if (result.code === 0) return;
    if (attempt === TRIES) throw Object.assign(new Error(result.stderr.slice(0, 500)), { code: 'ENOTEMPTY' });
    await delay(RETRY_MS);
  }
}

/** The number of files and folders in a folder, itself included; undefined where it cannot be counted. */
export async function countTree(folder: string): Promise<number | undefined> {
  const counted = await runCommand({
    file: 'du',
    args: ['--inodes', '--summarize', '--one-file-system', '--', folder],
    env: minimalEnvironment(),
  }).catch(() => null);
  return Number(/^\d+/.exec(counted?.stdout ?? '')?.[0]) || undefined;
}
