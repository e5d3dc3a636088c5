import type { FtpProtocol } from '@panel/contract';
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';
import { workload } from './workload.table.ts';

/** The server from which the files of a site are copied, and the fingerprint that its owner has accepted. */
export const siteSource = pgTable('site_source', {
  workloadId: uuid('workload_id')
    .primaryKey()
    .references(() => workload.id, { onDelete: 'cascade' }),
  protocol: text('protocol').$type<FtpProtocol>().notNull(),
  host: text('host').notNull(),
  port: integer('port').notNull(),
  hostKey: text('host_key'),
  /** What it showed instead of the accepted one. */
  offeredKey: text('offered_key'),
  updatedAt: updatedAt(),
});
