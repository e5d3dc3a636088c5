import type { ViewList, ViewState } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** What a list shows, saved by one member of staff for oneself. */
export const savedView = pgTable(
  'saved_view',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    list: text('list').$type<ViewList>().notNull(),
    name: text('name').notNull(),
    state: jsonb('state').$type<ViewState>().notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('saved_view_name').on(t.userId, t.partnerId, t.list, sql`lower(name)`),
    uniqueIndex('saved_view_default')
      .on(t.userId, t.partnerId, t.list)
      .where(sql`is_default`),
    index('saved_view_partner').on(t.partnerId),
  ],
);
