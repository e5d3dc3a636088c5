import type { CarriedParts, ComparedPage } from '@panel/contract';
import type { MigrationStatus, MigrationType } from '@panel/contract/status';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { workload } from './workload.table.ts';
import { user } from './user.table.ts';

/** `pictured`: which sides have a picture in the storage, and the share of equal pixels where both have. */
export type StoredPage = Omit<ComparedPage, 'pictures'> & {
  pictured?: { copy: boolean; original: boolean; similarity: number | null };
};
/**
 * `pictures`: `none` where no browser was; missing in rehearsals from before there were pictures. `left_out`: the number of
 * published pages that were not compared; missing in rehearsals from before it was counted.
 */
export type Rehearsal = {
  checked_at: string;
  pages: StoredPage[];
  pictures?: 'taken' | 'none';
  left_out?: number;
};

/**
 * What changed on the original since the copy was made. `prepared`: it is beside the copy, which is still the old one.
 * `archive`: SHA-256 of the archive with the changes.
 */
export type Carried =
  | { state: 'none' | 'unchanged'; at: string }
  | { state: 'fetched'; at: string; archive: string }
  | ({ state: 'prepared' | 'carried'; at: string; archive: string } & CarriedParts);

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
    /** Whether the old address is replaced in tables without the prefix, too. */
    otherTables: boolean('other_tables').notNull().default(false),
    /** The address that the site gets, without port. It is free until then. */
    fqdn: text('fqdn').notNull(),
    siteId: uuid('site_id').references(() => workload.id, { onDelete: 'set null' }),
    /** The task that made the copy. */
    taskId: uuid('task_id'),
    /** What the copy showed beside the original. */
    rehearsal: jsonb('rehearsal').$type<Rehearsal>(),
    /** SHA-256 of the archive in the copy, in hexadecimal digits, and when the copy was made of it. */
    archiveSha256: text('archive_sha256'),
    copiedAt: time('copied_at'),
    /** What the last move to the address brought over. */
    carried: jsonb('carried').$type<Carried>(),
    error: text('error'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('migration_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('migration_customer_created').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
    index('migration_partner_status').on(t.partnerId, t.status, t.createdAt),
    index('migration_site').on(t.siteId),
  ],
);
