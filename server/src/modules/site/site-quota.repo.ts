import { limitsOfPlan } from '@panel/contract';
import { sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { PanelError } from '../../http/errors.ts';

/** The number of sites in a customer's plan. Staging copies don't count, as in every total (spec §2). */
export const siteLimitOf = ({ planType }: { planType: string }): number => limitsOfPlan(planType).account.sites;

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
