import { MACHINE_LOST_SECONDS, type MachineLoad } from '@panel/contract';
import type { NodeProcess, NodeReach } from '../db/schema/node.table.ts';
import { choosePlace, type Place } from './placement.ts';

/** A machine with the database, as a report of another one reads it. */
export type ListedMachine = MachineLoad & {
  id: string;
  name: string;
  state: 'ready' | 'revoked';
  silentSeconds: number;
  isDrained: boolean;
  cpus: number;
  workloads: number;
  /** Versions of PHP that it has. */
  php: readonly string[];
  processes: Record<string, NodeProcess>;
};

export type Machines = {
  /** Takes what a report has read; null where this machine is the only one. */
  learn(listed: readonly ListedMachine[] | null): void;
  /** Whether there is another machine with the database. */
  hasOthers(): boolean;
  /** Whether another machine may take over what this one has: one with the database that was not revoked, whether it runs or not. */
  hasPeers(): boolean;
  /** Whether what a row's `node_id` says is on this machine. Null is everywhere: nobody has claimed it. */
  isHere(nodeId: string | null): boolean;
  /** Where another machine is reached; null while it is lost, has stopped, was revoked, or listens to none. */
  reach(nodeId: string): NodeReach | null;
  /** Whether a machine may pass requests on: one with the database that was not revoked. */
  mayRelay(nodeId: string): boolean;
  /** Where something new is placed. */
  place(): string;
  /** Where something goes that leaves a machine; null when no other runs that has this release series of PHP, if it needs one. */
  placeBeside(nodeId: string, php?: string | null): string | null;
};

function reachOf({ state, silentSeconds, processes }: ListedMachine): NodeReach | null {
  if (state !== 'ready' || silentSeconds > MACHINE_LOST_SECONDS) return null;
  const newest = Object.values(processes)
    .filter(({ reach }) => reach)
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return newest[0]?.reach ?? null;
}

/** The machines that this one knows of. They are read with each of its reports, so that no visit and no call asks for them. */
export function createMachines(own: string): Machines {
  let known: ReadonlyMap<string, ListedMachine> = new Map();
  /** Since the last report. */
  const placed = new Map<string, number>();
  const placeOf = (machine: ListedMachine): Place => ({
    ...machine,
    workloads: machine.workloads + (placed.get(machine.id) ?? 0),
  });
  const choose = (except: string | null, php: string | null = null): string | undefined => {
    const open = [...known.values()].filter(
      (machine) =>
        machine.id !== except &&
        !machine.isDrained &&
        (php === null || machine.php.some((version) => `${version}.`.startsWith(`${php}.`))) &&
        machine.state === 'ready' &&
        (machine.id === own || reachOf(machine)),
    );
    return choosePlace(open.map(placeOf), own);
  };
  const count = (chosen: string): string => {
    placed.set(chosen, (placed.get(chosen) ?? 0) + 1);
    return chosen;
  };
  return {
    learn(listed) {
      known = new Map((listed ?? []).map((machine) => [machine.id, machine]));
      placed.clear();
    },
    hasOthers: () => [...known.keys()].some((id) => id !== own),
    hasPeers: () => [...known.values()].some(({ id, state }) => id !== own && state === 'ready'),
    isHere: (nodeId) => nodeId === null || nodeId === own,
    reach(nodeId) {
      const machine = known.get(nodeId);
      return machine ? reachOf(machine) : null;
    },
    mayRelay: (nodeId) => known.get(nodeId)?.state === 'ready',
    place: () => count(choose(null) ?? own),
    placeBeside(nodeId, php) {
      const chosen = choose(nodeId, php);
      return chosen === undefined ? null : count(chosen);
    },
  };
}
