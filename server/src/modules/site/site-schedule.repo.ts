import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isServed } from '../../db/open-account.ts';
import { isUnreachable } from '../../db/query-error.ts';
import { workload } from '../../db/schema.ts';

/**
 * Whether the scheduled jobs of a site run by themselves. Those of a staging site do not: its orders, subscriptions and
 * reminders are copies. Neither do those of a customer or partner who is suspended. While the database is unavailable,
 * no jobs run.
 */
export function createSiteSchedule(db: Database): (siteId: string) => Promise<boolean> {
  return async (siteId) => {
    try {
      const [row] = await db.select({ isStage: workload.isStage }).from(workload).where(eq(workload.id, siteId));
      return row !== undefined && !row.isStage && (await isServed(db, siteId));
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return false;
    }
  };
}
