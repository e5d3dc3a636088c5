import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isRunning } from './is-running.mjs';
import { PlainError } from './plain-error.mjs';

const PREFIX = 'panel-slow-';
/** Short, so that a program is slow all the time instead of stopped for part of it. In microseconds. */
const PERIOD = 20_000;

/** This process's cgroups with a processor to divide, its own first, then those above it (cgroups(7), proc(5)). */
function ownCgroups(proc) {
  const memberships = readFileSync(join(proc, 'cgroup'), 'utf8').split('\n');
  const found = [];
  for (const line of readFileSync(join(proc, 'mountinfo'), 'utf8').split('\n')) {
    const [own = '', kind = ''] = line.split(' - ');
    const [, , , root = '', mount = ''] = own.split(' ');
    const [type, , options = ''] = kind.split(' ');
    const version = type === 'cgroup2' ? 2 : type === 'cgroup' && options.split(',').includes('cpu') ? 1 : null;
    if (version === null) continue;
    const mine = memberships.find((entry) => {
      const [, controllers = ''] = entry.split(':');
      return version === 2 ? entry.startsWith('0::') : controllers.split(',').includes('cpu');
    });
    const below = relative(root, mine?.split(':').slice(2).join(':') || '/');
    let folder = below.startsWith('..') ? mount : join(mount, below);
    const [first] = [folder];
    for (; folder.startsWith(mount); folder = dirname(folder)) found.push({ version, folder, own: first });
  }
  return found;
}

/** A cgroup below `folder` with the part of all processors; it throws where this process may not make one. */
function makeGroup({ version, folder }, times) {
  const group = join(folder, `${PREFIX}${process.pid}`);
  const quota = Math.round((cpus().length * PERIOD) / times);
  if (version === 2) {
    // Fails in a cgroup with processes of its own; the one above may do it already.
    if (!readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').split(/\s/).includes('cpu'))
      writeFileSync(join(folder, 'cgroup.subtree_control'), '+cpu');
  }
  mkdirSync(group);
  try {
    if (version === 2) writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD}`);
    else {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
    }
    writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
    return group;
  } catch (error) {
    rmdirSync(group);
    throw error;
  }
}

/** Removes what runs left behind that were killed. */
function removeLeftovers(folder) {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^panel-slow-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) removeGroup(join(folder, name));
  }
}

function removeGroup(group) {
  try {
    for (const entry of readdirSync(group, { withFileTypes: true }))
      if (entry.isDirectory()) removeGroup(join(group, entry.name));
    rmdirSync(group);
  } catch {
    // A process in it has not ended yet; the next run removes it.
  }
}

/**
 * Gives this process, and all that it starts from now on, a part of all processors: 4 is a quarter.
 * @param {number} times
 * @param {{proc?: string}} options
 * @returns {() => void} gives this process back what it had
 * @throws PlainError where no cgroup can be made
 */
export function slowDown(times, { proc = '/proc/self' } = {}) {
  const reasons = [];
  for (const one of existsSync(join(proc, 'mountinfo')) ? ownCgroups(proc) : []) {
    try {
      removeLeftovers(one.folder);
      const group = makeGroup(one, times);
      return () => {
        writeFileSync(join(one.own, 'cgroup.procs'), String(process.pid));
        removeGroup(group);
      };
    } catch (error) {
      reasons.push(error.message);
    }
  }
  throw new PlainError(
    `--slow needs a cgroup that it may write to (Linux, as root)${reasons.length > 0 ? `: ${reasons.at(0)}` : ''}.`,
  );
}
