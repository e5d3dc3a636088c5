import { openRunFolder } from '../process/run-folder.ts';
import type { RunFolder } from '../process/run-folder.ts';
import { findLower } from './lower.ts';
import type { Lower } from './lower.ts';
import { openCgroups } from './site-cgroup.ts';
import type { Cgroups } from './site-cgroup.ts';

/** What this process has of the machine for all of its sites. */
export type SiteResources = {
  lower: Lower;
  cgroups(): Promise<Cgroups>;
  run(): Promise<RunFolder>;
  /** Ends every process that is left in a cgroup of ours, and removes cgroups and sockets; they are made again when they are needed. */
  close(): Promise<void>;
};

/** Opens them, and removes what an earlier process left behind that was killed. */
export async function openSiteResources(dataDir: string): Promise<SiteResources> {
  const lower = await findLower();
  const cgroups = reopening(() => openCgroups());
  const run = reopening(() => openRunFolder(dataDir));
  await Promise.all([cgroups.get(), run.get()]);
  return {
    lower,
    cgroups: cgroups.get,
    run: run.get,
    close: async () => void (await Promise.all([cgroups.close(), run.close()])),
  };
}

function reopening<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
): { get(): Promise<T>; close(): Promise<void> } {
  let current: Promise<T> | null = null;
  return {
    get: () => (current ??= open()),
    async close() {
      const last = current;
      current = null;
      await (await last)?.close();
    },
  };
}
