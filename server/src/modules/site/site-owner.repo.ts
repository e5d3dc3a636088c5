import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isUnreachable } from '../../db/query-error.ts';
import { workload } from '../../db/schema.ts';

/** Cache size, enough for the sites of one machine. */
const KNOWN_MAX = 10_000;

/**
 * The owner for the fair share of running slots: the customer of a site, or its partner. An unknown site is its own
 * owner. While the database is unavailable the last answer remains valid.
 */
export function createSiteOwners(db: Database): (siteId: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (siteId) => {
    try {
      const [row] = await db
        .select({ customerId: workload.customerId, partnerId: workload.partnerId })
        .from(workload)
        .where(eq(workload.id, siteId));
      if (known.size >= KNOWN_MAX) known.clear();
      if (row) known.set(siteId, row.customerId ?? row.partnerId);
      return row ? (row.customerId ?? row.partnerId) : siteId;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return known.get(siteId) ?? siteId;
    }
  };
}
