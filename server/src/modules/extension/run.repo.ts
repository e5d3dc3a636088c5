import type { RunSite, TaskStatus, TaskStep } from '@panel/contract';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { extensionRun, extensionRunSite, task, type StateBefore } from '../../db/schema.ts';
import { within, type Scope } from '../../db/select-page.ts';

export type RunRow = typeof extensionRun.$inferSelect;
export type NewRunSite = typeof extensionRunSite.$inferInsert;

export async function insertRun(tx: Database, values: typeof extensionRun.$inferInsert): Promise<RunRow> {
  const [row] = await tx.insert(extensionRun).values(values).returning();
  if (!row) throw new Error('The run was not stored.');
  return row;
}

export async function insertRunSites(tx: Database, sites: readonly NewRunSite[]): Promise<void> {
  if (sites.length > 0) await tx.insert(extensionRunSite).values([...sites]);
}

export async function findRun(db: Database, scope: Scope, id: string): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(extensionRun)
    .where(and(within(extensionRun, scope), eq(extensionRun.id, id)));
  return row;
}

const shareOf = (steps: readonly TaskStep[]): number =>
  steps.length === 0 ? 0 : Math.floor((100 * steps.filter(({ state }) => state === 'done').length) / steps.length);

type Joined = {
  siteId: string;
  fqdn: string;
  taskId: string | null;
  refused: string | null;
  status: TaskStatus | null;
  steps: TaskStep[] | null;
  error: { message: string } | null;
};

function wireSite({ siteId, fqdn, taskId, refused, status, steps, error }: Joined): RunSite {
  const at = { site_id: siteId, fqdn, task_id: taskId };
  if (!status) return { ...at, status: 'refused', percent: 0, step: null, error: refused };
  const running = steps?.find(({ state }) => state === 'running');
  const step = status === 'running' ? (running?.title ?? null) : null;
  const percent = status === 'succeeded' ? 100 : Math.min(99, shareOf(steps ?? []));
  return { ...at, status, percent, step, error: error?.message ?? null };
}

/** The sites of a run with the state of their tasks, by address. */
export async function runSites(db: Database, runId: string): Promise<RunSite[]> {
  const rows = await db
    .select({
      siteId: extensionRunSite.siteId,
      fqdn: extensionRunSite.fqdn,
      taskId: extensionRunSite.taskId,
      refused: extensionRunSite.refused,
      status: task.status,
      steps: task.steps,
      error: task.error,
    })
    .from(extensionRunSite)
    .leftJoin(task, eq(task.id, extensionRunSite.taskId))
    .where(eq(extensionRunSite.runId, runId))
    .orderBy(asc(extensionRunSite.fqdn));
  return rows.map(wireSite);
}

/** The run that a task belongs to, locked: of tasks that end at the same time, one is the last. */
export async function lockRunOf(tx: Database, taskId: string): Promise<RunRow | undefined> {
  const runs = tx
    .select({ id: extensionRunSite.runId })
    .from(extensionRunSite)
    .where(eq(extensionRunSite.taskId, taskId));
  return (await tx.select().from(extensionRun).where(inArray(extensionRun.id, runs)).for('update'))[0];
}

/** What a task found on its site before its first change; null before that. */
export async function stateBefore(db: Database, taskId: string): Promise<StateBefore | null> {
  const [row] = await db
    .select({ before: extensionRunSite.before })
    .from(extensionRunSite)
    .where(eq(extensionRunSite.taskId, taskId));
  return row?.before ?? null;
}

export async function recordStateBefore(db: Database, taskId: string, before: StateBefore): Promise<void> {
  await db.update(extensionRunSite).set({ before }).where(eq(extensionRunSite.taskId, taskId));
}

/** Removes old runs; their tasks have a retention of their own. */
export async function sweepRuns(db: Database, before: Date): Promise<void> {
  await db.delete(extensionRun).where(lt(extensionRun.createdAt, before));
}
