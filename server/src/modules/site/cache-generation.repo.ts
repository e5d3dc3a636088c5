import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';

/** Counts a purge of what the caches keep of a site; 0 for a site that is gone. */
export const createGenerationCounter =
  (db: Database) =>
  async (siteId: string): Promise<number> => {
    const next = { cacheGeneration: sql`${workload.cacheGeneration} + 1` };
    const [row] = await db
      .update(workload)
      .set(next)
      .where(eq(workload.id, siteId))
      .returning({ generation: workload.cacheGeneration });
    return row?.generation ?? 0;
  };
