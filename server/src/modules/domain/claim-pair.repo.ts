import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customDomain, dnsZone, partner, workload } from '../../db/schema.ts';
import { PAIRS, pairAt } from '../../dns/nameserver-pool.ts';
import type { SecretBox } from '../../security/secret-box.ts';

type Claim = {
  domain: string;
  partnerId: string;
  /** The customer, or the site that has none. */
  owner: string;
};

/** The pairs of a domain that others have: of claims of other customers, and of its zone. */
async function takenPairs(tx: Database, { domain, owner }: Claim): Promise<Set<string>> {
  const claims = await tx
    .select({ nameservers: customDomain.nameservers })
    .from(customDomain)
    .innerJoin(workload, eq(workload.id, customDomain.resourceId))
    .where(
      and(
        ...[eq(customDomain.domain, domain), isNotNull(customDomain.nameservers)],
        ne(sql`coalesce(${workload.customerId}, ${workload.id})`, owner),
      ),
    );
  const zones = await tx.select({ nameservers: dnsZone.nameservers }).from(dnsZone).where(eq(dnsZone.fqdn, domain));
  return new Set([...claims, ...zones].map(({ nameservers }) => (nameservers ?? []).join()));
}

/**
 * The two name servers that a customer's claim of a domain has, so that a delegation to them says whose claim was meant.
 * A customer always gets the same for a domain, and cannot try others by claiming it again; two customers never have the
 * same at a time. Null where the partner has no pool of names, or more customers claim the domain than there are pairs.
 */
export async function pairFor(tx: Database, secrets: SecretBox, claim: Claim): Promise<string[] | null> {
  const [row] = await tx
    .select({ pool: partner.nameserverDomain })
    .from(partner)
    .where(eq(partner.id, claim.partnerId));
  if (!row?.pool) return null;
  const { domain, owner } = claim;
  // Claims of one domain follow each other, so that each sees the pairs of the others.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('claim_pair'), hashtext(${domain}))`);
  const taken = await takenPairs(tx, claim);
  const first = secrets.digest('name servers of claims', `${domain} ${owner}`).readUInt32BE(0);
  for (let next = 0; next < PAIRS; next += 1) {
    const pair = pairAt((first + next) % PAIRS, row.pool.toLowerCase());
    if (!taken.has(pair.join())) return pair;
  }
  return null;
}
