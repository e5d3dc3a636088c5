import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { minimalEnvironment } from '../runtime/minimal-environment.ts';
import { runCommand } from '../process/run-command.ts';

const TRIES = 10;
const RETRY_MS = 200;

/**
 * Removes a folder with everything below it, links as themselves. On Linux `rm` does it: it works below open folders, so code
 * that still runs cannot lead it elsewhere by a link, and no nesting is too deep for it. What a process is still writing into
 * is tried again, for 2 s in all.
 */
export async function removeTree(folder: string): Promise<void> {
  if (process.platform !== 'linux')
    return rm(folder, { recursive: true, force: true, maxRetries: TRIES, retryDelay: RETRY_MS });
  for (let attempt = 1; ; attempt += 1) {
    const result = await runCommand({
      file: 'rm',
      args: ['-rf', '--one-file-system', '--', folder],
      env: minimalEnvironment(),
    });
    if (result.code === 0) return;
    if (attempt === TRIES) throw Object.assign(new Error(result.stderr.slice(0, 500)), { code: 'ENOTEMPTY' });
    await delay(RETRY_MS);
  }
}
