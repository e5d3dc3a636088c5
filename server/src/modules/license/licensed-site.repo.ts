import { SMALLEST_PLAN } from '@panel/contract';
import { and, eq, gt, isNotNull, isNull, ne, not } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { license, workload } from '../../db/schema.ts';
import { isSite } from '../../db/section.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { isValidSql } from './license.repo.ts';

export type PlanChange = Pick<SiteRow, 'planType'> & Partial<Pick<SiteRow, 'licenseKey' | 'stripeLicenseId'>>;

/** Changes the plan of a site, in the bin as well. */
export async function changePlan(tx: Database, id: string, change: PlanChange): Promise<void> {
  await tx.update(workload).set(change).where(eq(workload.id, id));
}

/** How many sites of a customer run on a licence, and so outside of the customer's own plan; or how many applications. */
export async function licensedSites(db: Database, customerId: string, ofSection = isSite): Promise<number> {
  return db.$count(
    workload,
    and(
      eq(workload.customerId, customerId),
      ofSection(workload),
      isNotNull(workload.licenseKey),
      ne(workload.planType, SMALLEST_PLAN),
      eq(workload.isStage, false),
      isNull(workload.binnedAt),
    ),
  );
}

/** The sites of a licence, without staging environments. */
export async function sitesOf(db: Database, key: string) {
  return db
    .select({ id: workload.id, fqdn: workload.fqdn })
    .from(workload)
    .where(and(eq(workload.licenseKey, key), eq(workload.isStage, false), isNull(workload.binnedAt)));
}

type Outdated = { key?: string; afterId: string | null; limit: number };

/** Sites whose licence is no longer valid and which still have its plan, by id and after `afterId`. */
export async function outdatedSites(db: Database, now: Date, { key, afterId, limit }: Outdated) {
  return db
    .select({ id: workload.id, fqdn: workload.fqdn })
    .from(workload)
    .innerJoin(license, eq(license.key, workload.licenseKey))
    .where(
      and(
        ne(workload.planType, SMALLEST_PLAN),
        isNull(workload.binnedAt),
        not(isValidSql(now)),
        key === undefined ? undefined : eq(license.key, key),
        afterId === null ? undefined : gt(workload.id, afterId),
      ),
    )
    .orderBy(workload.id)
    .limit(limit);
}
