import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { customDomain, dnsZone, partner, provenPair, workload } from '../../db/schema.ts';
import { PAIRS, pairAt } from '../../dns/nameserver-pool.ts';
import type { SecretBox } from '../../security/secret-box.ts';

type Claim = {
  domain: string;
  partnerId: string;
  /** The customer, or the site that has none. */
  owner: string;
};

/** Who the claim of a site belongs to. */
export const claimOwner = ({ id, customerId }: { id: string; customerId: string | null }): string => customerId ?? id;

/** The pairs of a domain that others have or had: of claims of other customers, of its zone, and of former proofs. */
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
  const former = await tx
    .select({ nameservers: provenPair.nameservers })
    .from(provenPair)
    .where(and(eq(provenPair.domain, domain), ne(provenPair.owner, owner)));
  return new Set([...claims, ...zones, ...former].map(({ nameservers }) => (nameservers ?? []).join()));
}

/** The pairs by which a domain of this owner was served, the newest first. */
const ownPairs = (tx: Database, { domain, owner }: Claim) =>
  tx
    .select({ nameservers: provenPair.nameservers })
    .from(provenPair)
    .where(and(eq(provenPair.domain, domain), eq(provenPair.owner, owner)))
    .orderBy(desc(provenPair.createdAt));

/**
 * The two name servers that a customer's claim of a domain has, so that a delegation to them says whose claim was meant.
 * A customer always gets the same for a domain, and cannot try others by claiming it again; two customers never have the
 * same. Null where the partner has no pool of names, or more customers claim the domain than there are pairs.
 */
export async function pairFor(tx: Database, secrets: SecretBox, claim: Claim): Promise<string[] | null> {
  const [row] = await tx
    .select({ pool: partner.nameserverDomain })
    .from(partner)
    .where(eq(partner.id, claim.partnerId));
  if (!row?.pool) return null;
  const pool = row.pool.toLowerCase();
  const { domain, owner } = claim;
  // Claims of one domain follow each other, so that each sees the pairs of the others.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('claim_pair'), hashtext(${domain}))`);
  const taken = await takenPairs(tx, claim);
  const isFree = (pair: readonly string[]): boolean => !taken.has(pair.join());
  const known = (await ownPairs(tx, claim)).find(
    ({ nameservers }) => isFree(nameservers) && nameservers.every((host) => host.endsWith(`.${pool}`)),
  );
  if (known) return known.nameservers;
  const first = secrets.digest('name servers of claims', `${domain} ${owner}`).readUInt32BE(0);
  for (let next = 0; next < PAIRS; next += 1) {
    const pair = pairAt((first + next) % PAIRS, pool);
    if (isFree(pair)) return pair;
  }
  return null;
}

/** Remembers by which pair a domain is served, and for whom. */
export async function keepPair(
  tx: Database,
  { domain, nameservers }: { domain: string; nameservers: string[] | null },
  owner: string,
): Promise<void> {
  if (nameservers === null) return;
  await tx
    .insert(provenPair)
    .values({ domain, nameservers, owner })
    .onConflictDoUpdate({ target: [provenPair.domain, provenPair.nameservers], set: { owner } });
}

/**
 * For a site that got another owner: a claim gets a pair of the new owner, and a domain that is served keeps its pair, which
 * then belongs to the new owner. Returns the domain.
 */
export async function claimFollowsOwner(
  tx: Database,
  secrets: SecretBox,
  of: { id: string; customerId: string | null },
): Promise<string | null> {
  const [row] = await tx
    .select()
    .from(customDomain)
    .where(
      and(eq(customDomain.resource, 'site'), eq(customDomain.resourceId, of.id), isNotNull(customDomain.nameservers)),
    )
    .for('update');
  if (!row) return null;
  const { id, domain, partnerId, state } = row;
  const owner = claimOwner(of);
  if (state === 'unproven') {
    const nameservers = await pairFor(tx, secrets, { domain, partnerId, owner });
    await tx.update(customDomain).set({ nameservers }).where(eq(customDomain.id, id));
  } else await keepPair(tx, row, owner);
  return domain;
}
