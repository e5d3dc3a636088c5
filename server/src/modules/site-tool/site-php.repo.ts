import { limitsOfPlan, phpWithin, type PhpSettings } from '@panel/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { isUnreachable } from '../../db/query-error.ts';
import { workload } from '../../db/schema.ts';
import { CHANGED } from '../site/site.repo.ts';

/**
 * The PHP settings that a site's owner chose, within its plan; null for the defaults. They also apply while the database is
 * unavailable, so that sites can start.
 */
export function createSitePhp(db: Database): (siteId: string) => Promise<PhpSettings | null> {
  return async (siteId) => {
    try {
      const [row] = await db
        .select({ chosen: workload.phpSettings, planType: workload.planType })
        .from(workload)
        .where(eq(workload.id, siteId));
      return row?.chosen ? phpWithin(row.chosen, limitsOfPlan(row.planType).site) : null;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      return null;
    }
  };
}

/** Stores what a site's owner chose; null for the defaults. */
export async function storePhpSettings(db: Database, siteId: string, phpSettings: PhpSettings | null): Promise<void> {
  await db
    .update(workload)
    .set({ phpSettings, ...CHANGED })
    .where(eq(workload.id, siteId));
}
