import { limitsOfPlan, type SiteLimits } from '@panel/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isUnreachable } from '../../db/query-error.ts';
import { workload } from '../../db/schema.ts';

/** Cache size, enough for the sites of one machine. */
const KNOWN_MAX = 10_000;

/**
 * The limits of a site's plan; the smallest plan's for an unknown site. While the database is unavailable the last
 * answer remains valid, so that sites can start.
 */
export function createSiteLimits(db: Database): (siteId: string) => Promise<SiteLimits> {
  const known = new Map<string, string>();
  return async (siteId) => {
    try {
      const [row] = await db.select({ planType: workload.planType }).from(workload).where(eq(workload.id, siteId));
      if (known.size >= KNOWN_MAX) known.clear();
      if (row) known.set(siteId, row.planType);
      return limitsOfPlan(row?.planType ?? 'FREE').site;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return limitsOfPlan(known.get(siteId) ?? 'FREE').site;
    }
  };
}
