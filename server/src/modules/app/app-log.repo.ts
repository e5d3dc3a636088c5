import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appBuild, appBuildLog } from '../../db/schema.ts';

export type LogLine = { at: string; text: string };

/** Lines of one answer. */
export const LOG_LINES = 2000;

/** Adds lines after the last one of a build. Repeated after a crash, the same first line is stored once. */
export async function appendLines(db: Database, buildId: string, first: number, lines: LogLine[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(appBuildLog).values({ buildId, line: first, lines }).onConflictDoNothing();
    await tx
      .update(appBuild)
      .set({ logLines: sql`greatest(${appBuild.logLines}, ${first + lines.length - 1})` })
      .where(eq(appBuild.id, buildId));
  });
}

/** At most `LOG_LINES` lines of a build from a number on. */
export async function readLines(
  db: Database,
  buildId: string,
  from: number,
): Promise<{ line: number; at: string; text: string }[]> {
  const rows = await db
    .select()
    .from(appBuildLog)
    .where(
      and(
        eq(appBuildLog.buildId, buildId),
        gt(sql`${appBuildLog.line} + jsonb_array_length(${appBuildLog.lines})`, from),
        lte(appBuildLog.line, from + LOG_LINES),
      ),
    )
    .orderBy(asc(appBuildLog.line));
  return rows
    .flatMap(({ line, lines }) => lines.map((each, index) => ({ line: line + index, ...each })))
    .filter(({ line }) => line >= from)
    .slice(0, LOG_LINES);
}

/** A build that begins anew has no lines of its former attempt. */
export async function clearLines(db: Database, buildId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(appBuildLog).where(eq(appBuildLog.buildId, buildId));
    await tx.update(appBuild).set({ logLines: 0, logLeftOut: 0 }).where(eq(appBuild.id, buildId));
  });
}
