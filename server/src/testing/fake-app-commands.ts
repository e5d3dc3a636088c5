import { once } from 'node:events';
import type { AppCommands } from '../hosting/driver.ts';
import { abortedError } from '../hosting/hosting-error.ts';

/**
 * Commands for tests of what is above them: `exit 3` ends with code 3, `hang` runs until it is cancelled, and all others say what they
 * are. Real ones are tested on the real driver.
 */
export const createFakeCommands = (): AppCommands => ({
  async runAppCommand(_siteId, command, { log, signal }) {
    log(`running ${command}`);
    if (command === 'hang') {
      if (!signal.aborted) await once(signal, 'abort');
      throw abortedError(signal);
    }
    log('done');
    return { code: Number(/^exit (\d+)$/.exec(command)?.[1] ?? 0), over: null };
  },
});
