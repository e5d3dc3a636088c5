import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
