import { date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** Staff who get the report of each month by email. Whoever operates the installation can get those of several partners. */
export const reportSubscription = pgTable(
  'report_subscription',
  {
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The first day of the last month that they need no report about: it was sent, or was over when they asked for reports. */
    doneMonth: date('done_month', { mode: 'string' }).notNull(),
    /** The first day of the month of the last report; null before the first. */
    sentMonth: date('sent_month', { mode: 'string' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.partnerId, t.userId] }),
    index('report_subscription_user').on(t.userId),
    index('report_subscription_due').on(t.doneMonth),
  ],
);
