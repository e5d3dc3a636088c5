import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The cgroup controllers we use; version 1 can have a separate tree for each. */
const CONTROLLERS = ['memory', 'cpu', 'cpuacct', 'pids'] as const;
export type Controller = (typeof CONTROLLERS)[number];

/**
 * This process's own cgroup folder in one tree, and the tree's controllers. In version 2, `cpuacct` is part of `cpu`.
 */
export type OwnCgroup = { version: 1 | 2; folder: string; controllers: Controller[] };

/**
 * Finds this process's cgroups through /proc/self/mountinfo and /proc/self/cgroup (proc(5), cgroups(7)). Leaves out
 * trees without any of our controllers.
 */
export async function ownCgroups(proc = '/proc/self'): Promise<OwnCgroup[]> {
  const [mounts, memberships] = await Promise.all(
    ['mountinfo', 'cgroup'].map((name) => readFile(path.join(proc, name), 'utf8').catch(() => '')),
  );
  const paths = (memberships ?? '')
    .split('\n')
    .map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
    .filter((match) => match !== null);
  const found: OwnCgroup[] = [];
  for (const line of (mounts ?? '').split('\n')) {
    const [own = '', kind = ''] = line.split(' - ');
    const [, , , root = '', mountPoint = ''] = own.split(' ');
    const [type, , superOptions = ''] = kind.split(' ');
    if (type !== 'cgroup' && type !== 'cgroup2') continue;
    const names = superOptions.split(',');
    const membership = paths.find(([, list = '']) =>
      type === 'cgroup2' ? list === '' : list !== '' && list.split(',').every((name) => names.includes(name)),
    );
    const inTree = membership?.[2];
    if (inTree === undefined) continue;
    const below = path.posix.relative(root, inTree);
    const folder = below.startsWith('..') ? mountPoint : path.posix.join(mountPoint, below);
    const controllers =
      type === 'cgroup2' ? await versionTwo(folder) : CONTROLLERS.filter((name) => names.includes(name));
    if (controllers.length > 0 && !found.some((other) => other.folder === folder))
      found.push({ version: type === 'cgroup2' ? 2 : 1, folder, controllers });
  }
  return found;
}

async function versionTwo(folder: string): Promise<Controller[]> {
  const names = (await readFile(path.join(folder, 'cgroup.controllers'), 'utf8').catch(() => '')).trim().split(' ');
  return CONTROLLERS.filter((name) => names.includes(name === 'cpuacct' ? 'cpu' : name));
}
