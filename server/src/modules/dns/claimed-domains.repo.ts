import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customDomain, partner } from '../../db/schema.ts';

/** The claimed domains with the name servers of whoever claimed each first. */
export const claimedDomains = (db: Database) =>
  db
    .selectDistinctOn([customDomain.domain], { fqdn: customDomain.domain, nameservers: partner.nameservers })
    .from(customDomain)
    .innerJoin(partner, eq(partner.id, customDomain.partnerId))
    .where(eq(customDomain.state, 'unproven'))
    .orderBy(customDomain.domain, customDomain.createdAt);
