import { asc, eq } from 'drizzle-orm';
import type { OpenDatabase } from '../../src/db/database.ts';
import {
  app,
  backup,
  backupSetting,
  blueprint,
  customDomain,
  installedItem,
  license,
  listCount,
  migration,
  workload,
  siteAccess,
  siteCount,
  workloadHost,
  limitHit,
  siteSource,
  uptimeDay,
  usageDay,
  staging,
  trafficHour,
  user,
} from '../../src/db/schema.ts';
import { isSite } from '../../src/db/section.ts';

/** The application that has the address of a site in the data of migration 0045. */
export const DOUBLE = 'rye-and-honey';

const inOrder = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

/** What a database holds of the data that people would miss, independent of the names of its tables and columns. */
export async function readFacts({ db, kind }: OpenDatabase): Promise<Partial<Record<OpenDatabase['kind'], object>>> {
  const sites = await db.select().from(workload).where(isSite(workload)).orderBy(asc(workload.fqdn));
  const nameOf = (id: string | null): string | null => sites.find((row) => row.id === id)?.fqdn ?? id;
  const of = <T extends object>(rows: readonly T[], read: (row: T) => object) => inOrder(rows.map(read));
  return {
    [kind]: {
      sites: of(sites, (s) => ({
        ...{ id: s.id, owners: [s.partnerId, s.customerId], fqdn: s.fqdn, name: s.name, type: s.type },
        ...{ status: s.status, version: s.version, php: s.phpVersion, stage: s.isStage, plan: s.planType },
        ...{ license: s.licenseKey, title: s.title, admin: [s.adminUser, s.adminEmail], size: s.fileSize },
        ...{ created: s.createdAt, binned: s.binnedAt, inventory: s.inventoryAt, evidence: s.evidence.length },
      })),
      hosts: of(
        (await db.select().from(workloadHost)).filter((h) => sites.some(({ id }) => id === h.workloadId)),
        (h) => ({
          fqdn: h.fqdn,
          site: nameOf(h.workloadId),
          redirects: h.redirects,
        }),
      ),
      usage: of(await db.select().from(usageDay), (d) => ({
        site: nameOf(d.workloadId),
        ...{ day: d.day, requests: d.requests, bytes: d.bytes, views: d.pageViews },
      })),
      uptime: of(await db.select().from(uptimeDay), (d) => ({
        site: nameOf(d.workloadId),
        ...{ day: d.day, checks: d.checks, failed: d.failed, seconds: d.seconds, failedSeconds: d.failedSeconds },
      })),
      limits: of(await db.select().from(limitHit), (l) => ({
        site: nameOf(l.workloadId),
        ...{ day: l.day, kind: l.kind, count: l.count },
      })),
      traffic: of(await db.select().from(trafficHour), (t) => ({ site: nameOf(t.resourceId), requests: t.requests })),
      backups: of(await db.select().from(backup), (b) => ({
        ...{ id: b.id, site: nameOf(b.workloadId), name: b.name, status: b.status, size: b.size, sha256: b.sha256 },
      })),
      schedules: of(await db.select().from(backupSetting), (b) => ({ site: nameOf(b.workloadId), at: b.time })),
      staging: of(await db.select().from(staging), (s) => ({
        site: nameOf(s.workloadId),
        parent: nameOf(s.parentId),
        copied: s.copiedAt,
      })),
      access: of(await db.select().from(siteAccess), (a) => ({ site: nameOf(a.workloadId), user: a.userName })),
      sources: of(await db.select().from(siteSource), (s) => ({ site: nameOf(s.workloadId), host: s.host })),
      applications: of(
        await db.select().from(app).innerJoin(workload, eq(workload.id, app.id)),
        ({ app: { type }, workload: a }) => ({
          ...{ id: a.id, owners: [a.partnerId, a.customerId], name: a.name, type, created: a.createdAt },
          fqdn: a.name === DOUBLE ? 'another' : a.fqdn,
        }),
      ),
      siteCounts: inOrder(await db.select().from(siteCount)),
      listCounts: inOrder(await db.select().from(listCount)),
      installed: inOrder(await db.select().from(installedItem)),
      licenses: of(await db.select().from(license), ({ key, product }) => ({ key, product })),
      blueprints: of(await db.select().from(blueprint), (b) => ({ name: b.name, site: nameOf(b.siteId) })),
      migrations: of(await db.select().from(migration), (m) => ({ fqdn: m.fqdn, site: nameOf(m.siteId) })),
      domains: of(await db.select().from(customDomain), (d) => ({ domain: d.domain, site: nameOf(d.resourceId) })),
      users: of(await db.select().from(user), (u) => ({ id: u.id, email: u.email, role: u.role })),
    },
  };
}
