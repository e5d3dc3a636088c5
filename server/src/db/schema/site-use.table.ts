import { sql } from 'drizzle-orm';
import { boolean, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

/**
 * The processes that run something of a site, and the one that changes it (docs/adr/0086). A row ends with its process,
 * not with a connection: others remove those of processes that have ended.
 */
export const siteUse = pgTable(
  'site_use',
  {
    /** Of the hosting driver; copies beside a site have ids of their own, which are not rows of `workload`. */
    workloadId: text('workload_id').notNull(),
    /** `{PROCESS_NAME}/{random}` of a driver. */
    holder: text('holder').notNull(),
    changes: boolean('changes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workloadId, t.holder, t.changes] }),
    uniqueIndex('site_use_changer')
      .on(t.workloadId)
      .where(sql`changes`),
  ],
);
