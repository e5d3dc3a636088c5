import { randomUUID } from 'node:crypto';
import type { HostingDriver } from '../hosting/index.ts';
import type { MachinePort } from '../context/app-context.ts';

/** The port of an installation of one machine, which asks no others. */
export function oneMachine(driver: HostingDriver): MachinePort {
  const id = randomUUID();
  return {
    ...{ id, joinPort: null, place: () => id, here: () => id },
    needHere: () => undefined,
    isHere: () => true,
    isReached: () => false,
    placeBeside: () => null,
    own: driver,
    isAway: () => false,
    hasOthers: () => false,
    mayServe: () => true,
    ask: async () => null,
    look: async () => undefined,
  };
}
