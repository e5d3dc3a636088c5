import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { siteUse } from './schema.ts';

/** Rows of `site_use`. Those of one site change one after the other, so that none overlooks another. */
export function siteUses(db: Database, holder: string) {
  const alone = <T>(siteId: string, work: (tx: Database) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('site_use'), hashtext(${siteId}))`);
      return work(tx);
    });
  const isChanger = (siteId: string) => and(eq(siteUse.workloadId, siteId), siteUse.changes);
  /** Who else changes the site; null for nobody. */
  const changer = async (siteId: string, tx = db): Promise<string | null> => {
    const [row] = await tx.select().from(siteUse).where(isChanger(siteId));
    return row === undefined || row.holder === holder ? null : row.holder;
  };
  const take = async (siteId: string, changes: boolean): Promise<string | null> =>
    alone(siteId, async (tx) => {
      const other = await changer(siteId, tx);
      if (other === null)
        await tx.insert(siteUse).values({ workloadId: siteId, holder, changes }).onConflictDoNothing();
      return other;
    });
  return {
    changer: (siteId: string) => changer(siteId),
    /** Joins those who run something of the site, unless another holder changes it. @returns that holder, or null */
    share: (siteId: string) => take(siteId, false),
    /** Nobody joins any more, unless another holder changes it already. @returns that holder, or null */
    claim: (siteId: string) => take(siteId, true),
    /** Who else runs something of the site. */
    async others(siteId: string): Promise<string[]> {
      const isOther = and(eq(siteUse.workloadId, siteId), ne(siteUse.holder, holder), eq(siteUse.changes, false));
      return (await db.select().from(siteUse).where(isOther)).map((row) => row.holder);
    },
    /** Which of these sites others change. */
    async changed(siteIds: string[]): Promise<string[]> {
      const isOne = and(inArray(siteUse.workloadId, siteIds), siteUse.changes, ne(siteUse.holder, holder));
      return (await db.select().from(siteUse).where(isOne)).map((row) => row.workloadId);
    },
    async release(siteId: string, changes: boolean): Promise<void> {
      const isOwn = and(eq(siteUse.workloadId, siteId), eq(siteUse.holder, holder), eq(siteUse.changes, changes));
      await db.delete(siteUse).where(isOwn);
    },
    /** Removes what a holder has of a site, or of all. */
    async remove(ended: string, siteId?: string): Promise<void> {
      const isIts = siteId === undefined ? undefined : eq(siteUse.workloadId, siteId);
      await db.delete(siteUse).where(and(eq(siteUse.holder, ended), isIts));
    },
  };
}
