import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isLeftBehind, SHORT_NAME } from '../../kernel/process-name.ts';
import { ownCgroups } from './cgroup-base.ts';
import type { Controller, OwnCgroup } from './cgroup-base.ts';

/** Our folder in one cgroup tree; each site gets a folder below it. */
export type Branch = { version: 1 | 2; folder: string; controllers: Controller[] };

const PREFIX = 'panel-sites-';
/** Receives the processes that were in a cgroup before it got sites. */
const BESIDE = 'panel-itself';
const END_ATTEMPTS = 200;

/** All sites together weigh half of one panel process when both want the processor (default 1024 and 100). */
const SITES_SHARES = '512';
const SITES_WEIGHT = '50';

let opened = 0;

/** Creates a branch wherever this process may; ends and removes what a dead process left behind there. */
export async function openBranches(proc?: string): Promise<Branch[]> {
  const name = `${PREFIX}${SHORT_NAME}-${++opened}`;
  const branches = await Promise.all((await ownCgroups(proc)).map((own) => branch(own, name)));
  return branches.filter((made) => made !== null);
}

async function branch(given: OwnCgroup, name: string): Promise<Branch | null> {
  // This process may have moved itself before.
  const own = path.basename(given.folder) === BESIDE ? { ...given, folder: path.dirname(given.folder) } : given;
  await removeLeftovers(own.folder);
  const folder = path.join(own.folder, name);
  try {
    if (own.version === 2) await delegate(own.folder, own.controllers);
    await mkdir(folder, { recursive: true });
    if (own.version === 2) await enable(folder, own.controllers);
    if (own.controllers.includes('cpu'))
      await writeFile(
        path.join(folder, own.version === 2 ? 'cpu.weight' : 'cpu.shares'),
        own.version === 2 ? SITES_WEIGHT : SITES_SHARES,
      );
    return { version: own.version, folder, controllers: own.controllers };
  } catch {
    await rmdir(folder).catch(() => undefined);
    return null;
  }
}

/**
 * Version 2 controls only cgroups without own processes ("no internal processes", cgroups(7)), so the processes here,
 * including this one, move to a cgroup beside the sites.
 */
async function delegate(folder: string, controllers: Controller[]): Promise<void> {
  try {
    return await enable(folder, controllers);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY') throw error;
  }
  const beside = path.join(folder, BESIDE);
  await mkdir(beside, { recursive: true });
  for (const pid of await processesOf(folder))
    await writeFile(path.join(beside, 'cgroup.procs'), String(pid)).catch(() => undefined);
  await enable(folder, controllers);
}

async function enable(folder: string, controllers: Controller[]): Promise<void> {
  const wanted = controllers.filter((name) => name !== 'cpuacct').map((name) => `+${name}`);
  await writeFile(path.join(folder, 'cgroup.subtree_control'), wanted.join(' '));
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(PREFIX) && isLeftBehind(name.slice(PREFIX.length))) await endAndRemove(path.join(folder, name));
  }
}

/** Process ids of a cgroup, without its descendants. */
export async function processesOf(folder: string): Promise<number[]> {
  const text = await readFile(path.join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).map(Number);
}

/**
 * Ends every process of a cgroup and its descendants, then removes the cgroups. Never throws: the next start removes
 * the rest.
 */
export async function endAndRemove(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isDirectory()) await endAndRemove(path.join(folder, entry.name));
  }
  for (let attempt = 0; attempt < END_ATTEMPTS; attempt += 1) {
    for (const pid of await processesOf(folder)) end(pid);
    try {
      return await rmdir(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY') return;
    }
    // A killed process takes a moment to leave its cgroup.
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function end(pid: number): void {
  try {
    if (pid > 1 && pid !== process.pid) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or now belongs to another user: then its cgroup stays.
  }
}
