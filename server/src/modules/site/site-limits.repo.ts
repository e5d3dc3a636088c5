import { limitsOfPlan, type SiteLimits } from '@panel/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isUnreachable } from '../../db/query-error.ts';
import { site } from '../../db/schema.ts';

/** Remembers enough for the sites of one machine. */
const KNOWN_MAX = 10_000;

/**
 * What the plan of a site allows; the smallest plan for one that is not known. While the database is away the last answer
 * holds, so that sites can be started.
 */
export function createSiteLimits(db: Database): (siteId: string) => Promise<SiteLimits> {
  const known = new Map<string, string>();
  return async (siteId) => {
    try {
      const [row] = await db.select({ planType: site.planType }).from(site).where(eq(site.id, siteId));
      if (known.size >= KNOWN_MAX) known.clear();
      if (row) known.set(siteId, row.planType);
      return limitsOfPlan(row?.planType ?? 'FREE').site;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return limitsOfPlan(known.get(siteId) ?? 'FREE').site;
    }
  };
}
