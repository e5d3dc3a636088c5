import type { CustomerBulkAction, CustomerBulkOutcome, CustomerBulkReason } from '@panel/contract';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** What a partner's staff keep about a customer, and the customer never sees. Without a row there is nothing. */
export const customerRecord = pgTable(
  'customer_record',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    notes: text('notes').notNull().default(''),
    tags: jsonb('tags').$type<string[]>().notNull().default([]),
  },
  (t) => [index('customer_record_partner').on(t.partnerId)],
);

/** A change of many customers by one of the partner's staff. */
export const customerBulk = pgTable(
  'customer_bulk',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** Who asked for it; null once that account is deleted. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    action: text('action').$type<CustomerBulkAction>().notNull(),
    tag: text('tag'),
    taskId: uuid('task_id'),
    createdAt: createdAt(),
  },
  (t) => [
    index('customer_bulk_created').on(t.createdAt),
    index('customer_bulk_partner').on(t.partnerId),
    index('customer_bulk_user').on(t.userId),
  ],
);

/** A customer of such a change. No reference to the account: the result outlives it. */
export const customerBulkItem = pgTable(
  'customer_bulk_item',
  {
    bulkId: uuid('bulk_id')
      .notNull()
      .references(() => customerBulk.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    customerId: uuid('customer_id').notNull(),
    email: text('email').notNull(),
    outcome: text('outcome').$type<CustomerBulkOutcome>().notNull().default('waiting'),
    reason: text('reason').$type<CustomerBulkReason>(),
  },
  (t) => [
    primaryKey({ columns: [t.bulkId, t.position] }),
    index('customer_bulk_item_outcome').on(t.bulkId, t.outcome, t.position),
  ],
);
