import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.ts';

/**
 * When a process started, in ticks since the machine did: field 22 of /proc/{pid}/stat (proc(5)). Null where that cannot be
 * read. The second field is a name in brackets, which may hold anything.
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

/** This process in the name of a file: `{pid}_{start}`. Ids are used again, in a container by the next panel at once. */
export const PROCESS_NAME = start === null ? String(process.pid) : `${process.pid}_${start}`;

/** Whether a name that begins with a `PROCESS_NAME`, or with an id alone, belongs to another process that runs now. */
export function isAnothers(name: string): boolean {
  const [, id, began] = /^(\d+)(?:_(\d+))?/.exec(name) ?? [];
  const pid = Number(id);
  if (id === undefined || pid === process.pid || !isAlive(pid)) return false;
  const now = startOf(pid);
  return began === undefined || now === null || now === began;
}
