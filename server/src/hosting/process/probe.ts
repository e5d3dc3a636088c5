import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { isAnothers, PROCESS_NAME } from '../../kernel/process-name.ts';

const PREFIX = '.probe-';
/** A busy machine starts a sandbox slowly: each attempt waits longer than the previous one. */
const DEADLINES_MS = [15_000, 30_000, 60_000];

const inUse = new Set<string>();

/** Lends a new folder beside the sites to try a sandbox in. Its name carries this process. */
export async function withProbeFolder<T>(dataDir: string, use: (folder: string) => Promise<T>): Promise<T> {
  const sites = path.join(dataDir, 'sites');
  await mkdir(sites, { recursive: true, mode: 0o711 });
  const folder = await mkdtemp(path.join(sites, `${PREFIX}${PROCESS_NAME}-`));
  inUse.add(path.basename(folder));
  try {
    return await use(folder);
  } finally {
    inUse.delete(path.basename(folder));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a running process, this or another panel, tries a sandbox in the folder of this name. */
export function isProbeInUse(name: string): boolean {
  return inUse.has(name) || (name.startsWith(PREFIX) && isAnothers(name.slice(PREFIX.length)));
}

/** Tries up to three times, so that one slow start does not cause a weaker sandbox for the life of this process. */
export async function worksAtLast(attempt: (deadlineMs: number) => Promise<boolean>): Promise<boolean> {
  for (const deadlineMs of DEADLINES_MS) if (await attempt(deadlineMs)) return true;
  return false;
}
