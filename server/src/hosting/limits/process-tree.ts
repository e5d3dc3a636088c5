import { readdir, readFile } from 'node:fs/promises';

/** What processes have used: processor time in milliseconds, resident memory in bytes. */
export type ProcessUsage = { cpuMs: number; rssBytes: number };

type ProcessStat = { parent: number; cpuMs: number; rssBytes: number };

/** `USER_HZ` of proc(5), 100 on every architecture that Node runs on, and the page size that /proc counts in. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/**
 * The usage of a process and everything below it, by /proc: for machines without cgroups. Memory that processes share
 * counts once for each of them. All zero where there is no /proc.
 */
export async function usageOfTree(pid: number): Promise<ProcessUsage> {
  const usage = { cpuMs: 0, rssBytes: 0 };
  for (const { cpuMs, rssBytes } of (await treeOf(pid)).values()) {
    usage.cpuMs += cpuMs;
    usage.rssBytes += rssBytes;
  }
  return usage;
}

/** The numbers of a process and of everything below it; none where there is no /proc. */
export async function pidsOfTree(pid: number): Promise<number[]> {
  return [...(await treeOf(pid)).keys()];
}

async function treeOf(pid: number): Promise<Map<number, ProcessStat>> {
  const stats = await readStats();
  const children = Map.groupBy(stats.keys(), (key) => stats.get(key)?.parent ?? 0);
  const tree = new Map<number, ProcessStat>();
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const stat = stats.get(next);
    if (stat === undefined) continue;
    tree.set(next, stat);
    open.push(...(children.get(next) ?? []));
  }
  return tree;
}

async function readStats(): Promise<Map<number, ProcessStat>> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const read = await Promise.all(
    pids.map(
      async (name) => [Number(name), parseStat(await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''))] as const,
    ),
  );
  return new Map(read.filter((entry): entry is readonly [number, ProcessStat] => entry[1] !== null));
}

/**
 * A line of /proc/PID/stat (proc(5), fields 4, 14 to 17 and 24), null when it is none. The command in its second field
 * may hold spaces and brackets.
 */
export function parseStat(line: string): ProcessStat | null {
  const end = line.lastIndexOf(')');
  if (end < 0) return null;
  const field = line
    .slice(end + 2)
    .split(' ')
    .map(Number);
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + (field[index] ?? 0), 0);
  return { parent: field[1] ?? 0, cpuMs: ticks * TICK_MS, rssBytes: (field[21] ?? 0) * PAGE_BYTES };
}
