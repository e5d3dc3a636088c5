import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { user } from './user.table.ts';
import { workload } from './workload.table.ts';

/** The sites and applications that a limited member of an account has (ADR 0126). One that is deleted goes with its row. */
export const memberWorkload = pgTable(
  'member_workload',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.workloadId] }), index('member_workload_workload').on(t.workloadId)],
);
