import { limitsOfPlan } from '@panel/contract';
import { eq, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { siteCount } from '../../db/schema.ts';
import { PanelError } from '../../http/errors.ts';

/** The number of sites in a customer's plan. Staging copies don't count, as in every total (spec §2). */
export const siteLimitOf = ({ planType }: { planType: string }): number => limitsOfPlan(planType).account.sites;

/** Whether a customer has a site, in whatever state. */
export async function ownsSites(db: Database, customerId: string): Promise<boolean> {
  const [row] = await db.select({ total: siteCount.total }).from(siteCount).where(eq(siteCount.ownerId, customerId));
  return (row?.total ?? 0) > 0;
}

/**
 * Checks that a customer may have one more site, and ensures it until the transaction ends: the counters stay locked,
 * so that concurrent creations run one after the other. They are locked in the order in which the trigger of
 * migration 0001 updates them.
 * @throws PanelError SITE_QUOTA
 */
export async function reserveSite(
  tx: Database,
  partnerId: string,
  customer: { id: string; planType: string },
): Promise<void> {
  const result = await tx.execute(sql`
    insert into site_count (owner_id) select owner from unnest(array[${partnerId}, ${customer.id}]::uuid[]) owner order by owner
    on conflict (owner_id) do update set total = site_count.total
    returning owner_id as "ownerId", total - staging as sites`);
  const counted = (result as unknown as Rows<{ ownerId: string; sites: number }>).rows.find(
    ({ ownerId }) => ownerId === customer.id,
  );
  const limit = siteLimitOf(customer);
  if ((counted?.sites ?? 0) >= limit) throw new PanelError('SITE_QUOTA', { plan: customer.planType, limit });
}
