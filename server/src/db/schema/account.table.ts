import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

export type AccountExportStatus = 'running' | 'ready' | 'failed';

/** Archives of everything that belongs to a customer, in the storage until they end. */
export const accountExport = pgTable(
  'account_export',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    status: text('status').$type<AccountExportStatus>().notNull().default('running'),
    /** Bytes of the archive, and its SHA-256 in hexadecimal digits. */
    size: bigint('size', { mode: 'number' }),
    sha256: text('sha256'),
    createdAt: createdAt(),
    /** When the archive is removed. */
    expiresAt: time('expires_at'),
  },
  (t) => [
    uniqueIndex('account_export_running')
      .on(t.customerId)
      .where(sql`status = 'running'`),
    index('account_export_customer').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
    index('account_export_expires').on(t.expiresAt),
  ],
);
