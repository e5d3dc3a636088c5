import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';
import { INSTANCE, isMarkedRunning } from './process-mark.ts';

/**
 * Start time of a process, in ticks since boot: field 22 of /proc/{pid}/stat (proc(5)). Null where it cannot be read.
 * The second field is a name in parentheses, which may contain anything.
 */
function startOf(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

const start = startOf(process.pid);

/**
 * Names this process in a file name: `{pid}_{start}_{instance}`. Ids are reused, in a container immediately by the next
 * panel, and two containers have the same ones.
 */
export const PROCESS_NAME = `${process.pid}_${start ?? ''}_${INSTANCE}`;

/**
 * Whether a name that starts with a `PROCESS_NAME`, or a part of one, belongs to another running process: the mark of
 * its instance decides, and id and start time where there is none.
 */
export function isAnothers(name: string): boolean {
  const [, id, began, instance] = /^(\d+)(?:_(\d*))?(?:_([0-9a-f]{8}))?/.exec(name) ?? [];
  if (id === undefined || instance === INSTANCE) return false;
  const running = instance === undefined ? null : isMarkedRunning(instance);
  if (running !== null) return running;
  const pid = Number(id);
  if (pid === process.pid || !isAlive(pid)) return false;
  const now = startOf(pid);
  return !began || now === null || now === began;
}

/** Names this process where paths must be short: `{pid}-{instance}`. */
export const SHORT_NAME = `${process.pid}-${INSTANCE}`;

/** Whether a name that starts with a `SHORT_NAME`, or with `{pid}-`, was left by an ended process. */
export function isLeftBehind(name: string): boolean {
  const [, pid, instance] = /^(\d+)-(?:([0-9a-f]{8})-)?/.exec(name) ?? [];
  return pid !== undefined && instance !== INSTANCE && !isAnothers(`${pid}__${instance ?? ''}`);
}
