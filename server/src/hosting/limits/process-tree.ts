import { readdir, readFile } from 'node:fs/promises';

/** Resource usage of processes: processor time in milliseconds, resident memory in bytes. */
export type ProcessUsage = { cpuMs: number; rssBytes: number };

type ProcessStat = { parent: number; cpuMs: number; rssBytes: number };

/** `USER_HZ` of proc(5), 100 on every architecture of Node, and the page size of /proc. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/**
 * Usage of a process and its descendants from /proc, for machines without cgroups. Shared memory counts once per
 * process. All zero where /proc is missing.
 */
export async function usageOfTree(pid: number): Promise<ProcessUsage> {
  const usage = { cpuMs: 0, rssBytes: 0 };
  for (const { cpuMs, rssBytes } of (await treeOf(pid)).values()) {
    usage.cpuMs += cpuMs;
    usage.rssBytes += rssBytes;
  }
  return usage;
}

/** Usage of a process and its descendants; empty where /proc is missing. */
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
 * A line of /proc/PID/stat (proc(5), fields 4, 14 to 17 and 24), null when it is invalid. The command in its second
 * field may contain spaces and parentheses.
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
