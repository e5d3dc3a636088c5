import { appLimitsOf } from '@panel/contract';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { user, workload } from '../../db/schema.ts';
import { isApp } from '../../db/section.ts';
import { PanelError } from '../../kernel/errors.ts';
import { licensedSites } from '../license/licensed-site.repo.ts';
import { countApps } from './app.repo.ts';

/** The bin and the live applications together are at most this many times those of the plan: deleting makes no room on disk. */
const WITH_BIN = 2;

/**
 * Checks that a customer may have so many more applications beside those that run on a licence. The row of the customer stays locked, so
 * that two creations at once do not both take the last place.
 * @throws PanelError APP_QUOTA, BIN_FULL
 */
export async function refuseMoreApps(
  tx: Database,
  partnerId: string,
  { id, planType }: { id: string; planType: string },
  more: number,
): Promise<void> {
  await tx.execute(sql`select 1 from ${user} where ${user.id} = ${id} for update`);
  const { apps } = appLimitsOf(planType);
  const limit = apps + (await licensedSites(tx, id, isApp));
  const live = await countApps(tx, { partnerId, customerId: id });
  if (live + more > limit) throw new PanelError('APP_QUOTA', { plan: planType, limit: apps });
  const count = await tx.$count(
    workload,
    and(eq(workload.customerId, id), isApp(workload), isNotNull(workload.binnedAt)),
  );
  if (count > 0 && live + count + more > WITH_BIN * limit) throw new PanelError('BIN_FULL', { count });
}
