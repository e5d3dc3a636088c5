import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customDomain, partner } from '../../db/schema.ts';
import { nameserversOf } from './nameservers.repo.ts';

/**
 * The claimed domains with the name servers of whoever claimed each first. Those with name servers of their own come before
 * others, because they are proven by the zone above: the check of the others asks resolvers, which repeat this answer.
 */
export const claimedDomains = (db: Database) =>
  db
    .selectDistinctOn([customDomain.domain], {
      fqdn: customDomain.domain,
      nameservers: nameserversOf(customDomain.nameservers),
    })
    .from(customDomain)
    .innerJoin(partner, eq(partner.id, customDomain.partnerId))
    .where(eq(customDomain.state, 'unproven'))
    .orderBy(customDomain.domain, sql`${customDomain.nameservers} is null`, customDomain.createdAt);
