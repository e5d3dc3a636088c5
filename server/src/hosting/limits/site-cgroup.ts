import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteLimits } from '@panel/contract';
import { endAndRemove, openBranches } from './cgroup-tree.ts';
import type { Branch } from './cgroup-tree.ts';
import type { Controller } from './cgroup-base.ts';
import type { ProcessUsage } from './process-tree.ts';

/**
 * How often limits affected a site: processes killed for memory, rejected new processes, slices of 100 ms without a
 * processor.
 */
export type LimitCounts = { memory: number; processes: number; cpu: number };

/** The cgroups of one server or command of a site, one in each tree of this machine. */
export type SiteCgroup = {
  /** Files to which a process writes `0` to join, with all its children; empty without cgroups. */
  joinFiles: readonly string[];
  join(pid: number): Promise<void>;
  controls(name: Controller): boolean;
  /** Processor time of this part, memory of the whole site; null where it is not accounted. */
  usage(): Promise<ProcessUsage | null>;
  counts(): Promise<LimitCounts>;
  /** Ends all processes in it and removes it. */
  close(): Promise<void>;
};

export type Cgroups = {
  controls(name: Controller): boolean;
  site(name: string, limits: SiteLimits): Promise<SiteCgroup>;
  close(): Promise<void>;
};

const PERIOD_US = 100_000;
const CPU_QUOTA = 'cpu.cfs_quota_us';
const MB = 2 ** 20;

/** Creates cgroups for sites, version 1 or 2, as far as this process may; without any, all methods do nothing. */
export async function openCgroups(proc?: string): Promise<Cgroups> {
  const branches = await openBranches(proc);
  let part = 0;
  return {
    controls: (name) => branches.some((branch) => branch.controllers.includes(name)),
    site: (name, limits) => openSite(branches, name, String(++part), limits),
    close: async () => void (await Promise.all(branches.map((branch) => endAndRemove(branch.folder)))),
  };
}

/**
 * Limits apply to the site; each of its servers and commands has a subgroup, so that one can end without the others.
 */
async function openSite(branches: Branch[], name: string, part: string, limits: SiteLimits): Promise<SiteCgroup> {
  const sites = branches.map((branch) => ({ ...branch, folder: path.join(branch.folder, name) }));
  const parts = sites.map((site) => ({ ...site, folder: path.join(site.folder, part) }));
  for (const [index, site] of sites.entries()) {
    // Creates the subgroup first: a site that has one is not removed by another part that ends now.
    await mkdir(parts[index]?.folder ?? site.folder, { recursive: true });
    for (const [file, value, optional] of settingsOf(site, limits)) {
      await writeFile(path.join(site.folder, file), value).catch((error: unknown) => {
        const { code } = error as NodeJS.ErrnoException;
        // Version 1 refuses more than the container has, which is then the limit of the site.
        if (file === CPU_QUOTA && code === 'EINVAL') return;
        // A site that uses more than a smaller plan allows keeps its old limit until it restarts.
        if (!optional && code !== 'EBUSY') throw error;
      });
    }
  }
  const joinFiles = parts.map((branch) => path.join(branch.folder, 'cgroup.procs'));
  const read = async (of: Branch[], controller: Controller, one: NumberIn, two: NumberIn): Promise<number | null> => {
    const branch = of.find((candidate) => candidate.controllers.includes(controller));
    return branch === undefined ? null : readNumber(branch.folder, ...(branch.version === 1 ? one : two));
  };
  // Version 1 counts an event where it happens, version 2 also in the ancestors.
  const events = async (controller: Controller, one: NumberIn, two: NumberIn) =>
    (await Promise.all([sites, parts].map((of) => read(of, controller, one, two)))).reduce<number>(
      (sum, count) => sum + (count ?? 0),
      0,
    );
  return {
    joinFiles,
    join: async (pid) => void (await Promise.all(joinFiles.map((file) => writeFile(file, String(pid))))),
    controls: (controller) => sites.some((branch) => branch.controllers.includes(controller)),
    async usage() {
      const unit = parts.some((branch) => branch.version === 1 && branch.controllers.includes('cpuacct'))
        ? 1_000_000
        : 1000;
      const cpu = await read(parts, 'cpuacct', ['cpuacct.usage'], ['cpu.stat', 'usage_usec']);
      const rss = await read(sites, 'memory', ['memory.stat', 'total_rss'], ['memory.stat', 'anon']);
      return cpu === null || rss === null ? null : { cpuMs: cpu / unit, rssBytes: rss };
    },
    async counts() {
      const [memory, processes, cpu] = await Promise.all([
        events('memory', ['memory.oom_control', 'oom_kill'], ['memory.events', 'oom_kill']),
        events('pids', ['pids.events', 'max'], ['pids.events', 'max']),
        read(sites, 'cpu', ['cpu.stat', 'nr_throttled'], ['cpu.stat', 'nr_throttled']),
      ]);
      return { memory, processes, cpu: cpu ?? 0 };
    },
    async close() {
      await Promise.all(parts.map((branch) => endAndRemove(branch.folder)));
      for (const site of sites) await rmdir(site.folder).catch(() => undefined);
    },
  };
}

type NumberIn = [file: string, key?: string];

type Setting = [file: string, value: string, optional?: true];

/** The kernel's names for our limits (admin-guide/cgroup-v1 and cgroup-v2). Swap is not always accounted, so its limit is optional. */
function settingsOf({ version, controllers }: Branch, limits: SiteLimits): Setting[] {
  const bytes = String(limits.memoryMb * MB);
  const quota = Math.round((limits.cpuPercent / 100) * PERIOD_US);
  const of: Record<Controller, Setting[]> =
    version === 1
      ? {
          // A new limit must not exceed the one for memory and swap together, so a change may need either order.
          memory: [
            ['memory.limit_in_bytes', bytes, true],
            ['memory.memsw.limit_in_bytes', bytes, true],
            ['memory.limit_in_bytes', bytes],
          ],
          cpu: [
            ['cpu.cfs_period_us', String(PERIOD_US)],
            [CPU_QUOTA, String(quota)],
          ],
          cpuacct: [],
          pids: [['pids.max', String(limits.processes)]],
        }
      : {
          memory: [
            ['memory.max', bytes],
            ['memory.swap.max', '0', true],
            ['memory.oom.group', '1', true],
          ],
          cpu: [['cpu.max', `${quota} ${PERIOD_US}`]],
          cpuacct: [],
          pids: [['pids.max', String(limits.processes)]],
        };
  return controllers.flatMap((controller) => of[controller]);
}

/** The number in a file, or after a key at the start of a line; null if there is none. */
async function readNumber(folder: string, file: string, key?: string): Promise<number | null> {
  const text = await readFile(path.join(folder, file), 'utf8').catch(() => '');
  const found =
    key === undefined
      ? text.trim()
      : (text
          .split('\n')
          .find((line) => line.startsWith(`${key} `))
          ?.slice(key.length + 1) ?? '');
  return found === '' || !Number.isFinite(Number(found)) ? null : Number(found);
}
