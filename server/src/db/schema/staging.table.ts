import type { PublishedDifference } from '@panel/contract';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
  /** When the content of staging was last that of the live site and remembered by the host; null when that does not hold any more. */
  contentAt: time('content_at'),
  publishedAt: time('published_at'),
  publishedParts: text('published_parts').$type<'all' | 'files' | 'database'>(),
  /** What a publish that runs is about to change, and what the last one has changed. */
  nextDifference: jsonb('next_difference').$type<PublishedDifference>(),
  publishedDifference: jsonb('published_difference').$type<PublishedDifference>(),
  /** The backup of the live site from before the last publish; null once it was restored or deleted. */
  backupId: uuid('backup_id').references(() => backup.id, { onDelete: 'set null' }),
});
