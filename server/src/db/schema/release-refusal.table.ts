import type { PlatformError } from '@panel/contract/platform-errors';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** A release whose stored copy differs from what was published: one row each, kept after its repair (ADR 0020). */
export const releaseRefusal = pgTable(
  'release_refusal',
  {
    package: text('package').notNull(),
    version: text('version').notNull(),
    /** Why: P101–P104. */
    error: text('error').$type<PlatformError>().notNull(),
    /** When a process first found the fault. */
    since: time('since').notNull(),
    /** When a process found it valid again; null while it is refused. */
    repairedAt: time('mended_at'),
  },
  (t) => [primaryKey({ columns: [t.package, t.version] })],
);
