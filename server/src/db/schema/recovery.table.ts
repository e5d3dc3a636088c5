import type { RECOVERY_STATES } from '@panel/contract/status';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, time } from './columns.ts';
import { workload } from './workload.table.ts';

export type RecoveryState = (typeof RECOVERY_STATES)[number];

/** Workloads of a machine that did not come back, which are restored from their newest proven backup on another one. */
export const workloadRecovery = pgTable(
  'workload_recovery',
  {
    /** Each has the last one alone. */
    workloadId: uuid('workload_id')
      .primaryKey()
      .references(() => workload.id, { onDelete: 'cascade' }),
    fromNode: uuid('from_node').notNull(),
    state: text('state').$type<RecoveryState>().notNull().default('waiting'),
    /** No foreign key: what is said of a restore outlives the backup. */
    backupId: uuid('backup_id').notNull(),
    /** When the backup was made; later changes may be missing. */
    backupAt: time('backup_at').notNull(),
    taskId: uuid('task_id'),
    /** Who asked for it; null for what the panel did by itself. */
    userId: uuid('user_id'),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
    /** When its owner had read that later changes may be missing. */
    dismissedAt: time('dismissed_at'),
  },
  (t) => [
    index('workload_recovery_from').on(t.fromNode),
    index('workload_recovery_open')
      .on(t.createdAt)
      .where(sql`state in ('waiting', 'placed')`),
    index('workload_recovery_told')
      .on(t.workloadId)
      .where(sql`state = 'restored' and dismissed_at is null`),
  ],
);
