import type { HostingDriver } from './driver.ts';
import { HostingError } from './hosting-error.ts';
import { workloadOf } from './preview-id.ts';

/** They answer from memory of what runs here. */
const AT_ONCE: ReadonlySet<string> = new Set<keyof HostingDriver>([
  'endpoint',
  'lease',
  'appDatabaseAddress',
  'portsOf',
]);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type Here = { hasOthers(): boolean; needHere(workloadId: string): Promise<void> };

/**
 * Whatever asks for the files or the processes of a workload that another machine has is refused, instead of finding nothing. Where
 * there is one machine, nothing is asked.
 */
export function keepToMachine(driver: HostingDriver, here: Here): HostingDriver {
  const guarded: Record<string, unknown> = { ...driver };
  for (const [name, member] of Object.entries(guarded)) {
    if (typeof member !== 'function' || AT_ONCE.has(name)) continue;
    const run = member as (...given: unknown[]) => unknown;
    guarded[name] = (...given: unknown[]) => {
      const [first] = given;
      if (typeof first !== 'string' || !here.hasOthers()) return run(...given);
      const id = workloadOf(first);
      return UUID.test(id) ? here.needHere(id).then(() => orElsewhere(run(...given), id, here)) : run(...given);
    };
  }
  return guarded as unknown as HostingDriver;
}

/** What waited for a move has found that the workload is elsewhere now. */
async function orElsewhere(running: unknown, id: string, here: Here): Promise<unknown> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof HostingError && error.code === 'BUSY') await here.needHere(id);
    throw error;
  }
}
