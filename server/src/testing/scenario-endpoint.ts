import { randomUUID } from 'node:crypto';
import {
  ANNOUNCEMENT_KINDS,
  DOMAIN_STATES,
  EXTENSION_KINDS,
  LICENSE_PRODUCT_IDS,
  LIMIT_KINDS,
  LINK_KINDS,
  MEMBER_ROLES,
  MIGRATION_STATUSES,
  MIGRATION_TYPES,
  NOTIFICATION_TYPES,
  ROLES,
  SITE_STATUSES,
  SITE_TYPES,
  STAFF_ROLES,
  type PartnerAttributes,
  saidEntries,
} from '@panel/contract';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import type { Carried, Rehearsal } from '../db/schema/migration.table.ts';
import { publicPartner } from '../context/public-partner.ts';
import { insertCoupon } from '../modules/payment/coupon.repo.ts';
import { offerPrices } from '../modules/payment/price.repo.ts';
import { findMembership } from '../modules/user/membership.repo.ts';
import { publicUser } from '../modules/user/public-user.ts';
import { demoPrices } from '../seed/demo-prices.ts';
import { SCENARIO_PASSWORD } from './scenario.repo.ts';
import { buyAs, failRenewals, offerTrials } from './scenario-purchase.ts';
import { makeReleases, ReleaseInput } from './scenario-releases.ts';
import type { TestServer } from './start-test-server.ts';

export const SCENARIO_PATH = '/__testing/scenario';

const ExtensionInput = {
  kind: v.picklist(EXTENSION_KINDS),
  slug: v.string(),
  name: v.string(),
  version: v.string(),
};

const DAY_MS = 24 * 3_600_000;

/** Data of a column, as the server stores it. */
const stored = <T>() => v.custom<T>((value) => typeof value === 'object' && value !== null);

/** A page test's request; `shared/ui/src/testing/scenario.ts` sends it. */
const ScenarioInput = v.object({
  partner: v.optional(
    v.object({ special: v.optional(v.boolean()), attributes: v.optional(v.record(v.string(), v.string())) }),
    {},
  ),
  role: v.optional(v.picklist([...ROLES, 'anonymous']), 'customer'),
  /** Of an administrator; `colleagues` are further staff, by their roles. */
  staffRole: v.optional(v.picklist(STAFF_ROLES), 'owner'),
  colleagues: v.optional(v.array(v.picklist(STAFF_ROLES)), []),
  /** The user is a member, with this role, of the account of another customer. */
  member: v.optional(v.picklist(MEMBER_ROLES)),
  user: v.optional(
    v.object({
      is_abuse_system: v.optional(v.boolean()),
      firstname: v.optional(v.string()),
      lastname: v.optional(v.string()),
    }),
    {},
  ),
  /** A link of an email to the user, which can set a password. */
  link: v.optional(v.picklist(LINK_KINDS)),
  sites: v.optional(
    v.array(
      v.object({
        name: v.string(),
        title: v.optional(v.string()),
        status: v.optional(v.picklist(SITE_STATUSES)),
        type: v.optional(v.picklist(SITE_TYPES)),
        assigned: v.optional(v.boolean()),
        /** As if a task worked on it. */
        busy: v.optional(v.boolean(), false),
        owner: v.optional(v.string()),
        /** Its own domain, instead of a name below the partner's. */
        domain: v.optional(v.string()),
        /** A domain that it claims; once connected it is that of `domain`. */
        claim: v.optional(v.object({ domain: v.string(), state: v.optional(v.picklist(DOMAIN_STATES), 'unproven') })),
        fileSize: v.optional(v.number()),
        /** As if its picture had been taken; the storage has none. */
        pictured: v.optional(v.boolean(), false),
        version: v.optional(v.string(), '7.1.1'),
        phpVersion: v.optional(v.string()),
        /** Deleted this many days ago. */
        binnedDays: v.optional(v.number()),
        /** Rows only: the storage has nothing of them. */
        backups: v.optional(v.number(), 0),
        /** It has a staging environment, with this status. */
        staging: v.optional(v.picklist(SITE_STATUSES)),
        /** As if its newest check had got an error page. */
        pagesFail: v.optional(v.boolean(), false),
        traffic: v.optional(v.number()),
        limitHits: v.optional(v.record(v.picklist(LIMIT_KINDS), v.number())),
        /** Scheduled checks, by day; `brokenHours`: since when it does not work. */
        uptime: v.optional(
          v.object({
            days: v.array(
              v.object({
                daysAgo: v.number(),
                checks: v.number(),
                failed: v.number(),
                seconds: v.number(),
                failedSeconds: v.optional(v.number(), 0),
              }),
            ),
            brokenHours: v.optional(v.number()),
          }),
        ),
        installed: v.optional(v.array(v.object({ ...ExtensionInput, active: v.boolean() }))),
      }),
    ),
    [],
  ),
  siteCount: v.optional(v.number(), 0),
  /** Rows only: the storage has nothing of them. */
  blueprints: v.optional(v.number(), 0),
  offeredBlueprints: v.optional(v.number(), 0),
  announcements: v.optional(
    v.array(
      v.object({
        title: v.string(),
        kind: v.optional(v.picklist(ANNOUNCEMENT_KINDS)),
        heading: v.optional(v.string()),
        text: v.optional(v.string()),
      }),
    ),
    [],
  ),
  notifications: v.optional(
    v.array(
      v.object({
        type: v.picklist(NOTIFICATION_TYPES),
        description: v.string(),
        ...saidEntries,
        status: v.optional(v.picklist(['read', 'unread'])),
        link: v.optional(v.string()),
      }),
    ),
    [],
  ),
  library: v.optional(v.array(v.object({ ...ExtensionInput, newer: v.optional(v.string()) })), []),
  migrations: v.optional(
    v.array(
      v.object({
        name: v.string(),
        type: v.optional(v.picklist(MIGRATION_TYPES)),
        status: v.optional(v.picklist(MIGRATION_STATUSES)),
        error: v.optional(v.string()),
        sharingLink: v.optional(v.string()),
        rehearsal: v.optional(stored<Rehearsal>()),
        carried: v.optional(stored<Carried>()),
        /** Its copy is the first of the sites. */
        isCopied: v.optional(v.boolean(), false),
      }),
    ),
    [],
  ),
  /** Licences of the customer; `site` is the index of the site that uses it. */
  licenses: v.optional(
    v.array(
      v.object({
        product: v.optional(v.picklist(LICENSE_PRODUCT_IDS), 'site_basic'),
        endsInDays: v.optional(v.number(), 30),
        autoRenewal: v.optional(v.boolean(), false),
        site: v.optional(v.number()),
      }),
    ),
    [],
  ),
  appCount: v.optional(v.number(), 0),
  /** The first so many of them are down, and the others healthy; without it nothing runs yet. */
  appsDown: v.optional(v.number()),
  /** The partner sells every product, at the prices of the demo. */
  sells: v.optional(v.boolean(), false),
  /** In which currencies; dollars alone without it. */
  currencies: v.optional(v.array(v.string()), ['usd']),
  /** For how many days its plans are free for who buys them first. */
  trialDays: v.optional(v.number(), 0),
  coupons: v.optional(v.array(v.object({ code: v.string(), percent: v.number() })), []),
  /** What the customer has bought and paid, each for a month. */
  purchases: v.optional(v.array(v.picklist(LICENSE_PRODUCT_IDS)), []),
  /** The card of all of them was refused at the renewal. */
  renewalFails: v.optional(v.boolean(), false),
  releases: v.optional(ReleaseInput),
});

/** Creates a new partner with the requested data, and a session. */
async function make(server: TestServer, input: v.InferOutput<typeof ScenarioInput>) {
  const { scenario, app } = server;
  const { special = true, attributes = {} } = input.partner;
  const partner = await scenario.partner({
    isSpecial: special,
    nameserverDomain: 'dns.scenario.example',
    attributes: { RESELLER_COMPANY_NAME: 'Scenario Hosting', ...attributes } as PartnerAttributes,
  });
  const role = input.role === 'anonymous' ? 'customer' : input.role;
  const grace = { firstname: 'Grace', lastname: 'Hopper' };
  const holder = input.member ? await scenario.customer(partner, grace) : null;
  const user =
    role === 'superadmin'
      ? await scenario.superadmin()
      : await scenario.user(partner, holder ? 'member' : role, {
          ...(holder && input.member && { accountId: holder.id, memberRole: input.member }),
          isAbuseSystem: input.user.is_abuse_system ?? false,
          staffRole: role === 'admin' ? input.staffRole : null,
          firstname: input.user.firstname,
          lastname: input.user.lastname,
        });
  for (const staffRole of input.colleagues)
    await scenario.admin(partner, { staffRole, email: `${staffRole}@${partner.slug}.example` });
  // Staff sees the sites of customers, so there must be one.
  const owner = holder ?? (role === 'customer' ? user : await scenario.customer(partner, grace));
  const sites: { site_id: string; fqdn: string }[] = [];
  for (const {
    name,
    title,
    status = 'ready',
    type = 'wordpress',
    assigned = status !== 'pending',
    busy,
    owner: other,
    domain,
    claim,
    fileSize,
    version,
    phpVersion,
    binnedDays,
    pictured,
    traffic = 0,
    limitHits = {},
    backups,
    pagesFail,
    installed,
    uptime,
    staging,
  } of input.sites) {
    const customer = other ? await scenario.customer(partner, { email: other }) : owner;
    const row = await scenario.site(partner, customer, {
      name,
      status,
      type,
      assignedAt: assigned ? new Date() : null,
      ...(busy && { taskId: randomUUID() }),
      ...(title !== undefined && { title }),
      version: type === 'wordpress' ? version : null,
      phpVersion,
      fileSize,
      ...(domain !== undefined && { fqdn: domain, domainType: 'custom_domain' as const }),
      ...(pictured && { pictureAt: new Date() }),
      ...((pagesFail || uptime?.brokenHours !== undefined) && {
        brokenAt: new Date(Date.now() - (uptime?.brokenHours ?? 0) * 3_600_000),
        evidence: [{ name: 'HTTP', ok: false, detail: 'HTTP 500', checked_at: new Date().toISOString() }],
      }),
      ...(binnedDays !== undefined && {
        binnedAt: new Date(Date.now() - binnedDays * DAY_MS),
        binnedBy: user.id,
        status: 'moving' as const,
      }),
    });
    if (staging) await scenario.staging(partner, customer, row, staging);
    await scenario.limitHits(row, limitHits);
    await scenario.traffic(row, traffic);
    if (claim) await scenario.domain(row, claim);
    if (backups > 0) await scenario.backups(row.id, backups);
    if (uptime) await scenario.uptime(row, uptime.days);
    if (installed) await scenario.installed(row, installed);
    sites.push({ site_id: row.id, fqdn: row.fqdn });
  }
  await scenario.sites(partner, owner, input.siteCount);
  if (input.blueprints > 0) await scenario.blueprints(partner, owner, input.blueprints);
  if (input.offeredBlueprints > 0)
    await scenario.blueprints(partner, null, input.offeredBlueprints, { isOffered: true, name: 'Starter' });
  for (const entry of input.announcements) await scenario.announcement(partner, entry);
  for (const entry of input.notifications) await scenario.notification(partner, user, entry);
  const apps: string[] = [];
  for (let i = 1; i <= input.appCount; i++) {
    const ok = input.appsDown === undefined ? undefined : i > input.appsDown;
    apps.push((await scenario.app(partner, owner, `app-${i}`, ok)).id);
  }
  const library: string[] = [];
  for (const entry of input.library) library.push((await scenario.extension(partner, owner, entry)).id);
  const migrations: string[] = [];
  for (const { isCopied, ...entry } of input.migrations) {
    const siteId = isCopied ? sites[0]?.site_id : undefined;
    migrations.push((await scenario.migration(partner, owner, { ...entry, siteId })).id);
  }
  const licenses: { id: string; license_key: string }[] = [];
  for (const { site, ...entry } of input.licenses) {
    const siteId = site === undefined ? undefined : sites[site]?.site_id;
    const { id, key } = await scenario.license(partner, owner, { ...entry, siteId });
    licenses.push({ id, license_key: key });
  }
  for (const entry of input.coupons)
    await insertCoupon(app.db, { ...entry, partnerId: partner.id, duration: 'once', products: [] });
  if (input.sells || input.purchases.length > 0) await offerPrices(app.db, demoPrices(partner.id, input.currencies));
  if (input.trialDays > 0) await offerTrials(app.db, partner.id, input.trialDays);
  if (input.purchases.length > 0) {
    const buyer = await server.as(partner, owner);
    for (const product of input.purchases) await buyAs(buyer, product);
    if (input.renewalFails) await failRenewals(app.db, owner.id);
  }
  const packageName = input.releases ? await makeReleases(server, partner, input.releases) : '';
  const anonymous = input.role === 'anonymous';
  const member = await findMembership(app.db, user);
  return {
    host: partner.domain,
    partner: publicPartner(app.config, partner),
    user: anonymous ? null : publicUser(user, partner, { ...(member && { member }) }),
    password: SCENARIO_PASSWORD,
    cookie: anonymous ? '' : (await server.as(partner, user)).cookie,
    sites,
    library,
    licenses,
    customerEmail: owner.email,
    apps,
    migrations,
    package: packageName,
    linkToken: input.link ? await scenario.link(user, input.link) : '',
  };
}

/** Answers `POST /__testing/scenario`. */
export async function answerScenario(server: TestServer, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  try {
    const input = v.parse(ScenarioInput, JSON.parse(Buffer.concat(parts).toString('utf8') || '{}'));
    const body = JSON.stringify(await make(server, input));
    res.writeHead(200, { 'content-type': 'application/json' }).end(body);
  } catch (error) {
    res.writeHead(400, { 'content-type': 'text/plain' }).end(error instanceof Error ? error.message : String(error));
  }
}
