import type { MachineLoad } from '@panel/contract';

/** A machine that something new could be placed on. */
export type Place = MachineLoad & {
  id: string;
  cpus: number;
  /** How many workloads it has. */
  workloads: number;
};

/** Below this share of free memory or disk, a machine gets something new only where all others are as full. */
const FULL = 0.05;

const share = (part: number, whole: number): number => (whole > 0 ? Math.max(0, Math.min(1, part / whole)) : 0);

/** How much room a machine has, from 0 to 1: what it has the least of counts, and what it has already makes it less. */
export function roomOf({ memoryFree, memoryTotal, diskFree, diskTotal, load, cpus, workloads }: Place): number {
  const processors = Math.max(1, cpus);
  const space = Math.min(share(memoryFree, memoryTotal), share(diskFree, diskTotal));
  // Most workloads sleep, so that memory and load alone would put all of them on one machine.
  const room = Math.min(space, 1 - share(load, processors)) / (1 + workloads / processors);
  return space < FULL ? room / 1000 : room;
}

/**
 * Where something new is placed, of the machines that run and may get something: the one with the most room, and of equal ones
 * the one that has to decide.
 * @returns undefined when there is none
 */
export function choosePlace(places: readonly Place[], own: string): string | undefined {
  const rank = (place: Place): [number, number] => [roomOf(place), place.id === own ? 1 : 0];
  let best: { id: string; rank: [number, number] } | undefined;
  for (const place of places) {
    const [room, isOwn] = rank(place);
    if (!best || room > best.rank[0] || (room === best.rank[0] && isOwn > best.rank[1]))
      best = { id: place.id, rank: [room, isOwn] };
  }
  return best?.id;
}
