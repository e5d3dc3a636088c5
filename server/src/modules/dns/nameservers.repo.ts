import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customDomain, dnsZone, partner, workload } from '../../db/schema.ts';
import { within, type Scope } from '../../db/select-page.ts';

/** The name servers of a claim or a zone, which are the partner's where it has none of its own; for queries with `partner`. */
export const nameserversOf = (own: typeof customDomain.nameservers | typeof dnsZone.nameservers): SQL<string[]> =>
  sql<string[]>`coalesce(${own}, ${partner.nameservers})`;

/** The name servers of a site's claim; null when it has none of its own. */
export async function claimNameservers(db: Database, siteId: string): Promise<string[] | null> {
  const [row] = await db
    .select({ nameservers: customDomain.nameservers })
    .from(customDomain)
    .where(and(eq(customDomain.resource, 'site'), eq(customDomain.resourceId, siteId)));
  return row?.nameservers ?? null;
}

/** The name servers that a domain needs for a site in this scope: those of its zone, or of a claim; null for the partner's. */
export async function domainNameservers(db: Database, scope: Scope, domain: string): Promise<string[] | null> {
  const sites = db.select({ id: workload.id }).from(workload).where(within(workload, scope));
  const [zone] = await db
    .select({ nameservers: dnsZone.nameservers })
    .from(dnsZone)
    .where(and(eq(dnsZone.fqdn, domain), inArray(dnsZone.resourceId, sites)));
  if (zone) return zone.nameservers;
  const [claim] = await db
    .select({ nameservers: customDomain.nameservers })
    .from(customDomain)
    .where(and(eq(customDomain.domain, domain), inArray(customDomain.resourceId, sites)))
    .orderBy(desc(customDomain.createdAt))
    .limit(1);
  return claim?.nameservers ?? null;
}
