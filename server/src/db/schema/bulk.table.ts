import type { BulkAction, BulkOutcome, BulkSubject, CustomerBulkAction, LicenseProduct } from '@panel/contract';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** A license of the catalogue. `issue`: how one is given where no free one is left. */
export type WantedLicense = {
  product: LicenseProduct;
  issue?: { months: 1 | 12; autoRenewal?: boolean | undefined } | undefined;
};

/** A change of many customers, sites or applications. The names of table and columns are from when there were customers alone. */
export const bulk = pgTable(
  'customer_bulk',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** Of what its items are. */
    subject: text('subject').$type<BulkSubject | 'customer'>().notNull().default('customer'),
    /** In whose account it is; null for one of staff. */
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'cascade' }),
    /** Who asked for it; null once that account is deleted. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    action: text('action').$type<BulkAction | CustomerBulkAction>().notNull(),
    tag: text('tag'),
    /** To whom its items are moved. */
    targetId: uuid('target_id').references(() => user.id, { onDelete: 'set null' }),
    /** Which license its items get. */
    license: jsonb('license').$type<WantedLicense>(),
    taskId: uuid('task_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('customer_bulk_created').on(t.createdAt),
    index('customer_bulk_partner').on(t.partnerId),
    index('customer_bulk_user').on(t.userId),
    index('customer_bulk_customer').on(t.customerId),
    index('customer_bulk_target').on(t.targetId),
  ],
);

/** One of such a change. No reference to what it is about: the result outlives it. */
export const bulkItem = pgTable(
  'customer_bulk_item',
  {
    bulkId: uuid('bulk_id')
      .notNull()
      .references(() => bulk.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** The customer, site or application. */
    subjectId: uuid('customer_id').notNull(),
    /** Its email or address when the change started. */
    name: text('email').notNull(),
    outcome: text('outcome').$type<BulkOutcome>().notNull().default('waiting'),
    /** Why it was not changed, and the values of that text. */
    reason: text('reason'),
    params: jsonb('params').$type<Record<string, string | number>>(),
  },
  (t) => [
    primaryKey({ columns: [t.bulkId, t.position] }),
    index('customer_bulk_item_outcome').on(t.bulkId, t.outcome, t.position),
  ],
);
