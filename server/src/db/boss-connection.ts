import { sql, type SQL } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Database, Rows } from './database.ts';

/** Lets pg-boss write within a transaction of ours: a job is there exactly when what it is about is there. */
export function bossConnection(tx: Database): ReturnType<typeof fromDrizzle> {
  return fromDrizzle({ execute: async (query) => (await tx.execute(query as SQL)) as Rows<unknown> }, sql);
}
