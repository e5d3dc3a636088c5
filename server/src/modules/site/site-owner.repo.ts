import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isUnreachable } from '../../db/query-error.ts';
import { site } from '../../db/schema.ts';

/** Remembers enough for the sites of one machine. */
const KNOWN_MAX = 10_000;

/**
 * Who shares the places for running sites with others: the customer of a site, or its partner where it has none. A site
 * that is not known is its own. While the database is away the last answer holds.
 */
export function createSiteOwners(db: Database): (siteId: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (siteId) => {
    try {
      const [row] = await db
        .select({ customerId: site.customerId, partnerId: site.partnerId })
        .from(site)
        .where(eq(site.id, siteId));
      if (known.size >= KNOWN_MAX) known.clear();
      if (row) known.set(siteId, row.customerId ?? row.partnerId);
      return row ? (row.customerId ?? row.partnerId) : siteId;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return known.get(siteId) ?? siteId;
    }
  };
}
