import { BULK_MAX, type BulkCounts, type BulkOutcome } from '@panel/contract';
import { and, asc, count, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { bulk, bulkItem } from '../../db/schema.ts';
import { within, type Scope } from '../../db/select-page.ts';
import { PanelError } from '../../kernel/errors.ts';

export type BulkRow = typeof bulk.$inferSelect;
export type NewBulk = typeof bulk.$inferInsert;
export type BulkItemRow = typeof bulkItem.$inferSelect;

/** A query of `id` and `name`: what a change is about. */
export type Chosen = SQL;

const SHOWN = 200;

/**
 * Stores a change with its items, which are those that a query finds now: rows of `id` and `name`.
 * @returns it, and how many they are
 * @throws PanelError BULK_TOO_MANY
 */
export async function insertBulk(
  tx: Database,
  values: NewBulk,
  chosen: Chosen,
): Promise<{ row: BulkRow; total: number }> {
  const [row] = await tx.insert(bulk).values(values).returning();
  if (!row) throw new Error('The change was not stored.');
  await tx.execute(sql`
    insert into ${bulkItem} (bulk_id, position, customer_id, email)
    select ${row.id}::uuid, row_number() over (order by f.name, f.id), f.id, f.name
    from (select * from (${chosen}) c limit ${BULK_MAX + 1}) f`);
  const total = await tx.$count(bulkItem, eq(bulkItem.bulkId, row.id));
  if (total > BULK_MAX) throw new PanelError('BULK_TOO_MANY', { limit: BULK_MAX });
  return { row, total };
}

export async function recordBulkTask(tx: Database, id: string, taskId: string): Promise<void> {
  await tx.update(bulk).set({ taskId }).where(eq(bulk.id, id));
}

/** A change of the scope. */
export async function findBulk(db: Database, scope: Scope, id: string): Promise<BulkRow | undefined> {
  const [row] = await db
    .select()
    .from(bulk)
    .where(and(within(bulk, scope), eq(bulk.id, id)));
  return row;
}

/** A change, for its task. */
export async function bulkOfTask(db: Database, id: string): Promise<BulkRow | undefined> {
  return (await db.select().from(bulk).where(eq(bulk.id, id)))[0];
}

const waiting = (bulkId: string) => and(eq(bulkItem.bulkId, bulkId), eq(bulkItem.outcome, 'waiting'));

/** Items of a change that wait, by position. */
export const waitingItems = (db: Database, bulkId: string, limit: number): Promise<BulkItemRow[]> =>
  db.select().from(bulkItem).where(waiting(bulkId)).orderBy(asc(bulkItem.position)).limit(limit);

export type Settled = {
  outcome: Exclude<BulkOutcome, 'waiting'>;
  reason: string | null;
  params?: Record<string, string | number>;
};

/** Records what came of an item, once. */
export async function settleItem(
  tx: Database,
  { bulkId, position }: Pick<BulkItemRow, 'bulkId' | 'position'>,
  result: Settled,
): Promise<void> {
  await tx
    .update(bulkItem)
    .set(result)
    .where(and(waiting(bulkId), eq(bulkItem.position, position)));
}

export async function bulkCounts(db: Database, bulkId: string): Promise<BulkCounts> {
  const rows = await db
    .select({ outcome: bulkItem.outcome, total: count() })
    .from(bulkItem)
    .where(eq(bulkItem.bulkId, bulkId))
    .groupBy(bulkItem.outcome);
  const counts = { waiting: 0, done: 0, unchanged: 0, refused: 0 };
  for (const { outcome, total } of rows) counts[outcome] = total;
  return counts;
}

/** The items of a change, the refused ones first. */
export const bulkItems = (db: Database, bulkId: string): Promise<BulkItemRow[]> =>
  db
    .select()
    .from(bulkItem)
    .where(eq(bulkItem.bulkId, bulkId))
    .orderBy(sql`${bulkItem.outcome} <> 'refused'`, asc(bulkItem.position))
    .limit(SHOWN);

export async function deleteBulks(db: Database, before: Date): Promise<void> {
  await db.delete(bulk).where(lt(bulk.createdAt, before));
}
