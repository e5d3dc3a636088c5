import { and, asc, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appRun, appRunLog, workload } from '../../db/schema.ts';
import { appsWithin } from '../../db/section.ts';
import type { Scope } from '../../db/select-page.ts';
import type { LogLine } from '../app/app-log.repo.ts';

export type RunRow = typeof appRun.$inferSelect;

/** Runs of one application that are kept. */
const KEPT = 50;
const SHOWN = 20;
const ACTIVE = ['queued', 'running'] as const;

/** Stores a run under the id of its task; older ones than the last fifty are removed. */
export async function insertRun(
  tx: Database,
  values: Pick<RunRow, 'id' | 'appId' | 'command'> & Partial<Pick<RunRow, 'scheduleId' | 'startedBy' | 'createdAt'>>,
): Promise<void> {
  await tx.insert(appRun).values(values).onConflictDoNothing();
  const newest = tx
    .select({ id: appRun.id })
    .from(appRun)
    .where(eq(appRun.appId, values.appId))
    .orderBy(desc(appRun.createdAt), asc(appRun.id))
    .limit(KEPT);
  await tx
    .delete(appRun)
    .where(and(eq(appRun.appId, values.appId), notInArray(appRun.id, newest), notInArray(appRun.status, [...ACTIVE])));
}

/** For tasks, whose run comes from a request that was in scope. */
export async function runOf(db: Database, id: string): Promise<RunRow | undefined> {
  return (await db.select().from(appRun).where(eq(appRun.id, id)))[0];
}

export async function findRun(db: Database, scope: Scope, id: string): Promise<RunRow | undefined> {
  const rows = await db
    .select({ run: appRun })
    .from(appRun)
    .innerJoin(workload, eq(workload.id, appRun.appId))
    .where(and(appsWithin(workload, scope), eq(appRun.id, id)));
  return rows[0]?.run;
}

/** The newest runs of an application. */
export const newestRuns = (db: Database, appId: string): Promise<RunRow[]> =>
  db.select().from(appRun).where(eq(appRun.appId, appId)).orderBy(desc(appRun.createdAt), asc(appRun.id)).limit(SHOWN);

/** The last run of each of an application's scheduled commands. */
export const lastRuns = (db: Database, appId: string): Promise<RunRow[]> =>
  db
    .selectDistinctOn([appRun.scheduleId])
    .from(appRun)
    .where(and(eq(appRun.appId, appId), sql`${appRun.scheduleId} is not null`))
    .orderBy(appRun.scheduleId, desc(appRun.createdAt));

/** Changes a run that has not ended; false when it has. */
export async function changeRun(tx: Database, id: string, change: Partial<RunRow>): Promise<boolean> {
  const rows = await tx
    .update(appRun)
    .set(change)
    .where(and(eq(appRun.id, id), inArray(appRun.status, [...ACTIVE])))
    .returning({ id: appRun.id });
  return rows.length > 0;
}

/** Adds lines after the last one of a run. */
export async function appendRunLines(db: Database, runId: string, line: number, lines: LogLine[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(appRunLog).values({ runId, line, lines }).onConflictDoNothing();
    await tx
      .update(appRun)
      .set({ logLines: line + lines.length - 1 })
      .where(eq(appRun.id, runId));
  });
}

/** The lines of a run from a number on; there are few, because what a command writes is bounded. */
export async function readRunLines(db: Database, runId: string, from: number) {
  const rows = await db
    .select()
    .from(appRunLog)
    .where(and(eq(appRunLog.runId, runId), gt(sql`${appRunLog.line} + jsonb_array_length(${appRunLog.lines})`, from)))
    .orderBy(asc(appRunLog.line));
  return rows
    .flatMap(({ line, lines }) => lines.map((each, index) => ({ line: line + index, ...each })))
    .filter(({ line }) => line >= from);
}
