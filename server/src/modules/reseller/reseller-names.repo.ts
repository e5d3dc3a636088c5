import { or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customDomain, partner, partnerHost, workloadHost } from '../../db/schema.ts';

export type UsedNames = { hosts: string[]; sitesDomains: string[]; nameservers: string[] };

/** The names that partners have; those of one partner can be left out. */
export async function usedNames(db: Database, exceptId?: string): Promise<UsedNames> {
  const partners = (await db.select().from(partner)).filter(({ id }) => id !== exceptId);
  const hosts = (await db.select().from(partnerHost)).filter(({ partnerId }) => partnerId !== exceptId);
  return {
    hosts: [...new Set([...partners.map(({ domain }) => domain), ...hosts.map(({ host }) => host)])],
    sitesDomains: partners.map(({ sitesDomain }) => sitesDomain),
    nameservers: partners.flatMap(({ nameserverDomain, formerNameserverDomains, nameservers, stagingNameservers }) => [
      ...(nameserverDomain ? [nameserverDomain] : []),
      ...formerNameserverDomains,
      ...nameservers,
      ...stagingNameservers,
    ]),
  };
}

/** Whether a customer's site or domain has the name, one above it, or one below it. */
export async function isCustomers(db: Database, name: string): Promise<boolean> {
  const near = (column: typeof workloadHost.fqdn | typeof customDomain.domain) =>
    or(
      sql`${column} = ${name}`,
      sql`${column} like ${`%.${name}`}`,
      // An own domain covers what is below it.
      column === customDomain.domain ? sql`${name} like '%.' || ${column}` : undefined,
    );
  const [sites, domains] = await Promise.all([
    db.$count(workloadHost, near(workloadHost.fqdn)),
    db.$count(customDomain, near(customDomain.domain)),
  ]);
  return sites + domains > 0;
}
