import { eq, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { node, nodeJoin } from '../../db/schema.ts';

export type JoinTokenRow = typeof nodeJoin.$inferSelect;

export async function insertToken(db: Database, values: typeof nodeJoin.$inferInsert): Promise<void> {
  await db.insert(nodeJoin).values(values);
}

/** A token by its hash, held until the transaction ends: of two machines with one token, the second waits and is refused. */
export async function lockToken(tx: Database, tokenHash: string): Promise<JoinTokenRow | undefined> {
  return (await tx.select().from(nodeJoin).where(eq(nodeJoin.tokenHash, tokenHash)).for('update'))[0];
}

export async function useToken(tx: Database, tokenHash: string, nodeId: string, now: Date): Promise<void> {
  await tx.update(nodeJoin).set({ usedAt: now, nodeId }).where(eq(nodeJoin.tokenHash, tokenHash));
}

/** Adds a machine that joins; false when there is one with its mark. */
export async function insertMember(tx: Database, values: typeof node.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(node).values(values).onConflictDoNothing({ target: node.id }).returning({ id: node.id });
  return rows.length > 0;
}

/** Removes tokens that expired before a time; run by housekeeping. */
export async function sweepTokens(db: Database, before: Date): Promise<void> {
  await db.delete(nodeJoin).where(lt(nodeJoin.expiresAt, before));
}
