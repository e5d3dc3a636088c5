import type { PlanState } from '@panel/contract';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../db/database.ts';
import { extensionRun, extensionRunSite, task, type Findings, type StateBefore } from '../../db/schema.ts';
import { within, type Scope } from '../../db/select-page.ts';
import type { PlanRow, PlanSiteRow } from '../../tasks/plan-kind.ts';

export type RunRow = PlanRow;
export type NewRunSite = typeof extensionRunSite.$inferInsert;
export type StoredRunSite = typeof extensionRunSite.$inferSelect;

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

export type RunSiteRow = PlanSiteRow;

/** The sites of a run with the state of their tasks, by wave and address. */
export async function runSites(db: Database, runId: string): Promise<RunSiteRow[]> {
  const undo = alias(task, 'undo');
  const rows = await db
    .select({
      row: extensionRunSite,
      task: { status: task.status, steps: task.steps, error: task.error },
      undo: { status: undo.status, steps: undo.steps, error: undo.error },
    })
    .from(extensionRunSite)
    .leftJoin(task, eq(task.id, extensionRunSite.taskId))
    .leftJoin(undo, eq(undo.id, extensionRunSite.undoTaskId))
    .where(eq(extensionRunSite.runId, runId))
    .orderBy(asc(sql`coalesce(${extensionRunSite.wave}, 0)`), asc(extensionRunSite.fqdn));
  return rows.map(({ row, ...tasks }) => ({ ...row, ...tasks }));
}

/** Records what was started or decided for a site of a run. */
export async function changeRunSite(
  tx: Database,
  { runId, siteId }: Pick<StoredRunSite, 'runId' | 'siteId'>,
  change: Partial<Omit<StoredRunSite, 'runId' | 'siteId'>>,
): Promise<void> {
  await tx
    .update(extensionRunSite)
    .set(change)
    .where(and(eq(extensionRunSite.runId, runId), eq(extensionRunSite.siteId, siteId)));
}

/** Changes the state of a plan. */
export async function changeRun(
  tx: Database,
  id: string,
  change: { state: PlanState; isDifferenceAccepted?: boolean },
): Promise<void> {
  await tx.update(extensionRun).set(change).where(eq(extensionRun.id, id));
}

/** A run of a scope, locked: decisions and ends of tasks happen one after the other. */
export async function lockRun(tx: Database, scope: Scope, id: string): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(extensionRun)
    .where(and(within(extensionRun, scope), eq(extensionRun.id, id)))
    .for('update');
  return row;
}

/** The next running plan by id that no other transaction works on, locked. */
export async function lockRunningPlan(tx: Database, after: string | null): Promise<RunRow | undefined> {
  const [row] = await tx
    .select()
    .from(extensionRun)
    .where(and(eq(extensionRun.state, 'running'), after === null ? undefined : gt(extensionRun.id, after)))
    .orderBy(asc(extensionRun.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return row;
}

const PLANS_MAX = 20;
/** States of a plan about which something is decided yet. */
const OPEN: PlanState[] = ['running', 'review', 'halted'];

/** Plans of a scope that have not ended, the newest first. */
export const openPlans = (db: Database, scope: Scope, kind: RunRow['kind']): Promise<RunRow[]> =>
  db
    .select()
    .from(extensionRun)
    .where(and(within(extensionRun, scope), eq(extensionRun.kind, kind), inArray(extensionRun.state, OPEN)))
    .orderBy(desc(extensionRun.createdAt))
    .limit(PLANS_MAX);

/** Those of the sites that a plan has not ended with: it will change them, or can still undo what it changed. */
export async function inOpenPlans(db: Database, siteIds: readonly string[]): Promise<Set<string>> {
  if (siteIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ siteId: extensionRunSite.siteId })
    .from(extensionRunSite)
    .innerJoin(extensionRun, eq(extensionRun.id, extensionRunSite.runId))
    .where(
      and(
        inArray(extensionRunSite.siteId, [...siteIds]),
        inArray(extensionRun.state, OPEN),
        isNull(extensionRunSite.refused),
        isNull(extensionRunSite.outcome),
      ),
    );
  return new Set(rows.map(({ siteId }) => siteId));
}

/** The run that a task belongs to, locked: of tasks that end at the same time, one is the last. */
export async function lockRunOf(tx: Database, taskId: string): Promise<RunRow | undefined> {
  const runs = tx
    .select({ id: extensionRunSite.runId })
    .from(extensionRunSite)
    .where(or(eq(extensionRunSite.taskId, taskId), eq(extensionRunSite.undoTaskId, taskId)));
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

/** The site of a run that a task changes, or undefined. */
export async function runSiteOfTask(db: Database, taskId: string): Promise<StoredRunSite | undefined> {
  return (await db.select().from(extensionRunSite).where(eq(extensionRunSite.taskId, taskId)))[0];
}

/** Whether the customer can still undo what a task of a plan has changed. */
export async function isToBeReviewed(db: Database, taskId: string): Promise<boolean> {
  const [row] = await db
    .select({ findings: extensionRunSite.findings })
    .from(extensionRunSite)
    .innerJoin(extensionRun, eq(extensionRun.id, extensionRunSite.runId))
    .where(
      and(
        eq(extensionRunSite.taskId, taskId),
        eq(extensionRun.isDifferenceAccepted, false),
        inArray(extensionRun.state, OPEN),
      ),
    );
  return Boolean(row?.findings.differences?.length);
}

/** Adds to what a task has found out about its site. */
export async function recordFindings(db: Database, taskId: string, findings: Findings): Promise<void> {
  await db
    .update(extensionRunSite)
    .set({ findings: sql`${extensionRunSite.findings} || ${JSON.stringify(findings)}::jsonb` })
    .where(eq(extensionRunSite.taskId, taskId));
}

/** Sites of old runs for which more is kept than a row. */
export const oldRunSites = (db: Database, before: Date): Promise<StoredRunSite[]> =>
  db
    .select(getTableColumns(extensionRunSite))
    .from(extensionRunSite)
    .innerJoin(extensionRun, eq(extensionRun.id, extensionRunSite.runId))
    .where(
      and(lt(extensionRun.createdAt, before), sql`${extensionRunSite.findings} ?| array['pictures', 'differences']`),
    );

/** Removes old runs; their tasks have a retention of their own. */
export async function deleteRuns(db: Database, before: Date): Promise<void> {
  await db.delete(extensionRun).where(lt(extensionRun.createdAt, before));
}
