import type { Database } from '../db/database.ts';
import type { Clock } from '../kernel/clock-and-log.ts';
import { machineOf } from './placed.repo.ts';
import { ElsewhereError } from '../kernel/elsewhere-error.ts';

const KEEP_MS = 2_000;
const MAX_ENTRIES = 5_000;

/** Where workloads are, for the driver of this machine. */
export type Where = {
  /** Whether there is another machine, so that there is something to ask. */
  hasOthers(): boolean;
  /** Rejects with ElsewhereError when another machine has the workload. */
  needHere(workloadId: string): Promise<void>;
};

type Deps = { db: Database; machine: { isHere(nodeId: string): boolean; hasOthers(): boolean }; clock: Clock };

/** Remembers for a moment where workloads are. One that is not written down yet is where it is being made. */
export function createWhere({ db, machine, clock }: Deps): Where {
  const known = new Map<string, { nodeId: Promise<string | null>; until: number }>();
  return {
    hasOthers: machine.hasOthers,
    async needHere(id) {
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
      if (nodeId !== null && !machine.isHere(nodeId)) throw new ElsewhereError(nodeId);
    },
  };
}
