import type { UsageKind } from '@panel/contract';
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';
import { user } from './user.table.ts';

/** The highest share of a limit that a customer was told of, until the usage falls below it. */
export const limitNotice = pgTable(
  'limit_notice',
  {
    customerId: uuid('customer_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<UsageKind>().notNull(),
    /** The site or application; the customer's own id for what the account has. */
    subjectId: uuid('subject_id').notNull(),
    /** In percent. */
    level: integer('level').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.kind, t.subjectId] })],
);
