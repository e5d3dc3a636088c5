import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { certificate, partnerHost, sslSetting, workloadHost, type CertificateOwner } from '../../db/schema.ts';
import { wildcardOf } from '../../tls/certificate-facts.ts';

export type CertificateRow = typeof certificate.$inferSelect;
export type NewCertificate = typeof certificate.$inferInsert;
export type SslSettingRow = typeof sslSetting.$inferSelect;
/** What a certificate belongs to. */
export type Owner = { resource: CertificateOwner; resourceId: string };

const ofOwner = (owner: Owner) =>
  and(eq(certificate.resource, owner.resource), eq(certificate.resourceId, owner.resourceId));
const settingOf = (owner: Owner) =>
  and(eq(sslSetting.resource, owner.resource), eq(sslSetting.resourceId, owner.resourceId));

/** Valid ones before those that have ended, the owner's upload before ours, a panel's own before a wildcard, the newest first. */
const bestFirst = (now: Date) => [
  desc(sql`${certificate.notAfter} > ${now.toISOString()}`),
  desc(sql`${certificate.kind} = 'own'`),
  desc(sql`${certificate.resource} = 'panel'`),
  desc(certificate.createdAt),
  asc(certificate.id),
];

/** The certificate to serve for a host name: that of its site or panel, or one for all names of the domain. */
export const servedQuery = (db: Database, host: string, now: Date) =>
  db
    .select()
    .from(certificate)
    .where(
      or(
        and(
          eq(certificate.resource, 'site'),
          // Looked up before, so that an index finds both kinds.
          sql`${certificate.resourceId} = (select ${workloadHost.workloadId} from ${workloadHost} where ${workloadHost.fqdn} = ${host})`,
          sql`${certificate.hosts} && array[${host}, ${wildcardOf(host)}]::text[]`,
        ),
        and(
          eq(certificate.resource, 'panel'),
          sql`${certificate.resourceId} = (select ${partnerHost.partnerId} from ${partnerHost} where ${partnerHost.host} = ${host})`,
          sql`${certificate.hosts} @> array[${host}]::text[]`,
        ),
        and(eq(certificate.resource, 'partner'), sql`${certificate.hosts} @> array[${wildcardOf(host)}]::text[]`),
      ),
    )
    .orderBy(...bestFirst(now))
    .limit(1);

export async function servedFor(db: Database, host: string, now: Date): Promise<CertificateRow | undefined> {
  return (await servedQuery(db, host, now))[0];
}

/** The site of a host name. */
export async function siteOfHost(db: Database, host: string): Promise<string | undefined> {
  const [row] = await db.select({ id: workloadHost.workloadId }).from(workloadHost).where(eq(workloadHost.fqdn, host));
  return row?.id;
}

/** All certificates of a resource, the served one first. */
export function certificatesOf(db: Database, owner: Owner, now: Date): Promise<CertificateRow[]> {
  return db
    .select()
    .from(certificate)
    .where(ofOwner(owner))
    .orderBy(...bestFirst(now));
}

export async function addCertificate(db: Database, row: NewCertificate): Promise<CertificateRow> {
  const [added] = await db.insert(certificate).values(row).returning();
  if (!added) throw new Error('The certificate was not stored.');
  return added;
}

/** The certificate that a task has made. */
export async function certificateOfTask(db: Database, taskId: string): Promise<CertificateRow | undefined> {
  const [row] = await db.select().from(certificate).where(eq(certificate.taskId, taskId));
  return row;
}

export async function removeOfTask(db: Database, taskId: string): Promise<void> {
  await db.delete(certificate).where(eq(certificate.taskId, taskId));
}

/** Removes the ones of the same kind before this: an upload is served before ours, which is there when it ends. */
export async function removeFormer(db: Database, row: CertificateRow): Promise<void> {
  await db
    .delete(certificate)
    .where(and(ofOwner(row), ne(certificate.id, row.id), (row.kind === 'own' ? eq : ne)(certificate.kind, 'own')));
}

export async function readSslSetting(db: Database, owner: Owner): Promise<SslSettingRow | undefined> {
  const [row] = await db.select().from(sslSetting).where(settingOf(owner));
  return row;
}

/** Changes what is given of a resource's settings. */
export async function writeSslSetting(
  db: Database,
  { resource, resourceId }: Owner,
  change: Partial<Omit<SslSettingRow, 'resource' | 'resourceId'>>,
): Promise<void> {
  const values = { ...change, updatedAt: new Date() };
  await db
    .insert(sslSetting)
    .values({ resource, resourceId, ...values })
    .onConflictDoUpdate({ target: [sslSetting.resource, sslSetting.resourceId], set: values });
}

/** Removes what the owner of a resource has uploaded. */
export async function removeUploads(db: Database, owner: Owner): Promise<void> {
  await db.delete(certificate).where(and(ofOwner(owner), eq(certificate.kind, 'own')));
}
