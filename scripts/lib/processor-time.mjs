import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts processor time in hundredths of a second (USER_HZ), whatever the processor. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time that ended children have used, with the children that they waited for. 0 where the
 * system has no /proc.
 */
export function processorMsOfChildren() {
  try {
    // Fields 16 and 17 of proc(5); the name of the program, which may contain spaces, ends with the last parenthesis.
    const [, fields = ''] = /\) ([^)]*)$/.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    const [user, system] = fields.split(' ').slice(13, 15).map(Number);
    return (user + system) * TICK_MS;
  } catch {
    return 0;
  }
}

/** Milliseconds that all processors of this machine have worked since it started, for any process. */
export const busyMs = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
