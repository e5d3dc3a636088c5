import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { BackupStatus } from './backup.table.ts';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { workload } from './workload.table.ts';
import { user } from './user.table.ts';

/** An archive in the storage that new sites start from. */
export const blueprint = pgTable(
  'blueprint',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** Null for the partner's own. It must never become so: content of a customer would be the partner's. */
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'cascade' }),
    /** Where it was made; it outlives the site. */
    siteId: uuid('site_id').references(() => workload.id, { onDelete: 'set null' }),
    siteFqdn: text('site_fqdn').notNull(),
    /** The task that makes it: one at most. */
    taskId: uuid('task_id').notNull().unique(),
    name: text('name').notNull(),
    includesContent: boolean('includes_content').notNull(),
    /** Of the partner's own only: whether all customers can start from it. */
    isOffered: boolean('is_offered').notNull().default(false),
    wpVersion: text('wp_version'),
    status: text('status').$type<BackupStatus>().notNull().default('queued'),
    /** Bytes of the archive, and its SHA-256 in hexadecimal digits. */
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    verifiedAt: time('verified_at'),
    error: text('error'),
    createdAt: createdAt(),
  },
  (t) => [
    index('blueprint_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('blueprint_customer_created').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
  ],
);
