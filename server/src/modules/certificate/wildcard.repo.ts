import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { certificate, dnsZone, partner, workload, sslSetting } from '../../db/schema.ts';
import type { AppContext } from '../../context/app-context.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { renewalAt, wildcardOf } from '../../tls/certificate-facts.ts';
import { nameserversOf } from '../dns/nameservers.repo.ts';
import { checkPropagation } from '../dns/propagation.service.ts';
import { candidatesOf } from '../dns/zone-source.ts';
import type { CertificateRow, Owner } from './certificate.repo.ts';

type Deps = Pick<AppContext, 'db' | 'config' | 'clock'>;
type Partner = Pick<typeof partner.$inferSelect, 'id' | 'sitesDomain' | 'nameservers'>;

/** A request that has failed is repeated after this time. */
export const AGAIN_MS = 12 * 3_600_000;
/** While its renewal fails, sites get certificates of their own once so much of the life of the wildcard is over. */
const SURE_SHARE = 5 / 6;
/** Domains that resolvers are asked about at once. */
const AT_ONCE = 20;

export const ofPartner = (id: string): Owner => ({ resource: 'partner', resourceId: id });
const partners = { id: partner.id, sitesDomain: partner.sitesDomain, nameservers: partner.nameservers };

/** Whether a domain with these name servers is answered by the DNS of the panel, as all resolvers see it. */
async function isAnsweredHere({ config, clock }: Deps, fqdn: string, nameservers: readonly string[]): Promise<boolean> {
  if (config.dnsPort === null && config.powerdnsUrl === undefined) return false;
  return (await checkPropagation(config.dnsResolvers, fqdn, nameservers, clock.now())).holds;
}

/** The hosts whose zone is here and whose domain is delegated here. */
export async function hostsInOurDns(deps: Deps, hosts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const known = new Map<string, boolean>();
  for (const host of hosts) {
    const zones = await deps.db
      .select({ fqdn: dnsZone.fqdn, nameservers: nameserversOf(dnsZone.nameservers) })
      .from(dnsZone)
      .innerJoin(partner, eq(partner.id, dnsZone.partnerId))
      .where(inArray(dnsZone.fqdn, candidatesOf(host)));
    const [zone] = zones.toSorted((a, b) => b.fqdn.length - a.fqdn.length);
    if (!zone) continue;
    const here = known.get(zone.fqdn) ?? (await isAnsweredHere(deps, zone.fqdn, zone.nameservers));
    known.set(zone.fqdn, here);
    if (here) found.push(host);
  }
  return found;
}

/** The newest valid certificate for all names directly below each of these domains. */
async function wildcards(db: Database, hosts: readonly string[], now: Date): Promise<CertificateRow[]> {
  if (hosts.length === 0) return [];
  const rows = await db
    .select()
    .from(certificate)
    .where(
      and(
        eq(certificate.resource, 'partner'),
        sql`${certificate.hosts} && array[${sql.join(
          [...new Set(hosts.map(wildcardOf))].map((name) => sql`${name}`),
          sql`, `,
        )}]::text[]`,
      ),
    );
  return rows.filter(({ notAfter }) => notAfter > now);
}

const isSure = ({ notBefore, notAfter }: CertificateRow, now: Date): boolean =>
  now.getTime() < notBefore.getTime() + (notAfter.getTime() - notBefore.getTime()) * SURE_SHARE;

/** The certificate for all names of a domain that makes one for this host needless. */
export async function wildcardFor(db: Database, host: string, now: Date): Promise<CertificateRow | undefined> {
  return (await wildcards(db, [host], now)).find((row) => isSure(row, now));
}

/** Those of these hosts for which a certificate for all names of their domain is served, and when it ends. */
export async function hostsUnderWildcards(
  db: Database,
  hosts: readonly string[],
  now: Date,
): Promise<Map<string, Date>> {
  const rows = (await wildcards(db, hosts, now)).filter((row) => isSure(row, now));
  const found = new Map<string, Date>();
  for (const host of hosts) {
    const ends = rows.filter((row) => row.hosts.includes(wildcardOf(host))).map(({ notAfter }) => notAfter.getTime());
    if (ends.length > 0) found.set(host, new Date(Math.max(...ends)));
  }
  return found;
}

/** The sites domains whose sites need no certificates of their own: they have one for all, or it is being requested. */
export async function coveredDomains({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now();
  const all = await db.select(partners).from(partner);
  const sure = new Set(
    (
      await wildcards(
        db,
        all.map(({ sitesDomain }) => `any.${sitesDomain}`),
        now,
      )
    )
      .filter((row) => isSure(row, now))
      .map(({ resourceId }) => resourceId),
  );
  const covered: string[] = [];
  for (const { id, sitesDomain } of all)
    if (sure.has(id) || (await openTaskOf(db, 'certificate', id))) covered.push(sitesDomain);
  return covered;
}

/** The partners whose sites domain needs a certificate for all its names now, and can prove it. */
export async function wildcardsDue(deps: Deps): Promise<Partner[]> {
  const { db, config, clock } = deps;
  if (config.acmeWildcard === 'off') return [];
  const now = clock.now();
  const all = await db
    .select({ ...partners, failedAt: sslSetting.failedAt })
    .from(partner)
    .leftJoin(sslSetting, and(eq(sslSetting.resource, 'partner'), eq(sslSetting.resourceId, partner.id)));
  const rows = await wildcards(
    db,
    all.map(({ sitesDomain }) => `any.${sitesDomain}`),
    now,
  );
  const lacking = all.filter(
    ({ id, failedAt }) =>
      !(failedAt && failedAt.getTime() > now.getTime() - AGAIN_MS) &&
      !rows.some((row) => row.resourceId === id && renewalAt(row) > now),
  );
  const due: Partner[] = [];
  for (let from = 0; from < lacking.length; from += AT_ONCE)
    await Promise.all(
      lacking.slice(from, from + AT_ONCE).map(async ({ id, sitesDomain, nameservers }) => {
        if (config.acmeWildcard === 'on' || (await isAnsweredHere(deps, sitesDomain, nameservers)))
          due.push({ id, sitesDomain, nameservers });
      }),
    );
  return due;
}

/** Removes the certificates of sites that have no other name than those directly below a partner's sites domain. */
export async function removeCovered(tx: Database, partnerId: string, sitesDomain: string): Promise<void> {
  await tx
    .delete(certificate)
    .where(
      and(
        eq(certificate.resource, 'site'),
        inArray(
          certificate.resourceId,
          tx.select({ id: workload.id }).from(workload).where(eq(workload.partnerId, partnerId)),
        ),
        sql`${certificate.kind} <> 'own'`,
        sql`not exists (select from unnest(${certificate.hosts}) host where regexp_replace(host, '^[^.]+\\.', '') <> ${sitesDomain})`,
      ),
    );
}
