import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  notExists,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { DnsRecord } from '@panel/contract';
import { described, said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { customDomain, dnsZone, dnsZoneVersion, notification, partner, workload, user } from '../../db/schema.ts';
import { isApp } from '../../db/section.ts';
import { holding, ofPartner, selectPage, within, type Scope } from '../../db/select-page.ts';
import { nextSerial } from '../../dns/zone.ts';
import type { Slice } from '../../kernel/paged.ts';
import { nameserversOf } from './nameservers.repo.ts';

export type ZoneRow = typeof dnsZone.$inferSelect;
export type NewZone = Pick<ZoneRow, 'partnerId' | 'resource' | 'resourceId' | 'fqdn' | 'records' | 'nameservers'>;

/** `served`: the name servers read the database, so a version is served once it is stored. */
export type Saving = { now: Date; served: boolean };

/** Versions of a zone that are kept. */
const VERSIONS = 50;

/** Zones are in the scope of what they belong to; those of a site in the bin are in none. */
const mine = (db: Database, scope: Scope): SQL | undefined =>
  and(
    ofPartner(dnsZone, scope),
    eq(dnsZone.resource, 'site'),
    inArray(dnsZone.resourceId, db.select({ id: workload.id }).from(workload).where(within(workload, scope))),
  );

export async function findZone(db: Database, scope: Scope, fqdn: string): Promise<ZoneRow | undefined> {
  const [row] = await db
    .select()
    .from(dnsZone)
    .where(and(mine(db, scope), eq(dnsZone.fqdn, fqdn)));
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockZone(tx: Database, scope: Scope, fqdn: string): Promise<ZoneRow | undefined> {
  const [row] = await tx
    .select()
    .from(dnsZone)
    .where(and(mine(tx, scope), eq(dnsZone.fqdn, fqdn)))
    .for('update');
  return row;
}

const COLUMN = { created_at: dnsZone.createdAt, fqdn: dnsZone.fqdn, updated_at: dnsZone.updatedAt } as const;

/** Those of these workloads that are applications. */
async function appsAmong(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: workload.id })
    .from(workload)
    .where(and(inArray(workload.id, [...ids]), isApp(workload)));
  return new Set(rows.map(({ id }) => id));
}

/** A page of the scope's zones, with whether each belongs to an application. */
export async function listZones(
  db: Database,
  scope: Scope,
  { keyword }: { keyword?: string },
  { limit, offset, orderBy, sortOrder }: Slice<keyof typeof COLUMN>,
) {
  const page = await selectPage(db, dnsZone, {
    where: and(mine(db, scope), keyword ? ilike(dnsZone.fqdn, holding(keyword)) : undefined),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(dnsZone.id)],
    limit,
    offset,
  });
  const apps = await appsAmong(
    db,
    page.rows.map(({ resourceId }) => resourceId),
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, isApp: apps.has(row.resourceId) })) };
}

/** Adds a zone with its first version; undefined when the domain has one, of whatever resource. */
export async function insertZone(tx: Database, zone: NewZone, { now, served }: Saving): Promise<ZoneRow | undefined> {
  const serial = nextSerial(0, now);
  const [row] = await tx
    .insert(dnsZone)
    .values({ ...zone, serial, servedSerial: served ? serial : null })
    .onConflictDoNothing()
    .returning();
  if (row) await tx.insert(dnsZoneVersion).values({ zoneId: row.id, serial, records: zone.records });
  return row;
}

/** Stores a new version of a locked zone, and forgets the oldest ones. */
export async function saveRecords(
  tx: Database,
  zone: ZoneRow,
  records: DnsRecord[],
  { userId, now, served }: Saving & { userId: string },
): Promise<ZoneRow> {
  const serial = nextSerial(zone.serial, now);
  const [row] = await tx
    .update(dnsZone)
    .set({ records, serial, updatedAt: now, error: null, triedAt: null, ...(served && { servedSerial: serial }) })
    .where(eq(dnsZone.id, zone.id))
    .returning();
  if (!row) throw new Error('The zone was not stored.');
  await tx.insert(dnsZoneVersion).values({ zoneId: zone.id, serial, records, userId, createdAt: now });
  const [oldest] = await tx
    .select({ serial: dnsZoneVersion.serial })
    .from(dnsZoneVersion)
    .where(eq(dnsZoneVersion.zoneId, zone.id))
    .orderBy(desc(dnsZoneVersion.serial))
    .offset(VERSIONS - 1)
    .limit(1);
  if (oldest)
    await tx
      .delete(dnsZoneVersion)
      .where(and(eq(dnsZoneVersion.zoneId, zone.id), lt(dnsZoneVersion.serial, oldest.serial)));
  return row;
}

/** The versions of a zone with the emails of who saved them, the newest first. */
export const versionsOf = (db: Database, zoneId: string) =>
  db
    .select({
      serial: dnsZoneVersion.serial,
      records: dnsZoneVersion.records,
      createdAt: dnsZoneVersion.createdAt,
      savedBy: user.email,
    })
    .from(dnsZoneVersion)
    .leftJoin(user, eq(user.id, dnsZoneVersion.userId))
    .where(eq(dnsZoneVersion.zoneId, zoneId))
    .orderBy(desc(dnsZoneVersion.serial));

/** Removes the zones of what is gone. */
export async function removeZonesOf(tx: Database, resource: ZoneRow['resource'], resourceId: string): Promise<void> {
  await tx.delete(dnsZone).where(and(eq(dnsZone.resource, resource), eq(dnsZone.resourceId, resourceId)));
}

/** A zone with its name servers, for the DNS server. */
export async function servedZone(db: Database, fqdn: string) {
  const { serial, records } = dnsZone;
  const [row] = await db
    .select({ fqdn: dnsZone.fqdn, serial, records, nameservers: nameserversOf(dnsZone.nameservers) })
    .from(dnsZone)
    .innerJoin(partner, eq(partner.id, dnsZone.partnerId))
    .where(eq(dnsZone.fqdn, fqdn));
  return row;
}

/** The partners' sites domains with their name servers, and the domains of their pools, earlier ones included. */
export const sitesDomains = (db: Database) =>
  db
    .select({
      ...{ fqdn: partner.sitesDomain, nameservers: partner.nameservers },
      ...{ pool: partner.nameserverDomain, formerPools: partner.formerNameserverDomains },
    })
    .from(partner);

/** Changes whenever zones, or claims of domains, are added or removed. */
export async function zonesMark(db: Database): Promise<string> {
  const [row] = await db.select({ total: count(), newest: max(dnsZone.createdAt) }).from(dnsZone);
  const [open] = await db.select({ total: count(), newest: max(customDomain.createdAt) }).from(customDomain);
  return [row?.total, row?.newest?.getTime(), open?.total, open?.newest?.getTime()].join(' ');
}

/** The names of zones with a version from after a time. */
export const zonesChangedSince = async (db: Database, time: Date): Promise<string[]> =>
  (await db.select({ fqdn: dnsZone.fqdn }).from(dnsZone).where(gt(dnsZone.updatedAt, time))).map(({ fqdn }) => fqdn);

/** The names of all zones. */
export const zoneNames = async (db: Database): Promise<string[]> =>
  (await db.select({ fqdn: dnsZone.fqdn }).from(dnsZone)).map(({ fqdn }) => fqdn);

/** Remembers who wants to know when a domain uses our name servers. */
export async function watchZone(db: Database, zoneId: string, userId: string, now: Date): Promise<void> {
  await db.update(dnsZone).set({ watchedBy: userId, watchedAt: now }).where(eq(dnsZone.id, zoneId));
}

const longestWaiting = (column: typeof dnsZone.checkedAt | typeof dnsZone.triedAt) => sql`${column} asc nulls first`;

/** The watched zones whose last check is the oldest, with their name servers. */
export const watchedZones = (db: Database, limit: number) =>
  db
    .select({ zone: dnsZone, nameservers: nameserversOf(dnsZone.nameservers) })
    .from(dnsZone)
    .innerJoin(partner, eq(partner.id, dnsZone.partnerId))
    .where(isNotNull(dnsZone.watchedAt))
    .orderBy(longestWaiting(dnsZone.checkedAt), asc(dnsZone.watchedAt))
    .limit(limit);

/** Records that watches were checked. */
export async function recordCheck(db: Database, zones: readonly Pick<ZoneRow, 'id'>[], at: Date): Promise<void> {
  const ids = zones.map(({ id }) => id);
  if (ids.length > 0) await db.update(dnsZone).set({ checkedAt: at }).where(inArray(dnsZone.id, ids));
}

/** Ends watches that began before a time. */
export async function endOldWatches(db: Database, before: Date): Promise<void> {
  await db.update(dnsZone).set({ watchedBy: null, watchedAt: null }).where(lt(dnsZone.watchedAt, before));
}

/** Ends a watch and notifies its user, once for each watch. */
export async function endWatch(db: Database, { id, fqdn, partnerId, resourceId, watchedBy, watchedAt }: ZoneRow) {
  await db.transaction(async (tx) => {
    await tx.update(dnsZone).set({ watchedBy: null, watchedAt: null }).where(eq(dnsZone.id, id));
    if (watchedBy === null) return;
    await tx
      .insert(notification)
      .values({
        ...{ partnerId, userId: watchedBy, type: 'dns_propagated' },
        ...described(said('{domain} uses your name servers now. Every resolver we checked agrees.', { domain: fqdn })),
        link: `/propagation/check/${resourceId}`,
        dedupeKey: `dns:${id}:${watchedAt?.getTime()}`,
      })
      .onConflictDoNothing();
  });
}

/** Zones whose current version is not served yet; those that waited longest are first. */
export const unservedZones = (db: Database, limit: number) =>
  db
    .select({ id: dnsZone.id, fqdn: dnsZone.fqdn, serial: dnsZone.serial })
    .from(dnsZone)
    .where(sql`${dnsZone.servedSerial} is distinct from ${dnsZone.serial}`)
    .orderBy(longestWaiting(dnsZone.triedAt), asc(dnsZone.updatedAt))
    .limit(limit);

/** Stores what became of a delivery. */
export async function recordDelivery(
  db: Database,
  { id, serial }: Pick<ZoneRow, 'id' | 'serial'>,
  error: string | null,
): Promise<void> {
  const done = error === null ? { servedSerial: serial, error: null } : { error };
  await db
    .update(dnsZone)
    .set({ ...done, triedAt: sql`now()` })
    .where(eq(dnsZone.id, id));
}

/** The zones that are served, with their versions. */
export const servedSerials = (db: Database) =>
  db.select({ fqdn: dnsZone.fqdn, serial: dnsZone.servedSerial }).from(dnsZone).where(isNotNull(dnsZone.servedSerial));

/** Marks zones as not served, because another delivery may have replaced or removed them; returns how many. */
export async function deliverAgain(db: Database, names: readonly string[]): Promise<number> {
  if (names.length === 0) return 0;
  const again = { servedSerial: null, triedAt: null };
  const zones = inArray(dnsZone.fqdn, [...names]);
  return (await db.update(dnsZone).set(again).where(zones).returning({ id: dnsZone.id })).length;
}

/** Live sites with a domain of their own whose zone does not exist. */
export const sitesWithoutZone = (db: Database, limit: number) =>
  db
    .select({ id: workload.id })
    .from(workload)
    .where(
      and(
        isNotNull(workload.assignedAt),
        eq(workload.domainType, 'custom_domain'),
        eq(workload.isStage, false),
        isNull(workload.binnedAt),
        notExists(
          db
            .select({ id: dnsZone.id })
            .from(dnsZone)
            .where(sql`${dnsZone.fqdn} = regexp_replace(${workload.fqdn}, '^www\\.', '')`),
        ),
      ),
    )
    .limit(limit);
