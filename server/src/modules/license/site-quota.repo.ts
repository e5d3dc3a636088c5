import { limitsOfPlan } from '@panel/contract';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { workload, siteCount } from '../../db/schema.ts';
import { isSite } from '../../db/section.ts';
import { PanelError } from '../../kernel/errors.ts';
import { licensedSites } from './licensed-site.repo.ts';

/** The number of sites in a customer's plan. Staging copies don't count, as in every total (spec §2). */
export const siteLimitOf = ({ planType }: { planType: string }): number => limitsOfPlan(planType).account.sites;

/** Whether a customer has a site, in whatever state. */
export async function ownsSites(db: Database, customerId: string): Promise<boolean> {
  const [row] = await db.select({ total: siteCount.total }).from(siteCount).where(eq(siteCount.ownerId, customerId));
  return (row?.total ?? 0) > 0;
}

/**
 * The bin and the live sites together are at most this many times the plan's sites: deleting makes no room on disk.
 * Staging copies don't count here either.
 */
const WITH_BIN = 2;

/**
 * Checks that there is room in the bin for one more site of a customer; `reserveSite` has locked the counters.
 * @throws PanelError BIN_FULL
 */
export async function reserveBin(tx: Database, customer: { id: string; planType: string }): Promise<void> {
  const count = await tx.$count(
    workload,
    and(
      eq(workload.customerId, customer.id),
      isSite(workload),
      isNotNull(workload.binnedAt),
      eq(workload.isStage, false),
    ),
  );
  const [live] = await tx.select().from(siteCount).where(eq(siteCount.ownerId, customer.id));
  const sites = (live?.total ?? 0) - (live?.staging ?? 0);
  if (count > 0 && sites + count >= WITH_BIN * siteLimitOf(customer)) throw new PanelError('BIN_FULL', { count });
}

/**
 * Checks that a customer may have one more site beside those that run on a licence, and ensures it until the transaction ends: the counters stay locked,
 * so that concurrent creations run one after the other. They are locked in the order in which the trigger of
 * migration 0001 updates them.
 * `onLicense`: 1 for a site that is to run on a license.
 * @throws PanelError SITE_QUOTA
 */
export async function reserveSite(
  tx: Database,
  partnerId: string,
  customer: { id: string; planType: string },
  onLicense = 0,
): Promise<void> {
  const result = await tx.execute(sql`
    insert into site_count (owner_id) select owner from unnest(array[${partnerId}, ${customer.id}]::uuid[]) owner order by owner
    on conflict (owner_id) do update set total = site_count.total
    returning owner_id as "ownerId", total - staging as sites`);
  const counted = (result as unknown as Rows<{ ownerId: string; sites: number }>).rows.find(
    ({ ownerId }) => ownerId === customer.id,
  );
  const limit = siteLimitOf(customer) + (await licensedSites(tx, customer.id)) + onLicense;
  if ((counted?.sites ?? 0) >= limit) throw new PanelError('SITE_QUOTA', { plan: customer.planType, limit });
}
