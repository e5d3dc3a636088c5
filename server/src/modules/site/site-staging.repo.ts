import { and, eq, gt, or } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { staging } from '../../db/schema.ts';

export type StagingRow = typeof staging.$inferSelect;

/** The record of a staging site, or undefined for any other site. */
export async function stagingOf(db: Database, siteId: string): Promise<StagingRow | undefined> {
  return (await db.select().from(staging).where(eq(staging.workloadId, siteId)))[0];
}

/** The staging environment of a live site, or undefined. */
export async function childOf(db: Database, parentId: string): Promise<StagingRow | undefined> {
  return (await db.select().from(staging).where(eq(staging.parentId, parentId)))[0];
}

export async function insertStaging(tx: Database, row: Pick<StagingRow, 'workloadId' | 'parentId'>): Promise<void> {
  await tx.insert(staging).values(row);
}

/** Records what a task has done with a staging site. */
export async function recordStaging(
  tx: Database,
  siteId: string,
  facts: Partial<Omit<StagingRow, 'workloadId' | 'parentId'>>,
): Promise<void> {
  await tx.update(staging).set(facts).where(eq(staging.workloadId, siteId));
}

/**
 * Records that the site's database is again from before `madeAt`. Of the times at which both databases of a pair were the same, the
 * last known one no longer holds for a staging site, nor for a live site whose backup is older.
 */
export async function forgetBaseline(tx: Database, siteId: string, madeAt: Date): Promise<void> {
  for (const [at, forgotten] of [
    [staging.baselineAt, { baselineAt: null }],
    [staging.contentAt, { contentAt: null }],
  ] as const)
    await tx
      .update(staging)
      .set(forgotten)
      .where(or(eq(staging.workloadId, siteId), and(eq(staging.parentId, siteId), gt(at, madeAt))));
}
