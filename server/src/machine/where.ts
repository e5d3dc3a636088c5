import { eq } from 'drizzle-orm';
import type { MachinePort } from '../context/app-context.ts';
import type { Database } from '../db/database.ts';
import { workload } from '../db/schema.ts';
import type { Clock } from '../kernel/clock-and-log.ts';
import { ElsewhereError } from './elsewhere-error.ts';

const KEEP_MS = 2_000;
const MAX_ENTRIES = 5_000;

/** Where workloads are, for the driver of this machine. */
export type Where = {
  /** Whether there is another machine, so that there is something to ask. */
  hasOthers(): boolean;
  /** Rejects with ElsewhereError when another machine has the workload. */
  needHere(workloadId: string): Promise<void>;
};

type Deps = { db: Database; machine: Pick<MachinePort, 'isHere'> & { hasOthers(): boolean }; clock: Clock };

/** Remembers for a moment where workloads are. One that is not written down yet is where it is being made. */
export function createWhere({ db, machine, clock }: Deps): Where {
  const known = new Map<string, { nodeId: Promise<string | null>; until: number }>();
  const read = async (id: string): Promise<string | null> => {
    const [row] = await db.select({ nodeId: workload.nodeId }).from(workload).where(eq(workload.id, id));
    return row?.nodeId ?? null;
  };
  return {
    hasOthers: machine.hasOthers,
    async needHere(id) {
      const now = clock.now().getTime();
      let entry = known.get(id);
      if (!entry || entry.until < now) {
        entry = { nodeId: read(id), until: now + KEEP_MS };
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
