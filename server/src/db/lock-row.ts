import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Reads a row by its id and keeps it locked until the transaction ends. */
export async function lockRow<T extends PgTable & { id: PgColumn }>(
  tx: Database,
  table: T,
  id: string,
): Promise<T['$inferSelect'] | undefined> {
  const rows = await tx
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
    .for('update');
  return rows[0] as T['$inferSelect'] | undefined;
}
