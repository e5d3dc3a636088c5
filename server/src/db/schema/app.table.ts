import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { workload } from './workload.table.ts';

export type AppType = 'manual' | 'fullstack' | 'frontend';

/** What only applications have; each is a workload of the kind `node`. */
export const app = pgTable('app', {
  id: uuid('id')
    .primaryKey()
    .references(() => workload.id, { onDelete: 'cascade' }),
  type: text('type').$type<AppType>().notNull(),
});
