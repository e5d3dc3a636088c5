import type { CustomerBulk, CustomerBulkOutcome, CustomerBulkReason } from '@panel/contract';
import { and, asc, count, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customerBulk, customerBulkItem, user } from '../../db/schema.ts';
import { ofPartner, type Scope } from '../../db/select-page.ts';

export type BulkRow = typeof customerBulk.$inferSelect;
export type BulkItemRow = typeof customerBulkItem.$inferSelect;

const SHOWN = 200;

/** Stores a change with its customers, who are those that a condition finds now. @returns it, and how many they are */
export async function insertBulk(
  tx: Database,
  values: typeof customerBulk.$inferInsert,
  customers: SQL | undefined,
): Promise<{ row: BulkRow; total: number }> {
  const [row] = await tx.insert(customerBulk).values(values).returning();
  if (!row) throw new Error('The change was not stored.');
  await tx.execute(sql`
    insert into ${customerBulkItem} (bulk_id, position, customer_id, email)
    select ${row.id}::uuid, row_number() over (order by ${user.email}, ${user.id}), ${user.id}, ${user.email}
    from ${user} where ${customers}`);
  return { row, total: await tx.$count(customerBulkItem, eq(customerBulkItem.bulkId, row.id)) };
}

export async function recordBulkTask(tx: Database, id: string, taskId: string): Promise<void> {
  await tx.update(customerBulk).set({ taskId }).where(eq(customerBulk.id, id));
}

/** A change of the scope's partner. */
export async function findBulk(db: Database, scope: Scope, id: string): Promise<BulkRow | undefined> {
  const [row] = await db
    .select()
    .from(customerBulk)
    .where(and(ofPartner(customerBulk, scope), eq(customerBulk.id, id)));
  return row;
}

/** A change, for its task. */
export async function bulkOfTask(db: Database, id: string): Promise<BulkRow | undefined> {
  return (await db.select().from(customerBulk).where(eq(customerBulk.id, id)))[0];
}

const waiting = (bulkId: string) => and(eq(customerBulkItem.bulkId, bulkId), eq(customerBulkItem.outcome, 'waiting'));

/** Customers of a change that wait, by position. */
export const waitingItems = (db: Database, bulkId: string, limit: number): Promise<BulkItemRow[]> =>
  db.select().from(customerBulkItem).where(waiting(bulkId)).orderBy(asc(customerBulkItem.position)).limit(limit);

/** Records what came of a customer, once. */
export async function settleItem(
  tx: Database,
  { bulkId, position }: Pick<BulkItemRow, 'bulkId' | 'position'>,
  result: { outcome: CustomerBulkOutcome; reason: CustomerBulkReason | null },
): Promise<void> {
  await tx
    .update(customerBulkItem)
    .set(result)
    .where(and(waiting(bulkId), eq(customerBulkItem.position, position)));
}

export async function bulkCounts(db: Database, bulkId: string): Promise<CustomerBulk['counts']> {
  const rows = await db
    .select({ outcome: customerBulkItem.outcome, total: count() })
    .from(customerBulkItem)
    .where(eq(customerBulkItem.bulkId, bulkId))
    .groupBy(customerBulkItem.outcome);
  const counts = { waiting: 0, done: 0, unchanged: 0, refused: 0 };
  for (const { outcome, total } of rows) counts[outcome] = total;
  return counts;
}

/** The customers of a change, the refused ones first. */
export const bulkItems = (db: Database, bulkId: string): Promise<BulkItemRow[]> =>
  db
    .select()
    .from(customerBulkItem)
    .where(eq(customerBulkItem.bulkId, bulkId))
    .orderBy(sql`${customerBulkItem.outcome} <> 'refused'`, asc(customerBulkItem.position))
    .limit(SHOWN);

export async function deleteBulks(db: Database, before: Date): Promise<void> {
  await db.delete(customerBulk).where(lt(customerBulk.createdAt, before));
}
