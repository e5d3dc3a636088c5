import { lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { storedBatch } from '../db/schema.ts';

/**
 * A statement that stores a batch once: `from` is the name of a relation with one row while the batch is new, and none when
 * it was stored before. The mark is part of the same statement, so either both are there or neither.
 */
export const onceFor = (batchId: string, statement: (from: SQL) => SQL): SQL =>
  sql`with fresh as (insert into ${storedBatch} (id) values (${batchId}::uuid) on conflict do nothing returning id)
    ${statement(sql`fresh`)}`;

/** Sites and days in one order for all processes, so that two batches cannot deadlock. */
export const IN_ORDER = sql`order by v.workload_id, v.day`;

/** Removes the marks of batches that nobody brings again; run by housekeeping. */
export async function sweepBatches(db: Database, before: Date): Promise<void> {
  await db.delete(storedBatch).where(lt(storedBatch.createdAt, before));
}
