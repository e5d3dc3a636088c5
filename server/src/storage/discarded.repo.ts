import { asc, eq, lt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { discardedFolder } from '../db/schema.ts';

/**
 * Records, with the change after which nothing names a folder of the storage, that it is to be removed. Its key is never
 * used again. Call `removeDiscarded` once the transaction is committed.
 */
export async function discardFolder(tx: Database, folder: string): Promise<void> {
  await tx.insert(discardedFolder).values({ folder }).onConflictDoNothing();
}

/** Records that a folder is removed. */
export async function forgetDiscarded(db: Database, folder: string): Promise<void> {
  await db.delete(discardedFolder).where(eq(discardedFolder.folder, folder));
}

/** Folders that were discarded before a time, the oldest first. */
export async function discardedFolders(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ folder: discardedFolder.folder })
    .from(discardedFolder)
    .where(lt(discardedFolder.createdAt, before))
    .orderBy(asc(discardedFolder.createdAt))
    .limit(limit);
  return rows.map(({ folder }) => folder);
}
