import type { BuilderContent } from '@panel/contract';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt } from './columns.ts';
import { workload } from './workload.table.ts';

/** The draft of a site of the site builder, and what of it is live. */
export const builderProject = pgTable('builder_project', {
  siteId: uuid('site_id')
    .primaryKey()
    .references(() => workload.id, { onDelete: 'cascade' }),
  /** Counts the saved versions; a save names the one that was edited. */
  revision: integer('revision').notNull(),
  content: jsonb('content').$type<BuilderContent>().notNull(),
  savedAt: time('saved_at').notNull(),
  publishedRevision: integer('published_revision'),
  publishedAt: time('published_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** An uploaded picture; its bytes are in the storage. */
export const builderPicture = pgTable(
  'builder_picture',
  {
    siteId: uuid('site_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    /** From the hash of its content, with the ending of its type. */
    name: text('name').notNull(),
    title: text('title').notNull(),
    type: text('type').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.name] })],
);
