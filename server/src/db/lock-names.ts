import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Those who give names to partners wait for each other until the transaction ends: hosts and sites domains are one space. */
export async function lockNames(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('partner names'))`);
}
