import { desc, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload, siteHold } from '../../db/schema.ts';

const FIRST_MS = 10 * 60_000;
const LONGEST_MS = 24 * 3_600_000;
/** Trouble that comes again within a week makes the next hold longer. */
const AGAIN_MS = 7 * 24 * 3_600_000;

/** Keeps a site asleep: ten minutes, and twice as long each time that it comes again within a week, a day at most. */
export async function holdSite(db: Database, siteId: string, now: Date): Promise<Date> {
  const [before] = await db.select().from(siteHold).where(eq(siteHold.workloadId, siteId)).for('update');
  const times = before && now.getTime() - before.since.getTime() < AGAIN_MS ? before.times + 1 : 1;
  const until = new Date(now.getTime() + Math.min(FIRST_MS * 2 ** (times - 1), LONGEST_MS));
  const row = { workloadId: siteId, since: now, until, times };
  await db.insert(siteHold).values(row).onConflictDoUpdate({ target: siteHold.workloadId, set: row });
  return until;
}

/** Lets a site run from now on. How often it was held stays known for a week. */
export async function releaseSite(db: Database, siteId: string, now: Date): Promise<void> {
  await db.update(siteHold).set({ until: now }).where(eq(siteHold.workloadId, siteId));
}

/** Sites that are held now, the newest first; applications have no address here. */
export const heldSites = (db: Database, now: Date) =>
  db
    .select({ siteId: siteHold.workloadId, since: siteHold.since, until: siteHold.until, fqdn: workload.fqdn })
    .from(siteHold)
    .leftJoin(workload, eq(workload.id, siteHold.workloadId))
    .where(gt(siteHold.until, now))
    .orderBy(desc(siteHold.since));

/** Removes holds that are so old that the next one is a first one again; run by housekeeping. */
export async function sweepHolds(db: Database, now: Date): Promise<void> {
  await db.delete(siteHold).where(lt(siteHold.since, new Date(now.getTime() - AGAIN_MS)));
}
