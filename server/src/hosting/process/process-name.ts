import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';

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

/** Names this process in a file name: `{pid}_{start}`. Ids are reused, in a container immediately by the next panel. */
export const PROCESS_NAME = start === null ? String(process.pid) : `${process.pid}_${start}`;

/** Whether a name that starts with a `PROCESS_NAME`, or with an id alone, belongs to another running process. */
export function isAnothers(name: string): boolean {
  const [, id, began] = /^(\d+)(?:_(\d+))?/.exec(name) ?? [];
  const pid = Number(id);
  if (id === undefined || pid === process.pid || !isAlive(pid)) return false;
  const now = startOf(pid);
  return began === undefined || now === null || now === began;
}
