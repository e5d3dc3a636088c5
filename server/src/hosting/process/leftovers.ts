import { readdir, readFile } from 'node:fs/promises';
import { killGroup } from './run-command.ts';

/** Recorded beside a site while its server runs, so that a later panel process can end it. */
export type ServerRecord = { marker: string };

/** The environment variable that identifies our processes, in case another process gets the same pid. */
export const MARKER_VARIABLE = 'PANEL_SITE_MARKER';

/**
 * Ends what is left of a killed panel's server: every process with the marker in its environment, including workers
 * whose parent is gone. Does nothing where /proc is missing, because a pid alone does not identify a process.
 */
export async function endLeftovers(records: ServerRecord[]): Promise<number> {
  if (records.length === 0) return 0;
  const markers = new Set(records.map((record) => `${MARKER_VARIABLE}=${record.marker}`));
  const groups = new Set<number>();
  for (const pid of await processIds()) {
    const environment = await readText(`/proc/${pid}/environ`);
    if (!environment.split('\0').some((entry) => markers.has(entry))) continue;
    groups.add(await groupOf(pid));
  }
  groups.delete(0);
  for (const group of groups) killGroup(group, 'SIGKILL');
  return groups.size;
}

/** How many processes carry the marker; 0 where /proc is missing. */
export async function countMarked(marker: string): Promise<number> {
  let count = 0;
  for (const pid of await processIds()) {
    if ((await readText(`/proc/${pid}/environ`)).split('\0').includes(`${MARKER_VARIABLE}=${marker}`)) count += 1;
  }
  return count;
}

async function processIds(): Promise<number[]> {
  try {
    return (await readdir('/proc'))
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid > 1 && pid !== process.pid);
  } catch {
    return [];
  }
}

/** The process group, the fifth field of /proc/pid/stat; the command before it may contain spaces and parentheses. */
async function groupOf(pid: number): Promise<number> {
  const stat = await readText(`/proc/${pid}/stat`);
  const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  return Number.isInteger(group) && group > 1 && group !== process.pid ? group : 0;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return '';
  }
}
