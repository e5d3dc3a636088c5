import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { partner, partnerHost } from '../../db/schema.ts';
import type { PartnerRow } from '../../context/call-context.ts';

/** The partner whose panel answers on a host name (lower case, without port); exact match. */
export async function partnerOfHost(db: Database, host: string): Promise<PartnerRow | null> {
  const [row] = await db
    .select({ partner })
    .from(partnerHost)
    .innerJoin(partner, eq(partner.id, partnerHost.partnerId))
    .where(eq(partnerHost.host, host))
    .limit(1);
  return row?.partner ?? null;
}

/** Where the sites of the installation's first partner are; null before there is one. */
export async function firstSitesDomain(db: Database): Promise<string | null> {
  const [row] = await db
    .select({ sitesDomain: partner.sitesDomain })
    .from(partner)
    .orderBy(asc(partner.createdAt), asc(partner.id))
    .limit(1);
  return row?.sitesDomain ?? null;
}
