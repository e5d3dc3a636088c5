import { limitsOfPlan } from '@panel/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { partner, site, siteHost } from '../../db/schema.ts';
import type { EdgeDirectory } from '../../edge/edge-types.ts';

const FALLBACK_COLOR = '#1f2a44';

/** Finds the site of a host name for the edge; during a rename both names lead to it. */
export function createEdgeDirectory(db: Database): EdgeDirectory {
  return {
    async resolve(host) {
      const [found] = await db
        .select({ site, attributes: partner.attributes, company: partner.name })
        .from(siteHost)
        .innerJoin(site, eq(site.id, siteHost.siteId))
        .innerJoin(partner, eq(partner.id, site.partnerId))
        .where(eq(siteHost.fqdn, host));
      if (!found) return null;
      const { site: row, attributes, company } = found;
      const { protectionUser: username, protectionHash: passwordHash } = row;
      return {
        siteId: row.id,
        kind: row.type === 'wordpress' ? 'wordpress' : 'static',
        fqdn: host,
        status: row.status,
        passwordProtection: username && passwordHash ? { username, passwordHash } : null,
        limits: limitsOfPlan(row.planType).site,
        partner: {
          companyName: attributes.RESELLER_COMPANY_NAME ?? company,
          colors: { primary: attributes.CSS_BTN_BG_COLOR ?? FALLBACK_COLOR, onPrimary: attributes.CSS_BTN_TEXT_COLOR },
        },
      };
    },
  };
}
