import type { HelpBlock, HelpDraftRow } from '@panel/contract';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

const partnerId = () =>
  uuid('partner_id')
    .notNull()
    .references(() => partner.id, { onDelete: 'cascade' });

/** A partner's own help article: its newest version for the list of staff, and which version readers see. */
export const helpArticle = pgTable(
  'help_article',
  {
    id: primaryId(),
    partnerId: partnerId(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    category: text('category').$type<HelpDraftRow['category']>().notNull(),
    audience: text('audience').$type<HelpDraftRow['audience']>().notNull(),
    version: integer('version').notNull(),
    /** Null for a draft. */
    publishedVersion: integer('published_version'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('help_article_slug').on(t.partnerId, t.slug)],
);

/** Every saved version of an article, so that each can be restored. */
export const helpVersion = pgTable(
  'help_version',
  {
    articleId: uuid('article_id')
      .notNull()
      .references(() => helpArticle.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    category: text('category').$type<HelpDraftRow['category']>().notNull(),
    audience: text('audience').$type<HelpDraftRow['audience']>().notNull(),
    markdown: text('markdown').notNull(),
    blocks: jsonb('blocks').$type<HelpBlock[]>().notNull(),
    /** The text without its marks, for the search. */
    words: text('words').notNull(),
    restoredFrom: integer('restored_from'),
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** The email at that time. */
    userName: text('user_name'),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.articleId, t.version] })],
);

/** Views of an article per day. */
export const helpRead = pgTable(
  'help_read',
  {
    partnerId: partnerId(),
    slug: text('slug').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    reads: integer('reads').notNull(),
  },
  (t) => [primaryKey({ columns: [t.partnerId, t.slug, t.day] }), index('help_read_day').on(t.day)],
);

/** Answers to "Was this helpful?", one of each person for an article. */
export const helpVote = pgTable(
  'help_vote',
  {
    partnerId: partnerId(),
    slug: text('slug').notNull(),
    /** The user's id; of a visitor a keyed hash of the address. */
    voter: text('voter').notNull(),
    helpful: boolean('helpful').notNull(),
    comment: text('comment').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.partnerId, t.slug, t.voter] }), index('help_vote_updated').on(t.updatedAt)],
);
