import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { HostingError } from '../hosting/index.ts';
import { isLeaving } from '../hosting/leaving.ts';
import type { Clock } from '../kernel/clock-and-log.ts';
import { machineOf } from './placed.repo.ts';
import { ElsewhereError } from '../kernel/elsewhere-error.ts';
import { PanelError } from '../kernel/errors.ts';

const KEEP_MS = 2_000;
const MAX_ENTRIES = 5_000;
/** How long whoever asks for a workload waits until it has moved. */
const MOVE_MS = 15_000;
const LOOK_MS = 50;

/** Where workloads are, for the driver and the edge of this machine. */
export type Where = {
  /** Whether there is another machine, so that there is something to ask. */
  hasOthers(): boolean;
  /** Rejects with ElsewhereError when another machine has the workload, and with MACHINE_AWAY once this one may serve nothing. */
  needHere(workloadId: string): Promise<void>;
  /**
   * For a workload that should be here: the machine that has it now, if it has left or leaves; waits for the end of a move.
   * @throws HostingError `BUSY` for one that takes too long
   */
  leftTo(workloadId: string): Promise<string | null>;
  /** Forgets where workloads are. */
  forget(): void;
};

type Deps = {
  db: Database;
  machine: { isHere(nodeId: string): boolean; hasOthers(): boolean; mayServe(): boolean };
  clock: Clock;
  dataDir: string;
};

/** Remembers for a moment where workloads are. One that is not written down yet is where it is being made. */
export function createWhere({ db, machine, clock, dataDir }: Deps): Where {
  const known = new Map<string, { nodeId: Promise<string | null>; until: number }>();
  const leftTo: Where['leftTo'] = async (id) => {
    if (!machine.hasOthers() || !(await isLeaving(dataDir, id))) return null;
    known.delete(id);
    const until = Date.now() + MOVE_MS;
    for (;;) {
      const nodeId = await machineOf(db, id);
      if (nodeId !== null && !machine.isHere(nodeId)) return nodeId;
      if (!(await isLeaving(dataDir, id))) return null;
      if (Date.now() > until)
        throw new HostingError('BUSY', 'This site is being moved to another server. Try again in a moment.', {
          retryable: true,
        });
      await wait(LOOK_MS);
    }
  };
  return {
    hasOthers: machine.hasOthers,
    leftTo,
    forget: () => known.clear(),
    async needHere(id) {
      // Others may have taken it over, and this machine cannot ask.
      if (!machine.mayServe()) throw new PanelError('MACHINE_AWAY');
      const now = clock.now().getTime();
      let entry = known.get(id);
      if (!entry || entry.until < now) {
        entry = { nodeId: machineOf(db, id), until: now + KEEP_MS };
        entry.nodeId.catch(() => known.delete(id));
        known.delete(id);
        known.set(id, entry);
        const [oldest] = known.keys();
        if (known.size > MAX_ENTRIES && oldest !== undefined) known.delete(oldest);
      }
      const nodeId = await entry.nodeId;
      const other = nodeId !== null && !machine.isHere(nodeId) ? nodeId : await leftTo(id);
      if (other !== null) throw new ElsewhereError(other);
    },
  };
}
