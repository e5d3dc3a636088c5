import { and, eq, gt, lte, ne } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { rememberedBrowser } from '../../db/schema.ts';

/** Whether a browser is remembered for a user. */
export async function isRemembered(db: Database, idHash: string, userId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ userId: rememberedBrowser.userId })
    .from(rememberedBrowser)
    .where(
      and(
        eq(rememberedBrowser.idHash, idHash),
        eq(rememberedBrowser.userId, userId),
        gt(rememberedBrowser.expiresAt, now),
      ),
    );
  return row !== undefined;
}

/** Remembers a browser for a user until a time. */
export async function insertRemembered(db: Database, row: typeof rememberedBrowser.$inferInsert): Promise<void> {
  await db
    .insert(rememberedBrowser)
    .values(row)
    .onConflictDoUpdate({
      target: [rememberedBrowser.idHash, rememberedBrowser.userId],
      set: { expiresAt: row.expiresAt },
    });
}

/** Forgets one browser of a user. */
export async function forgetBrowser(db: Database, userId: string, idHash: string): Promise<void> {
  await db
    .delete(rememberedBrowser)
    .where(and(eq(rememberedBrowser.userId, userId), eq(rememberedBrowser.idHash, idHash)));
}

/** Forgets the browsers of a user, or all but one. */
export async function forgetBrowsersOf(db: Database, userId: string, exceptHash?: string | null): Promise<void> {
  await db
    .delete(rememberedBrowser)
    .where(
      and(eq(rememberedBrowser.userId, userId), exceptHash ? ne(rememberedBrowser.idHash, exceptHash) : undefined),
    );
}

/** Removes what has expired; run by housekeeping. */
export async function sweepRemembered(db: Database, now: Date): Promise<void> {
  await db.delete(rememberedBrowser).where(lte(rememberedBrowser.expiresAt, now));
}
