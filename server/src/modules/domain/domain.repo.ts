import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { described, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { customDomain, dnsZone, notification, partner, schedule, workload, workloadHost } from '../../db/schema.ts';
import type { Notification } from '@panel/contract';
import { workloadLink } from '../site/workload-link.repo.ts';

export type DomainRow = typeof customDomain.$inferSelect;
type Change = Partial<Omit<typeof customDomain.$inferInsert, 'id' | 'partnerId' | 'resource' | 'resourceId'>>;

const ofSite = (siteId: string) => and(eq(customDomain.resource, 'site'), eq(customDomain.resourceId, siteId));

/** The domain of a site, claimed or proven. */
export async function domainOf(db: Database, siteId: string, { lock = false } = {}): Promise<DomainRow | undefined> {
  const rows = db.select().from(customDomain).where(ofSite(siteId));
  return (await (lock ? rows.for('update') : rows))[0];
}

/** A domain that somebody has proven. */
export async function provenDomain(db: Database, domain: string): Promise<DomainRow | undefined> {
  const [row] = await db
    .select()
    .from(customDomain)
    .where(and(eq(customDomain.domain, domain), ne(customDomain.state, 'unproven')));
  return row;
}

/** Whether a site of any partner has one of these addresses. */
export async function areHostsTaken(db: Database, hosts: readonly string[]): Promise<boolean> {
  const rows = await db
    .select({ fqdn: workloadHost.fqdn })
    .from(workloadHost)
    .where(inArray(workloadHost.fqdn, [...hosts]))
    .limit(1);
  return rows.length > 0;
}

const newToken = (): string => randomBytes(20).toString('hex');

type Claim = Pick<DomainRow, 'partnerId' | 'resourceId' | 'domain' | 'host'> & Partial<Pick<DomainRow, 'nameservers'>>;

/** Claims a domain for a site instead of what it claimed before. */
export async function claimDomain(tx: Database, claim: Claim, now: Date): Promise<DomainRow> {
  await tx.delete(customDomain).where(ofSite(claim.resourceId));
  const [row] = await tx
    .insert(customDomain)
    .values({ ...claim, resource: 'site', token: newToken(), createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The domain was not stored.');
  return row;
}

export async function changeDomain(tx: Database, id: string, change: Change): Promise<void> {
  await tx.update(customDomain).set(change).where(eq(customDomain.id, id));
}

export async function removeDomain(tx: Database, id: string): Promise<void> {
  await tx.delete(customDomain).where(eq(customDomain.id, id));
}

/** Whether somebody claims a domain above this one, or it has a zone here. */
export async function isBelowOurs(db: Database, domain: string): Promise<boolean> {
  const labels = domain.split('.');
  const above = labels.slice(1, -1).map((_label, at) => labels.slice(at + 1).join('.'));
  if (above.length === 0) return false;
  const [claimed] = await db
    .select({ id: customDomain.id })
    .from(customDomain)
    .where(inArray(customDomain.domain, above))
    .limit(1);
  const [zone] = await db.select({ id: dnsZone.id }).from(dnsZone).where(inArray(dnsZone.fqdn, above)).limit(1);
  return claimed !== undefined || zone !== undefined;
}

/** How many customers claim a domain that nobody has proven. Sites without a customer count as one each. */
export async function claimants(db: Database, domain: string): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(distinct coalesce(${workload.customerId}, ${workload.id}))::int` })
    .from(customDomain)
    .innerJoin(workload, eq(workload.id, customDomain.resourceId))
    .where(and(eq(customDomain.domain, domain), eq(customDomain.state, 'unproven'), isNull(workload.binnedAt)));
  return row?.total ?? 0;
}

/** What a check of a domain needs; `partnerNameservers` are those that all claims share that have none of their own. */
export type OpenDomain = { domain: DomainRow; partnerNameservers: string[]; customerId: string | null };

/**
 * Claims to check, and proven domains that their sites do not have yet and that were not tried; the one that was checked
 * first is first, so that none starves.
 */
export const domainsToCheck = (db: Database, limit: number): Promise<OpenDomain[]> =>
  openDomains(db)
    .where(
      and(
        isNull(workload.binnedAt),
        or(eq(customDomain.state, 'unproven'), and(eq(customDomain.state, 'proven'), isNull(customDomain.triedAt))),
      ),
    )
    .orderBy(sql`${customDomain.checkedAt} asc nulls first`, asc(customDomain.id))
    .limit(limit);

/** The same of one site, whatever its state. */
export async function openDomainOf(db: Database, siteId: string): Promise<OpenDomain | undefined> {
  return (await openDomains(db).where(ofSite(siteId)))[0];
}

const openDomains = (db: Database) =>
  db
    .select({ domain: customDomain, partnerNameservers: partner.nameservers, customerId: workload.customerId })
    .from(customDomain)
    .innerJoin(workload, eq(workload.id, customDomain.resourceId))
    .innerJoin(partner, eq(partner.id, customDomain.partnerId));

type Told = Pick<DomainRow, 'id' | 'partnerId' | 'resourceId'>;

/** Notifies the customer of a domain's site, once for each type. */
export async function notifyOfDomain(
  tx: Database,
  { id, partnerId, resourceId }: Told,
  userId: string | null,
  type: Extract<Notification['type'], `domain_${string}`>,
  text: Said,
): Promise<void> {
  if (userId === null) return;
  await tx
    .insert(notification)
    .values({
      ...{ partnerId, userId, type, ...described(text) },
      link: await workloadLink(tx, resourceId, 'domain'),
      dedupeKey: `domain:${id}:${type}`,
    })
    .onConflictDoNothing();
}

/** Makes addresses of a site lead to its primary one, or serve it. */
export async function redirectHosts(
  tx: Database,
  siteId: string,
  hosts: readonly string[],
  redirects: boolean,
): Promise<void> {
  if (hosts.length === 0) return;
  await tx
    .update(workloadHost)
    .set({ redirects })
    .where(and(eq(workloadHost.workloadId, siteId), inArray(workloadHost.fqdn, [...hosts])));
}

/** Stores what kind of address a site has. */
export async function setDomainType(
  tx: Database,
  siteId: string,
  domainType: (typeof workload.$inferSelect)['domainType'],
): Promise<void> {
  await tx.update(workload).set({ domainType }).where(eq(workload.id, siteId));
}

/** When a schedule of the panel runs next; null while it is off. */
export async function nextRunOf(db: Database, id: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: schedule.nextAt })
    .from(schedule)
    .where(and(eq(schedule.id, id), eq(schedule.enabled, true)));
  return row?.at ?? null;
}
