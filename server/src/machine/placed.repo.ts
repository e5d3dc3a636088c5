import { existsSync } from 'node:fs';
import path from 'node:path';
import { and, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { MACHINE_LOST_SECONDS } from '@panel/contract';
import type { Database } from '../db/database.ts';
import { task, workload } from '../db/schema.ts';
import { fenceOfSync } from '../hosting/leaving.ts';

const AT_ONCE = 500;

/** The machine that has a workload; null for one that nobody has claimed, or that is not written down. */
export async function machineOf(db: Database, id: string): Promise<string | null> {
  const [row] = await db.select({ nodeId: workload.nodeId }).from(workload).where(eq(workload.id, id));
  return row?.nodeId ?? null;
}

/** What a claim needs to know: `hasOthers` is another machine with the database, `isEmbedded` a database in the data folder. */
type Claim = { id: string; dataDir: string; hasOthers: boolean; isEmbedded: boolean };

async function take(db: Database, id: string, which: SQL | undefined): Promise<number> {
  const rows = await db.update(workload).set({ nodeId: id }).where(which).returning({ id: workload.id });
  return rows.length;
}

/** Nobody has claimed it, or the machine that has it does not run. */
const isFree = (id: string): SQL =>
  sql`(${workload.nodeId} is null or (${workload.nodeId} <> ${id} and not exists (select 1 from node m
    where m.id = ${workload.nodeId} and m.state = 'ready' and m.processes <> '{}'::jsonb
      and m.seen_at > now() - make_interval(secs => ${MACHINE_LOST_SECONDS}))))`;

/** Free workloads whose folders are here. */
async function takeByFolder(db: Database, { id, dataDir }: Claim): Promise<number> {
  let taken = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const some = await db
      .select({ id: workload.id, moves: workload.moves })
      .from(workload)
      .where(and(isFree(id), sql`${workload.id} > ${after}`))
      .orderBy(workload.id)
      .limit(AT_ONCE);
    const last = some.at(-1);
    if (!last) return taken;
    // What a workload has left behind when it moved is not the workload.
    const isHere = ({ id: each, moves }: (typeof some)[number]): boolean => {
      const root = path.join(dataDir, 'sites', each);
      return existsSync(root) && fenceOfSync(root) === moves;
    };
    const here = some.filter(isHere).map((row) => row.id);
    if (here.length > 0) taken += await take(db, id, and(isFree(id), inArray(workload.id, here)));
    after = last.id;
  }
}

/**
 * Claims workloads at the start: those from before machines had any, and, after a restore of the installation in a new data
 * folder, those of the machine that it was before, which does not run. A machine that was always the only one takes all that nobody has; otherwise each takes
 * those whose folder it has. What nobody claims has no files yet, and any machine may work on it. An embedded database is in the
 * data folder, so that everything in it is here.
 */
export async function claimWorkloads(db: Database, claim: Claim): Promise<void> {
  const { id, hasOthers, isEmbedded } = claim;
  const unclaimed = isNull(workload.nodeId);
  const taken = isEmbedded
    ? await take(db, id, or(unclaimed, ne(workload.nodeId, id)))
    : hasOthers
      ? await takeByFolder(db, claim)
      : await take(db, id, unclaimed);
  if (taken === 0) return;
  // Open tasks may still name another mark.
  await db
    .update(task)
    .set({ nodeId: id })
    .where(
      and(
        inArray(task.status, ['queued', 'running', 'cancelling']),
        sql`${task.resourceId} in (select id::text from workload where ${eq(workload.nodeId, id)})`,
      ),
    );
}
