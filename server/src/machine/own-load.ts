import { availableParallelism, loadavg, totalmem } from 'node:os';
import type { MachineCapabilities, MachineLoad } from '@panel/contract';
import { diskOf } from '../disk/free-space.ts';
import type { Capabilities } from '../hosting/driver.ts';

/** Free memory and load of this machine, and the disk of a folder. A container’s own limit of memory counts. */
export async function ownLoad(dataDir: string): Promise<MachineLoad> {
  const { freeBytes: diskFree, totalBytes: diskTotal } = await diskOf(dataDir);
  const limit = process.constrainedMemory();
  const memoryTotal = limit > 0 && limit < totalmem() ? limit : totalmem();
  return {
    ...{ memoryFree: Math.min(process.availableMemory(), memoryTotal), memoryTotal, diskFree, diskTotal },
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** What this machine can run. */
export const ownCapabilities = (known?: Pick<Capabilities, 'phpVersions' | 'databases'>): MachineCapabilities => ({
  php: (known?.phpVersions ?? []).map(({ version }) => version),
  databases: [...(known?.databases ?? [])],
  cpus: availableParallelism(),
});
