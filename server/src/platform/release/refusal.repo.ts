import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { releaseRefusal } from '../../db/schema.ts';
import type { ReleaseId } from './release-store.ts';

export type RefusalRow = typeof releaseRefusal.$inferSelect;

/** The stored refusal of a release, also after its repair; null if it was never refused. */
export async function findRefusal(db: Database, id: ReleaseId): Promise<RefusalRow | null> {
  const [row] = await db
    .select()
    .from(releaseRefusal)
    .where(and(eq(releaseRefusal.package, id.package), eq(releaseRefusal.version, id.version)));
  return row ?? null;
}

/** All releases that are refused now. */
export const listRefusals = (db: Database): Promise<RefusalRow[]> =>
  db
    .select()
    .from(releaseRefusal)
    .where(isNull(releaseRefusal.repairedAt))
    .orderBy(releaseRefusal.package, releaseRefusal.version);

export async function saveRefusal(tx: Database, row: RefusalRow): Promise<void> {
  await tx
    .insert(releaseRefusal)
    .values(row)
    .onConflictDoUpdate({ target: [releaseRefusal.package, releaseRefusal.version], set: row });
}
