import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { backup } from './backup.table.ts';
import { time } from './columns.ts';
import { workload } from './workload.table.ts';

/** The staging environment of a live site: a site of its own, one at most per live site. */
export const staging = pgTable('staging', {
  workloadId: uuid('workload_id')
    .primaryKey()
    .references(() => workload.id, { onDelete: 'cascade' }),
  parentId: uuid('parent_id')
    .notNull()
    .unique()
    .references(() => workload.id, { onDelete: 'cascade' }),
  /** When the live site was last copied here; null until the first copy is complete. */
  copiedAt: time('copied_at'),
  /** Rows of the live site that are newer are not here. */
  baselineAt: time('baseline_at'),
  publishedAt: time('published_at'),
  publishedParts: text('published_parts').$type<'all' | 'files' | 'database'>(),
  /** The backup of the live site from before the last publish; null once it was restored or deleted. */
  backupId: uuid('backup_id').references(() => backup.id, { onDelete: 'set null' }),
});
