import { limitsOfPlan, sectionOn } from '@panel/contract';
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { hasApps, hasVisitors, isSite } from '../../db/section.ts';
import { openAccount } from '../../db/open-account.ts';
import {
  app,
  appPreview,
  cdnSetting,
  partner,
  partnerHost,
  workload,
  workloadHost,
  sslSetting,
  user,
} from '../../db/schema.ts';
import type { AppContext } from '../../context/app-context.ts';
import { previewIdOf } from '../../hosting/preview-id.ts';
import { servedFor } from '../certificate/certificate.repo.ts';
import { cacheRulesOf } from './cache-rules-of.ts';
import type { EdgeDirectory, EdgePartner, EdgeSite } from '../../edge/edge-types.ts';

const FALLBACK_COLOR = '#1f2a44';

type Branded = Pick<typeof partner.$inferSelect, 'attributes' | 'name'>;

const brandOf = ({ attributes, name }: Branded): EdgePartner => ({
  companyName: attributes.RESELLER_COMPANY_NAME ?? name,
  colors: { primary: attributes.CSS_BTN_BG_COLOR ?? FALLBACK_COLOR, onPrimary: attributes.CSS_BTN_TEXT_COLOR },
});

/** The domains above a host, e.g. `b.example` and `example` for `a.b.example`. */
const domainsAbove = (host: string): string[] => {
  const labels = host.split('.');
  return labels.slice(1).map((_label, index) => labels.slice(index + 1).join('.'));
};

/** What answers `/api` at the host of a front end; null while there is none. */
async function backendOf(db: Database, projectId: string): Promise<EdgeSite['backend'] | null> {
  const [row] = await db
    .select({ siteId: workload.id, kind: workload.kind, status: workload.status, planType: workload.planType })
    .from(app)
    .innerJoin(workload, eq(workload.id, app.id))
    .where(and(eq(app.projectId, projectId), eq(app.part, 'backend'), hasVisitors(workload), isNull(workload.binnedAt)))
    .limit(1);
  if (!row) return null;
  const { planType, ...backend } = row;
  return { ...backend, limits: limitsOfPlan(planType).site };
}

/** The preview of an application that answers at a host: its label below the domain of its partner. */
async function previewOf(db: Database, host: string, now: Date) {
  const [label = '', ...above] = host.split('.');
  if (above.length === 0) return undefined;
  const [found] = await db
    .select({
      ...{ site: workload, key: appPreview.key, user: app.previewUser, hash: app.previewHash },
      ...{ sslSetting, attributes: partner.attributes, name: partner.name },
      isServed: sql<boolean>`(${openAccount(user)} and ${openAccount(partner)})`,
    })
    .from(appPreview)
    .innerJoin(app, eq(app.id, appPreview.appId))
    .innerJoin(workload, eq(workload.id, app.id))
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .leftJoin(user, eq(user.id, workload.customerId))
    .leftJoin(sslSetting, and(eq(sslSetting.resource, 'site'), eq(sslSetting.resourceId, workload.id)))
    .where(
      and(
        eq(appPreview.label, label),
        eq(partner.sitesDomain, above.join('.')),
        ...[isNotNull(appPreview.liveBuildId), isNull(appPreview.endedAt), gt(appPreview.endsAt, now)],
        ...[isNull(workload.binnedAt), ne(workload.status, 'moving'), hasApps(partner)],
      ),
    );
  return found;
}

type Deps = Pick<AppContext, 'authority' | 'clock'>;

/**
 * Finds the site or the partner of a host name for the edge; during a rename both names lead to it. The address of a
 * site in the bin answers as one without a site, and so does that of an application whose partner has switched them off.
 */
export function createEdgeDirectory(db: Database, { authority, clock }: Deps): EdgeDirectory {
  // After a move the new address has none for a while. An authority that answers at once makes one in the handshake.
  const hasCertificate = async (host: string): Promise<boolean> =>
    authority.isInstant || ((await servedFor(db, host, clock.now()))?.notAfter ?? 0) > clock.now();
  const previewAt = async (host: string): Promise<EdgeSite | null> => {
    const found = await previewOf(db, host, clock.now());
    if (!found) return null;
    const { site: row, key, sslSetting: ssl, isServed, user: previewUser, hash, ...brand } = found;
    // Who may not see the application may not see what it becomes.
    const [username, passwordHash] =
      previewUser && hash ? [previewUser, hash] : [row.protectionUser, row.protectionHash];
    return {
      siteId: previewIdOf(row.id, key),
      nodeId: row.nodeId,
      kind: row.kind,
      fqdn: host,
      ...(ssl && { https: { force: ssl.forceHttps && (await hasCertificate(host)), hsts: false } }),
      // It answers whatever becomes of the release of production.
      status: 'ready',
      ...(!isServed && { isSuspended: true }),
      passwordProtection: username && passwordHash ? { username, passwordHash } : null,
      limits: limitsOfPlan(row.planType).site,
      partner: brandOf(brand),
      isPreview: true,
    };
  };
  return {
    async resolve(host) {
      const [found] = await db
        .select({
          site: workload,
          redirects: workloadHost.redirects,
          cdnSetting,
          sslSetting,
          attributes: partner.attributes,
          name: partner.name,
          part: app.part,
          projectId: app.projectId,
          isServed: sql<boolean>`(${openAccount(user)} and ${openAccount(partner)})`,
        })
        .from(workloadHost)
        .innerJoin(workload, eq(workload.id, workloadHost.workloadId))
        .innerJoin(partner, eq(partner.id, workload.partnerId))
        .leftJoin(app, eq(app.id, workload.id))
        .leftJoin(user, eq(user.id, workload.customerId))
        .leftJoin(cdnSetting, and(eq(cdnSetting.resource, 'site'), eq(cdnSetting.resourceId, workload.id)))
        .leftJoin(sslSetting, and(eq(sslSetting.resource, 'site'), eq(sslSetting.resourceId, workload.id)))
        .where(
          and(
            eq(workloadHost.fqdn, host),
            hasVisitors(workload),
            isNull(workload.binnedAt),
            or(isSite(workload), hasApps(partner)),
          ),
        );
      if (!found) return previewAt(host);
      const { site: row, redirects, cdnSetting: setting, sslSetting: ssl, part, projectId, isServed, ...brand } = found;
      const backend = part === 'frontend' && projectId !== null ? await backendOf(db, projectId) : null;
      const { protectionUser: username, protectionHash: passwordHash } = row;
      return {
        siteId: row.id,
        nodeId: row.nodeId,
        kind: row.kind,
        fqdn: host,
        ...(redirects && row.fqdn !== host && { redirectTo: row.fqdn }),
        ...(ssl && { https: { force: ssl.forceHttps && (await hasCertificate(host)), hsts: ssl.hsts } }),
        status: row.status,
        ...(!isServed && { isSuspended: true }),
        passwordProtection: username && passwordHash ? { username, passwordHash } : null,
        limits: limitsOfPlan(row.planType).site,
        partner: brandOf(brand),
        ...(backend && { backend }),
        hasForms: sectionOn({ attributes: brand.attributes, is_nucal_partner: true }, 'forms'),
        // A staging copy is for those who work on it.
        ...(!row.isStage && { cache: cacheRulesOf(row.contentAt, setting), cacheGeneration: row.cacheGeneration }),
      };
    },
    async partnerOf(host) {
      const domains = domainsAbove(host);
      if (domains.length === 0) return null;
      const [found] = await db
        .select({ attributes: partner.attributes, name: partner.name })
        .from(partner)
        .where(
          and(
            inArray(partner.sitesDomain, domains),
            // The panel itself may be below the same domain.
            notExists(db.select().from(partnerHost).where(eq(partnerHost.host, host))),
          ),
        )
        // One partner's domain may be below another's.
        .orderBy(desc(sql`length(${partner.sitesDomain})`))
        .limit(1);
      return found ? brandOf(found) : null;
    },
  };
}
