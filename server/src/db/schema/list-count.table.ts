import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

/**
 * How many rows lists have, kept by triggers (migrations 0027 and 0041), so that no list counts rows: plugins and themes
 * in the library of a customer and of all of a partner, and on their sites, and backups of a site. A row may outlive its owner, with 0.
 */
export const listCount = pgTable(
  'list_count',
  {
    list: text('list').$type<'plugin' | 'theme' | 'installed_plugin' | 'installed_theme' | 'backup'>().notNull(),
    ownerId: uuid('owner_id').notNull(),
    total: integer('total').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.list, t.ownerId] })],
);
