import type { Task, TaskStatus, TaskStep } from '@panel/contract';
import { and, desc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { NewTask } from '../context/app-context.ts';
import type { Database } from '../db/database.ts';
import { notification, task, taskLog, workload } from '../db/schema.ts';
import { within, type Scope } from '../db/select-page.ts';
import { currentTrace } from '../lib/running-work.ts';
import { PLATFORM_KINDS } from './platform-kinds.ts';
import type { Notice, TaskError, TaskRow } from './task-kind.ts';

const OPEN = ['queued', 'running', 'cancelling'] as const;
const HELD = ['running', 'cancelling'] as const;
const LOG_LINES = 200;
const NO_LEASE = { leaseUntil: null, leaseOwner: null };
const leaseEnd = (leaseMs: number) => sql`now() + make_interval(secs => ${leaseMs / 1000})`;

/** Matches only the newest attempt; writes of an older one find no row. */
const current = ({ id, attempt }: TaskRow, statuses: readonly TaskStatus[] = HELD) =>
  and(eq(task.id, id), eq(task.attempt, attempt), inArray(task.status, [...statuses]));

/** The running task that changes a resource, or undefined. */
export async function openTaskOf(db: Database, resource: string, resourceId: string): Promise<string | undefined> {
  return (await openWorkOn(db, resource, resourceId))?.id;
}

/** The task that works on a resource, with its kind. */
export async function openWorkOn(
  db: Database,
  resource: string,
  resourceId: string,
): Promise<{ id: string; kind: string } | undefined> {
  const [row] = await db
    .select({ id: task.id, kind: task.kind })
    .from(task)
    .where(and(eq(task.resource, resource), eq(task.resourceId, resourceId), inArray(task.status, OPEN)));
  return row;
}

/** The payloads of all open tasks of a kind. */
export async function openPayloads(db: Database, kind: string): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select({ payload: task.payload })
    .from(task)
    .where(and(eq(task.kind, kind), inArray(task.status, OPEN)));
  return rows.map(({ payload }) => payload);
}

/** The stored steps of a task. */
export async function stepsOf(db: Database, id: string): Promise<TaskStep[]> {
  const [row] = await db.select({ steps: task.steps }).from(task).where(eq(task.id, id));
  return row?.steps ?? [];
}

/** The newest task of a resource that failed, or undefined. */
export async function failedTaskOf(db: Database, resource: string, resourceId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.resource, resource), eq(task.resourceId, resourceId), eq(task.status, 'failed')))
    .orderBy(desc(task.createdAt))
    .limit(1);
  return row?.id;
}

/** The newest tasks of a resource, without their steps. */
export const newestTasksOf = (
  db: Database,
  { resource, resourceId }: { resource: string; resourceId: string },
  limit: number,
) =>
  db
    .select({
      id: task.id,
      kind: task.kind,
      status: task.status,
      error: task.error,
      createdAt: task.createdAt,
      endedAt: task.endedAt,
    })
    .from(task)
    .where(and(eq(task.resource, resource), eq(task.resourceId, resourceId)))
    .orderBy(sql`${task.createdAt} desc nulls first`)
    .limit(limit);

export type TaskValues = Omit<NewTask, 'secrets'> & { resource: string; steps: TaskStep[]; secret: string | null };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The machine that has the files of a resource; of what is no workload none, so that any can run it. */
const machineOf = (resourceId: string) =>
  UUID.test(resourceId) ? sql<string>`(select node_id from workload where id = ${resourceId}::uuid)` : null;

/** Inserts the row; undefined when the resource already has an open task. */
export async function insertTask(tx: Database, values: TaskValues): Promise<string | undefined> {
  const [row] = await tx
    .insert(task)
    .values({ ...values, nodeId: values.nodeId ?? machineOf(values.resourceId), trace: currentTrace() })
    .onConflictDoNothing()
    .returning({ id: task.id });
  return row?.id;
}

/** Claims a free task; undefined when it ended or a living worker holds it. */
export async function claimTask(
  db: Database,
  id: string,
  owner: string,
  leaseMs: number,
): Promise<TaskRow | undefined> {
  const free = or(isNull(task.leaseUntil), lt(task.leaseUntil, sql`now()`));
  const [row] = await db
    .update(task)
    .set({
      status: sql`case when ${task.status} = 'cancelling' then 'cancelling' else 'running' end`,
      attempt: sql`${task.attempt} + 1`,
      notBefore: null,
      leaseOwner: owner,
      leaseUntil: leaseEnd(leaseMs),
      updatedAt: sql`now()`,
    })
    .where(and(eq(task.id, id), inArray(task.status, OPEN), free))
    .returning();
  return row;
}

/** Prolongs the lease; undefined when the task has been taken over. */
export async function renewLease(db: Database, row: TaskRow, leaseMs: number): Promise<TaskStatus | undefined> {
  const [kept] = await db
    .update(task)
    .set({ leaseUntil: leaseEnd(leaseMs) })
    .where(current(row))
    .returning({ status: task.status });
  return kept?.status;
}

/** Releases an unfinished task, so that another worker can claim it immediately. */
export async function releaseLease(db: Database, row: TaskRow): Promise<void> {
  await db
    .update(task)
    .set({ ...NO_LEASE, updatedAt: sql`now()` })
    .where(current(row));
}

/** Releases tasks that a worker claimed without learning of it. */
export async function releaseUnknown(db: Database, worker: string, known: string[]): Promise<void> {
  const unknown = known.length > 0 ? notInArray(task.id, known) : undefined;
  await db
    .update(task)
    .set(NO_LEASE)
    .where(and(inArray(task.status, OPEN), eq(task.leaseOwner, worker), unknown));
}

/** Leases of an embedded database end with the process that held them. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db.update(task).set(NO_LEASE).where(inArray(task.status, OPEN));
}

/** Stores the steps; undefined when the task has been taken over. */
export async function saveSteps(db: Database, row: TaskRow, steps: TaskStep[]): Promise<TaskStatus | undefined> {
  const [kept] = await db
    .update(task)
    .set({ steps, updatedAt: sql`now()` })
    .where(current(row))
    .returning({ status: task.status });
  return kept?.status;
}

/** Releases a task until a step's retry; false when it was cancelled or taken over meanwhile. */
export async function postponeTask(db: Database, row: TaskRow, steps: TaskStep[], seconds: number): Promise<boolean> {
  const kept = await db
    .update(task)
    .set({
      ...NO_LEASE,
      steps,
      retries: sql`${task.retries} + 1`,
      notBefore: sql`now() + make_interval(secs => ${seconds})`,
      updatedAt: sql`now()`,
    })
    .where(current(row, ['running']))
    .returning({ id: task.id });
  return kept.length > 0;
}

/** Flags a task for the worker that runs it; a waiting task is handled immediately. */
export async function markCancelling(tx: Database, id: string): Promise<void> {
  await tx
    .update(task)
    .set({ status: 'cancelling', notBefore: null, updatedAt: sql`now()` })
    .where(eq(task.id, id));
}

export type TaskEnd = { status: 'succeeded' | 'failed' | 'cancelled'; error: TaskError | null; steps: TaskStep[] };

/** Ends the task and wipes its secrets; false when it has been taken over, or cancelled before it succeeded. */
export async function endTask(tx: Database, row: TaskRow, end: TaskEnd): Promise<boolean> {
  const from: readonly TaskStatus[] = end.status === 'succeeded' ? ['running'] : OPEN;
  const ended = await tx
    .update(task)
    .set({ ...end, ...NO_LEASE, secret: null, notBefore: null, endedAt: sql`now()`, updatedAt: sql`now()` })
    .where(current(row, from))
    .returning({ id: task.id });
  return ended.length > 0;
}

/** Whether the attempt is still the newest one, and was cancelled. */
export async function isCancelling(tx: Database, row: TaskRow): Promise<boolean> {
  const found = await tx
    .select({ id: task.id })
    .from(task)
    .where(current(row, ['cancelling']));
  return found.length > 0;
}

/** Notifies the user who started the task, exactly once. */
export async function notifyStarter(
  tx: Database,
  row: Pick<TaskRow, 'id' | 'userId' | 'partnerId'>,
  notice: Notice,
): Promise<void> {
  if (!row.userId) return;
  await tx
    .insert(notification)
    .values({ ...notice, partnerId: row.partnerId, userId: row.userId, dedupeKey: `task:${row.id}` })
    .onConflictDoNothing();
}

/** Adds numbered lines to the log of a task; a number that is taken keeps its line. */
export async function appendLog(db: Database, taskId: string, lines: { line: number; text: string }[]): Promise<void> {
  await db
    .insert(taskLog)
    .values(lines.map((entry) => ({ taskId, ...entry })))
    .onConflictDoNothing();
}

export async function lastLine(db: Database, taskId: string): Promise<number> {
  const [row] = await db
    .select({ line: taskLog.line })
    .from(taskLog)
    .where(eq(taskLog.taskId, taskId))
    .orderBy(desc(taskLog.line))
    .limit(1);
  return row?.line ?? 0;
}

/** The platform's own on a workload of a scope. */
const isPlatforms = (scope: Scope) =>
  and(
    isNull(task.partnerId),
    inArray(task.kind, [...PLATFORM_KINDS]),
    sql`${task.resourceId} in (select ${workload.id}::text from ${workload} where ${within(workload, scope)})`,
  );

/** The row of a task, or undefined when it is out of scope. */
export async function taskRow(db: Database, id: string, scope?: Scope): Promise<TaskRow | undefined> {
  const [row] = await db
    .select()
    .from(task)
    .where(and(eq(task.id, id), scope && or(within(task, scope), isPlatforms(scope))));
  return row;
}

/** The row, locked: other changes wait until the transaction ends. */
export async function lockTask(tx: Database, id: string): Promise<TaskRow | undefined> {
  const [row] = await tx.select().from(task).where(eq(task.id, id)).for('update');
  return row;
}

/** The newest lines of a task's log, oldest first. */
export async function newestLines(db: Database, taskId: string): Promise<Task['log']> {
  const log = await db
    .select()
    .from(taskLog)
    .where(eq(taskLog.taskId, taskId))
    .orderBy(desc(taskLog.line))
    .limit(LOG_LINES);
  return log.reverse().map((entry) => ({ line: entry.line, at: entry.at.toISOString(), text: entry.text }));
}
