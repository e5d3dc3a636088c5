import {
  LICENSE_PRODUCTS,
  LIMIT_KINDS,
  SMALLEST_PLAN,
  type AnnouncementKind,
  type DomainState,
  type HelpBlock,
  type LicenseProduct,
  type LimitKind,
  type LinkKind,
  type Notification,
  type Site,
} from '@panel/contract';
import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { storeDirectoryVersion } from '../modules/extension/directory-item.repo.ts';
import { type NewSite } from '../modules/site/site.repo.ts';
import { addUsage, type UsageRow } from '../metrics/usage.repo.ts';
import {
  announcement,
  app,
  backup,
  blueprint,
  extension,
  license,
  migration,
  notification,
  partner,
  partnerHost,
  staging,
  workload,
  kindOfSite,
  siteExtension,
  siteExtensionCheck,
  workloadHost,
  limitHit,
  uptimeDay,
  user,
} from '../db/schema.ts';
import { idHash } from '../context/csrf.ts';
import { hashPassword } from '../lib/password.ts';
import { countTime } from '../lib/response-times.ts';
import { giveLicense } from '../modules/license/license.repo.ts';
import { changeDomain, claimDomain } from '../modules/domain/domain.repo.ts';
import { insertToken } from '../modules/session/token.repo.ts';

const DAY_MS = 24 * 3_600_000;

/** The password of every user that a scenario makes. */
export const SCENARIO_PASSWORD = 'Scenario-pass-1';

export type PartnerRow = typeof partner.$inferSelect;
export type UserRow = typeof user.$inferSelect;
export type SiteRow = typeof workload.$inferSelect;

type UptimeInput = Omit<typeof uptimeDay.$inferInsert, 'workloadId' | 'day'> & { daysAgo: number };
type Installed = Pick<typeof siteExtension.$inferInsert, 'kind' | 'slug' | 'name' | 'version' | 'active'>;

let hash: Promise<string> | undefined;
const unique = (): string => randomBytes(5).toString('hex');

function first<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was written.');
  return row;
}

/** Something that is ready, and what its newest check saw. */
const checked = (ok: boolean) => ({
  status: 'ready' as const,
  evidence: [{ name: 'HTTP' as const, ok, detail: ok ? 'HTTP 200' : 'HTTP 500', checked_at: new Date().toISOString() }],
  brokenAt: ok ? null : new Date(),
});

/** Real rows for one test; tests share nothing. */
export function scenarioRepo(db: Database) {
  const addPartner = async (values: Partial<typeof partner.$inferInsert> = {}): Promise<PartnerRow> => {
    const slug = `p${unique()}`;
    const all = {
      slug,
      name: `Partner ${slug}`,
      domain: `${slug}.localhost`,
      sitesDomain: `${slug}-sites.localhost`,
      supportEmail: `support@${slug}.example`,
      isSpecial: true,
      nameservers: [1, 2, 3, 4].map((n) => `ns${n}.${slug}.example`),
      attributes: { RESELLER_COMPANY_NAME: `Company ${slug}` },
      ...values,
    };
    const row = first(await db.insert(partner).values(all).returning());
    await db.insert(partnerHost).values({ host: row.domain, partnerId: row.id });
    return row;
  };
  const addUser = async (
    owner: PartnerRow | null,
    role: UserRow['role'],
    values: Partial<typeof user.$inferInsert> = {},
  ): Promise<UserRow> => {
    hash ??= hashPassword(SCENARIO_PASSWORD);
    const email = `${role}-${unique()}@${owner ? owner.slug : 'panel'}.example`;
    return first(
      await db
        .insert(user)
        .values({
          partnerId: owner?.id ?? null,
          role,
          email,
          passwordHash: await hash,
          staffRole: role === 'admin' ? 'owner' : null,
          ...values,
        })
        .returning(),
    );
  };
  /** A site as rows only: nothing is hosted for it. */
  const addSite = async (
    owner: PartnerRow,
    customer: UserRow | null,
    values: Partial<NewSite> & { name: string },
  ): Promise<SiteRow> => {
    const fqdn = values.fqdn ?? `${values.name}.${owner.sitesDomain}`;
    const all = {
      partnerId: owner.id,
      customerId: customer?.id ?? null,
      fqdn,
      type: 'wordpress' as const,
      status: 'ready' as Site['status'],
      infraDomainId: randomUUID(),
      assignedAt: new Date(),
      title: values.name,
      adminUser: 'owner',
      adminEmail: customer?.email ?? '',
      ...values,
    };
    const kind = all.kind ?? kindOfSite(all.type);
    const row = first(
      await db
        .insert(workload)
        .values({ ...all, kind })
        .returning(),
    );
    await db.insert(workloadHost).values({ fqdn, workloadId: row.id });
    return row;
  };
  return {
    /** The staging environment of a site, as rows only. */
    async staging(
      owner: PartnerRow,
      customer: UserRow | null,
      live: SiteRow,
      status: Site['status'],
    ): Promise<SiteRow> {
      const fqdn = `staging.${live.fqdn}`;
      const row = await addSite(owner, customer, { name: live.name, title: live.title, fqdn, status, isStage: true });
      await db.insert(staging).values({ workloadId: row.id, parentId: live.id });
      return row;
    },
    partner: addPartner,
    user: addUser,
    customer: (owner: PartnerRow, values?: Partial<typeof user.$inferInsert>) => addUser(owner, 'customer', values),
    admin: (owner: PartnerRow, values?: Partial<typeof user.$inferInsert>) => addUser(owner, 'admin', values),
    superadmin: () => addUser(null, 'superadmin'),
    site: addSite,
    /** Many sites at once, the newest last. */
    async sites(owner: PartnerRow, customer: UserRow | null, count: number): Promise<void> {
      const start = Date.now() - count * 1000;
      const rows = Array.from({ length: count }, (_, i) => ({
        id: randomUUID(),
        partnerId: owner.id,
        customerId: customer?.id ?? null,
        name: `site-${i + 1}`,
        kind: 'wordpress' as const,
        fqdn: `site-${i + 1}.${owner.sitesDomain}`,
        type: 'wordpress' as const,
        status: 'ready' as const,
        infraDomainId: randomUUID(),
        assignedAt: new Date(),
        createdAt: new Date(start + i * 1000),
      }));
      for (let i = 0; i < rows.length; i += 500) {
        const part = rows.slice(i, i + 500);
        await db.insert(workload).values(part);
        await db.insert(workloadHost).values(part.map(({ id, fqdn }) => ({ workloadId: id, fqdn })));
      }
    },
    /** Complete backups of a site as rows only, the newest last: the storage has nothing of them. */
    async backups(siteId: string, count: number, values: Partial<typeof backup.$inferInsert> = {}): Promise<string[]> {
      const start = Date.now() - count * 60_000;
      const rows = Array.from({ length: count }, (_, i) => ({
        ...{ workloadId: siteId, taskId: randomUUID(), name: `Backup ${i + 1}`, type: 'manual' as const },
        ...{ status: 'succeeded' as const, size: 1024 * (i + 1), sha256: '0'.repeat(64) },
        createdAt: new Date(start + i * 60_000),
        ...values,
      }));
      return (await db.insert(backup).values(rows).returning({ id: backup.id })).map(({ id }) => id);
    },
    /** Blueprints of a customer, or of the partner itself (null), as rows only, the newest last. */
    async blueprints(
      partner: PartnerRow,
      owner: UserRow | null,
      count: number,
      values: Partial<typeof blueprint.$inferInsert> = {},
    ): Promise<void> {
      const start = Date.now() - count * 60_000;
      const rows = Array.from({ length: count }, (_, i) => ({
        ...{ partnerId: partner.id, customerId: owner?.id ?? null, siteFqdn: `model.${partner.sitesDomain}` },
        ...{ taskId: randomUUID(), name: `Blueprint ${i + 1}`, includesContent: i % 2 === 1, wpVersion: '7.1.1' },
        ...{ status: 'succeeded' as const, size: 1024 * (i + 1), sha256: '0'.repeat(64) },
        createdAt: new Date(start + i * 60_000),
        ...values,
      }));
      await db.insert(blueprint).values(rows);
    },
    /** Limits that a site hit today, with their counts. */
    async limitHits(owner: SiteRow, hits: Partial<Record<LimitKind, number>>): Promise<void> {
      const lastAt = new Date();
      const rows = LIMIT_KINDS.flatMap((kind) =>
        hits[kind]
          ? [{ workloadId: owner.id, day: lastAt.toISOString().slice(0, 10), kind, count: hits[kind], lastAt }]
          : [],
      );
      if (rows.length > 0) await db.insert(limitHit).values(rows);
    },
    /** Scheduled checks, by day. */
    async uptime(owner: SiteRow, days: readonly UptimeInput[]): Promise<void> {
      const rows = days.map(({ daysAgo, ...counts }) => {
        const day = new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10);
        return { workloadId: owner.id, day, ...counts };
      });
      if (rows.length > 0) await db.insert(uptimeDay).values(rows);
    },
    /** Requests of this hour, as the edge counts them: each of 1,000 bytes and 80 ms, half of them from the cache. */
    async traffic(owner: SiteRow, requests: number): Promise<void> {
      if (requests === 0) return;
      const now = Date.now();
      const counts = { requests, bytes: requests * 1_000 };
      const row: UsageRow = {
        ...{ siteId: owner.id, ...counts, pageViews: requests, hits: requests / 2, bots: 1, s2xx: requests },
        ...{ day: new Date(now).toISOString().slice(0, 10), hour: new Date(now - (now % 3_600_000)).toISOString() },
        times: countTime(80).map((count) => count * requests),
        parts: [{ part: 'content', name: 'pages', ...counts }],
      };
      await addUsage(db, { id: randomUUID(), rows: [row] });
    },
    /** What a site has, as if it had just been read. */
    async installed(owner: SiteRow, items: readonly Installed[]): Promise<void> {
      const now = new Date();
      await db.insert(siteExtensionCheck).values({ siteId: owner.id, triedAt: now, checkedAt: now });
      if (items.length > 0) await db.insert(siteExtension).values(items.map((item) => ({ ...item, siteId: owner.id })));
    },
    /** A version in a customer's library, without its archive. */
    async extension(
      owner: PartnerRow,
      customer: UserRow,
      {
        newer,
        ...values
      }: Pick<typeof extension.$inferInsert, 'kind' | 'slug' | 'name' | 'version'> & {
        /** It is from the directory, which has this version since. */
        newer?: string | undefined;
      },
    ) {
      const source = newer === undefined ? ('upload' as const) : ('directory' as const);
      const all = { author: '', description: '', fileSize: 2048, digest: '', source, ...values };
      if (newer !== undefined) await storeDirectoryVersion(db, values, newer);
      return first(
        await db
          .insert(extension)
          .values({ partnerId: owner.id, customerId: customer.id, ...all })
          .returning(),
      );
    },
    /** A migration without its archive. */
    async migration(
      owner: PartnerRow,
      customer: UserRow,
      { name, ...values }: { name: string } & Partial<typeof migration.$inferInsert>,
    ) {
      const all = {
        ...{
          type: 'backup' as const,
          fqdn: `${name}.${owner.sitesDomain}`,
          token: randomBytes(32).toString('base64url'),
        },
        ...{ fileName: 'site.zip', fileSize: 2048 },
        ...values,
      };
      return first(
        await db
          .insert(migration)
          .values({ partnerId: owner.id, customerId: customer.id, ...all })
          .returning(),
      );
    },
    /** A licence; with a site, it is assigned to it. */
    /** A domain that a site claims, as if it had been checked. */
    async domain(
      of: SiteRow,
      { domain, state, nameservers = null }: { domain: string; state: DomainState; nameservers?: string[] | null },
    ) {
      const formerHost = state === 'connected' ? `former-${of.id}.example` : null;
      const proof = state === 'unproven' ? {} : { method: 'txt' as const, provenAt: new Date(), triedAt: new Date() };
      const row = await claimDomain(
        db,
        { partnerId: of.partnerId, resourceId: of.id, domain, host: domain, nameservers },
        new Date(),
      );
      await changeDomain(db, row.id, { state, formerHost, checkedAt: new Date(), ...proof });
      return row;
    },
    async license(
      owner: PartnerRow,
      customer: UserRow,
      {
        endsInDays,
        siteId,
        ...given
      }: { product: LicenseProduct; endsInDays: number; autoRenewal: boolean; siteId?: string },
    ) {
      const { id: partnerId } = owner;
      const all = { partnerId, customerId: customer.id, termMonths: 1, ...given };
      const row = await giveLicense(db, all, new Date(Date.now() - 365 * DAY_MS));
      const toDate = new Date(Date.now() + endsInDays * DAY_MS);
      await db.update(license).set({ toDate }).where(eq(license.id, row.id));
      const planType = endsInDays > 0 ? LICENSE_PRODUCTS[given.product].plan : SMALLEST_PLAN;
      const use = { licenseKey: row.key, stripeLicenseId: row.id, planType };
      if (siteId) await db.update(workload).set(use).where(eq(workload.id, siteId));
      return row;
    },
    /** To all customers of a partner, for an hour. */
    async announcement(
      owner: PartnerRow,
      values: { title: string; kind?: AnnouncementKind; heading?: string; text?: string },
    ) {
      const { title, kind = 'info', heading, text = 'More about it.' } = values;
      const blocks: HelpBlock[] = [
        ...(heading ? [{ kind: 'heading' as const, id: 'a-heading', runs: [{ text: heading }] }] : []),
        { kind: 'paragraph', runs: [{ text }] },
      ];
      const [fromAt, untilAt] = [new Date(), new Date(Date.now() + 3_600_000)];
      const row = { title, kind, markdown: text, blocks, sections: [], plans: [], fromAt, untilAt, isMailed: false };
      return first(
        await db
          .insert(announcement)
          .values({ partnerId: owner.id, ...row })
          .returning(),
      );
    },
    async notification(
      owner: PartnerRow,
      to: UserRow,
      values: Pick<Notification, 'type' | 'description' | 'template' | 'values'> & {
        status?: Notification['status'];
        link?: string;
      },
    ) {
      return first(
        await db
          .insert(notification)
          .values({ partnerId: owner.id, userId: to.id, ...values })
          .returning(),
      );
    },
    /** The token of an email's link that can set a password. */
    async link(to: UserRow, kind: LinkKind): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      await insertToken(db, {
        tokenHash: idHash(token),
        kind,
        userId: to.id,
        expiresAt: new Date(Date.now() + 3_600_000),
      });
      return token;
    },
    /** An application as rows only; `ok`: it is ready, and this is what its newest check saw. */
    async app(owner: PartnerRow, customer: UserRow, name: string, ok?: boolean) {
      const fqdn = `${name}.${owner.slug}-apps.localhost`;
      const all = { partnerId: owner.id, customerId: customer.id, name, fqdn, infraDomainId: randomUUID() };
      const row = first(
        await db
          .insert(workload)
          .values({ ...all, kind: 'node', type: sql`'node'`, ...(ok === undefined ? {} : checked(ok)) })
          .returning(),
      );
      await db.insert(workloadHost).values({ fqdn, workloadId: row.id });
      await db.insert(app).values({ id: row.id, type: 'frontend' });
      return row;
    },
  };
}
export type ScenarioRepo = ReturnType<typeof scenarioRepo>;
