import type { Task, TaskStep } from '@panel/contract';
import { and, desc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { NewTask } from '../process/app-context.ts';
import type { Database } from '../db/database.ts';
import { notification, task, taskLog } from '../db/schema.ts';
import type { Notice, TaskError, TaskRow } from './task-kind.ts';

const OPEN = ['queued', 'running'] as const;
const LOG_LINES = 200;
/** The step that gives a new site its id; before it ended nobody is told one. */
export const RESERVE_STEP = 'reserve';
const leaseEnd = (leaseMs: number) => sql`now() + make_interval(secs => ${leaseMs / 1000})`;

/** The attempt that is still the newest one; what an older one writes finds no row. */
const current = ({ id, attempt }: TaskRow) =>
  and(eq(task.id, id), eq(task.attempt, attempt), eq(task.status, 'running'));

/** The task that works on a site now, or undefined. */
export async function openTaskOf(db: Database, siteId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.siteId, siteId), inArray(task.status, [...OPEN, 'cancelling'])));
  return row?.id;
}

/** The newest task of a site that failed, or undefined. */
export async function failedTaskOf(db: Database, siteId: string): Promise<Task | undefined> {
  const [row] = await db
    .select({ id: task.id })
    .from(task)
    .where(and(eq(task.siteId, siteId), eq(task.status, 'failed')))
    .orderBy(desc(task.createdAt))
    .limit(1);
  return row && findTask(db, row.id);
}

/** Writes the row; undefined when the site already has an open task. */
export async function insertTask(
  tx: Database,
  given: NewTask,
  steps: TaskStep[],
  secret: string | null,
): Promise<string | undefined> {
  const { kind, partnerId, customerId, userId, siteId, fqdn, payload } = given;
  const [row] = await tx
    .insert(task)
    .values({ kind, partnerId, customerId, userId, siteId, fqdn, payload, steps, secret })
    .onConflictDoNothing()
    .returning({ id: task.id });
  return row?.id;
}

/** Takes a task that nobody holds; undefined when it ended or is held by a living worker. */
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
      status: 'running',
      attempt: sql`${task.attempt} + 1`,
      leaseOwner: owner,
      leaseUntil: leaseEnd(leaseMs),
      updatedAt: sql`now()`,
    })
    .where(and(eq(task.id, id), inArray(task.status, OPEN), free))
    .returning();
  return row;
}

/** Prolongs the lease; false when the task has been taken over. */
export async function renewLease(db: Database, row: TaskRow, leaseMs: number): Promise<boolean> {
  const kept = await db
    .update(task)
    .set({ leaseUntil: leaseEnd(leaseMs) })
    .where(current(row))
    .returning({ id: task.id });
  return kept.length > 0;
}

/** Lets go of a task that is not finished, so that another worker can take it at once. */
export async function releaseLease(db: Database, row: TaskRow): Promise<void> {
  await db
    .update(task)
    .set({ leaseUntil: null, leaseOwner: null, updatedAt: sql`now()` })
    .where(current(row));
}

/** Lets go of tasks that a worker has taken and does not run: it never heard that it had them. */
export async function releaseUnknown(db: Database, worker: string, known: string[]): Promise<void> {
  const unknown = known.length > 0 ? notInArray(task.id, known) : undefined;
  await db
    .update(task)
    .set({ leaseUntil: null, leaseOwner: null })
    .where(and(inArray(task.status, OPEN), eq(task.leaseOwner, worker), unknown));
}

/** Leases of an embedded database die with the process that had it. */
export async function releaseAllLeases(db: Database): Promise<void> {
  await db.update(task).set({ leaseUntil: null, leaseOwner: null }).where(inArray(task.status, OPEN));
}

/** Records the steps; false when the task has been taken over. */
export async function saveSteps(db: Database, row: TaskRow, steps: TaskStep[]): Promise<boolean> {
  const kept = await db
    .update(task)
    .set({ steps, updatedAt: sql`now()` })
    .where(current(row))
    .returning({ id: task.id });
  return kept.length > 0;
}

/** Ends the task and wipes its secrets; false when it has been taken over. */
export async function endTask(
  tx: Database,
  row: TaskRow,
  steps: TaskStep[],
  error: TaskError | null,
): Promise<boolean> {
  const ended = await tx
    .update(task)
    .set({
      status: error ? 'failed' : 'succeeded',
      error,
      steps,
      secret: null,
      leaseUntil: null,
      leaseOwner: null,
      endedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(current(row))
    .returning({ id: task.id });
  return ended.length > 0;
}

/** Tells whoever started the task; once only, whatever happens. */
export async function notifyStarter(tx: Database, row: TaskRow, notice: Notice): Promise<void> {
  if (!row.userId) return;
  await tx
    .insert(notification)
    .values({ ...notice, partnerId: row.partnerId, userId: row.userId, dedupeKey: `task:${row.id}` })
    .onConflictDoNothing();
}

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

/** Who may see a task: everybody of the partner's staff, or the customer whose site it works on. */
export type TaskScope = { partnerId: string; customerId: string | 'staff' };

/** The task as the wire tells it, or undefined where the scope does not reach. */
export async function findTask(db: Database, id: string, scope?: TaskScope): Promise<Task | undefined> {
  const within =
    scope &&
    and(
      eq(task.partnerId, scope.partnerId),
      scope.customerId === 'staff' ? undefined : eq(task.customerId, scope.customerId),
    );
  const [row] = await db
    .select()
    .from(task)
    .where(and(eq(task.id, id), within));
  if (!row) return undefined;
  const reserve = row.steps.find((step) => step.name === RESERVE_STEP);
  const log = await db
    .select()
    .from(taskLog)
    .where(eq(taskLog.taskId, id))
    .orderBy(desc(taskLog.line))
    .limit(LOG_LINES);
  return {
    task_id: row.id,
    kind: row.kind,
    status: row.status,
    percent: percentOf(row),
    steps: row.steps,
    error: row.error,
    log: log.reverse().map((entry) => ({ line: entry.line, at: entry.at.toISOString(), text: entry.text })),
    site_id: reserve && reserve.state !== 'done' ? null : row.siteId,
    fqdn: row.fqdn,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}

function percentOf({ status, steps }: TaskRow): number {
  if (status === 'succeeded') return 100;
  const parts = steps.reduce((sum, step) => sum + (step.state === 'done' ? 1 : step.state === 'running' ? 0.5 : 0), 0);
  return steps.length === 0 ? 0 : Math.min(99, Math.floor((parts / steps.length) * 100));
}
