import { limitsOfPlan, type SiteLimits } from '@panel/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { site } from '../../db/schema.ts';

/** What the plan of a site allows; the smallest plan for one that is not known. */
export async function siteLimits(db: Database, siteId: string): Promise<SiteLimits> {
  const [row] = await db.select({ planType: site.planType }).from(site).where(eq(site.id, siteId));
  return limitsOfPlan(row?.planType ?? 'FREE').site;
}
