import { SMALLEST_PLAN } from '@panel/contract';
import { and, eq, gt, isNotNull, isNull, ne, not } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { license, site } from '../../db/schema.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { isValidSql } from './license.repo.ts';

export type PlanChange = Pick<SiteRow, 'planType'> & Partial<Pick<SiteRow, 'licenseKey' | 'stripeLicenseId'>>;

/** Changes the plan of a site, in the bin as well. */
export async function changePlan(tx: Database, id: string, change: PlanChange): Promise<void> {
  await tx.update(site).set(change).where(eq(site.id, id));
}

/** How many sites of a customer run on a licence, and so outside of the customer's own plan. */
export async function licensedSites(db: Database, customerId: string): Promise<number> {
  return db.$count(
    site,
    and(
      eq(site.customerId, customerId),
      isNotNull(site.licenseKey),
      ne(site.planType, SMALLEST_PLAN),
      eq(site.isStage, false),
      isNull(site.binnedAt),
    ),
  );
}

type Outdated = { key?: string; afterId: string | null; limit: number };

/** Sites whose licence is valid no more and which still have its plan, by id and after `afterId`. */
export async function outdatedSites(db: Database, now: Date, { key, afterId, limit }: Outdated) {
  return db
    .select({ id: site.id, fqdn: site.fqdn })
    .from(site)
    .innerJoin(license, eq(license.key, site.licenseKey))
    .where(
      and(
        ne(site.planType, SMALLEST_PLAN),
        isNull(site.binnedAt),
        not(isValidSql(now)),
        key === undefined ? undefined : eq(license.key, key),
        afterId === null ? undefined : gt(site.id, afterId),
      ),
    )
    .orderBy(site.id)
    .limit(limit);
}
