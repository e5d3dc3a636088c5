import { reopening } from '../../lib/reopening.ts';
import { openRunFolder } from '../process/run-folder.ts';
import type { RunFolder } from '../process/run-folder.ts';
import { findLower } from './lower.ts';
import type { Lower } from './lower.ts';
import { openCgroups } from './site-cgroup.ts';
import type { Cgroups } from './site-cgroup.ts';

/** This process's machine resources for all of its sites. */
export type SiteResources = {
  lower: Lower;
  cgroups(): Promise<Cgroups>;
  run(): Promise<RunFolder>;
  /** Ends every remaining process in our cgroups, and removes cgroups and sockets; they are created again on demand. */
  close(): Promise<void>;
};

/** Opens them, and removes what a killed process left behind. */
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
