import { and, asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app, node, partner, staging, task, workload } from '../../db/schema.ts';
import type { SiteRow } from '../site/site.repo.ts';

export const MOVE_KIND = 'workload.move';
const OPEN = ['queued', 'running', 'cancelling'] as const;

/** Sites and applications of a machine by page, the newest first. */
export async function placedOn(db: Database, nodeId: string, { limit, offset }: { limit: number; offset: number }) {
  const where = eq(workload.nodeId, nodeId);
  const rows = await db
    .select({ row: workload, partner: partner.name })
    .from(workload)
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .where(where)
    .orderBy(desc(workload.createdAt), asc(workload.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await db.$count(workload, where) };
}

/** The newest move of each of some workloads. */
export async function newestMoves(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectDistinctOn([task.resourceId])
    .from(task)
    .where(and(eq(task.kind, MOVE_KIND), inArray(task.resourceId, [...ids])))
    .orderBy(task.resourceId, desc(task.createdAt));
}

/** What is on the same machine as a workload and moves with it, itself first: its staging environment, or the other half of its project. */
export async function movingWith(tx: Database, id: string, { lock = false } = {}): Promise<SiteRow[]> {
  const together = sql`${workload.id} = ${id}
    or ${workload.id} in (select s.workload_id from ${staging} s where s.parent_id = ${id})
    or ${workload.id} in (select other.id from ${app} one join ${app} other on other.project_id = one.project_id where one.id = ${id})`;
  const rows = tx
    .select()
    .from(workload)
    .where(together)
    .orderBy(sql`${workload.id} <> ${id}`, asc(workload.id));
  return lock ? rows.for('update') : rows;
}

/** Records, or forgets, that a move works on workloads; those that another task works on stay as they are. */
export async function recordMove(tx: Database, ids: readonly string[], from: string | null, to: string | null) {
  const held = from === null ? isNull(workload.taskId) : eq(workload.taskId, from);
  await tx
    .update(workload)
    .set({ taskId: to, updatedAt: sql`now()` })
    .where(and(inArray(workload.id, [...ids]), held));
}

type Switch = { taskId: string; from: string; to: string; moves: Readonly<Record<string, number>> };

/**
 * From now on the other machine has the workloads. The number of moves is that which both machines have written beside the files: where
 * it is another one, somebody else has moved a workload, and nothing is changed.
 * @returns whether it was done
 */
export async function switchMachine(db: Database, { taskId, from, to, moves }: Switch): Promise<boolean> {
  const ids = Object.keys(moves);
  class Undone extends Error {}
  return db
    .transaction(async (tx) => {
      for (const [id, known] of Object.entries(moves)) {
        const changed = await tx
          .update(workload)
          .set({
            nodeId: to,
            moves: known + 1,
            taskId: null,
            cacheGeneration: sql`${workload.cacheGeneration} + 1`,
            updatedAt: sql`now()`,
          })
          .where(and(eq(workload.id, id), eq(workload.nodeId, from), eq(workload.moves, known)))
          .returning({ id: workload.id });
        if (changed.length === 0) throw new Undone();
      }
      // What waits, and the end of this task, is for whoever has the files.
      await tx
        .update(task)
        .set({ nodeId: to })
        .where(and(inArray(task.status, [...OPEN]), or(eq(task.id, taskId), inArray(task.resourceId, ids))));
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Undone) return false;
      throw error;
    });
}

/** Sets since when a machine is emptied, and that nothing new is placed on it; null ends it. */
export async function emptyNode(db: Database, id: string, since: Date | null): Promise<{ name: string } | undefined> {
  const drainedAt = since && sql`coalesce(${node.drainedAt}, ${since.toISOString()}::timestamptz)`;
  const [row] = await db
    .update(node)
    .set({ emptyingAt: since, ...(drainedAt && { drainedAt }) })
    .where(and(eq(node.id, id), eq(node.state, 'ready'), isNull(node.joinedAt)))
    .returning({ name: node.name });
  return row;
}

/** Since when a machine is emptied. */
export async function emptyingSince(db: Database, id: string): Promise<Date | null> {
  return (await db.select({ at: node.emptyingAt }).from(node).where(eq(node.id, id)))[0]?.at ?? null;
}

const movedSince = (since: Date) =>
  sql`exists (select 1 from ${task} moved where moved.kind = ${MOVE_KIND} and moved.resource_id = ${workload.id}::text
    and moved.created_at >= ${since.toISOString()}::timestamptz)`;
/** It moves with another one, which has the task. */
const isCompanion = sql`(exists (select 1 from ${staging} s where s.workload_id = ${workload.id})
  or exists (select 1 from ${app} one join ${app} other on other.project_id = one.project_id and other.id < one.id where one.id = ${workload.id}))`;

/** Workloads of a machine that no task works on and whose move has not been tried since the machine is emptied. */
export const notTriedSince = (db: Database, nodeId: string, since: Date, limit: number) =>
  db
    .select({ id: workload.id })
    .from(workload)
    .where(
      and(eq(workload.nodeId, nodeId), isNull(workload.taskId), sql`not ${movedSince(since)}`, sql`not ${isCompanion}`),
    )
    .orderBy(asc(workload.id))
    .limit(limit);

/** Open moves of what is on a machine. */
export const openMovesOf = (db: Database, nodeId: string) =>
  db
    .select({ id: task.id, status: task.status })
    .from(task)
    .where(and(eq(task.kind, MOVE_KIND), inArray(task.status, [...OPEN]), eq(task.nodeId, nodeId)));

/** How far machines are that are emptied. Names are written out: in a selection of one table they would mean the inner ones. */
export async function emptyingOf(db: Database) {
  const moves = sql`select 1 from task t where t.kind = ${MOVE_KIND} and t.resource_id = w.id::text`;
  const isOpen = sql`t.status in ('queued', 'running', 'cancelling')`;
  return db
    .select({
      id: node.id,
      since: node.emptyingAt,
      left: sql<number>`(select count(*)::int from workload w where w.node_id = node.id)`,
      moving: sql<number>`(select count(*)::int from workload w where w.node_id = node.id and exists (${moves} and ${isOpen}))`,
      failed: sql<number>`(select count(*)::int from workload w where w.node_id = node.id
        and exists (${moves} and t.status in ('failed', 'cancelled') and t.created_at >= node.emptying_at)
        and not exists (${moves} and ${isOpen}))`,
    })
    .from(node)
    .where(sql`node.emptying_at is not null`);
}
