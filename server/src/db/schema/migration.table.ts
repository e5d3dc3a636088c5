import type { Migration } from '@panel/contract';
import type { MigrationStatus, MigrationType } from '@panel/contract/status';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { site } from './site.table.ts';
import { user } from './user.table.ts';

export type Rehearsal = NonNullable<Migration['rehearsal']>;

/** The move of a site to the panel. An uploaded archive is a file of the data folder, named by the id. */
export const migration = pgTable(
  'migration',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    type: text('type').$type<MigrationType>().notNull(),
    status: text('status').$type<MigrationStatus>().notNull().default('pending'),
    token: text('token').notNull().unique(),
    sharingLink: text('sharing_link'),
    fileName: text('file_name'),
    fileSize: integer('file_size'),
    sourceUrl: text('source_url'),
    /** The address that the site gets, without port. It is free until then. */
    fqdn: text('fqdn').notNull(),
    siteId: uuid('site_id').references(() => site.id, { onDelete: 'set null' }),
    /** The task that made the copy. */
    taskId: uuid('task_id'),
    /** What the copy showed beside the original. */
    rehearsal: jsonb('rehearsal').$type<Rehearsal>(),
    error: text('error'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('migration_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('migration_customer_created').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
    index('migration_site').on(t.siteId),
  ],
);
