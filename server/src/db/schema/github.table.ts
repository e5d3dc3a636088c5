import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt } from './columns.ts';
import { workload } from './workload.table.ts';
import { user } from './user.table.ts';

/** A user's account at GitHub. The access token is sealed, and leaves the server only towards GitHub. */
export const githubAccount = pgTable('github_account', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  login: text('login').notNull(),
  token: text('token').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** What a site of type `github` is deployed from, and what is deployed; null before the first deployment. */
export const githubDeployment = pgTable('github_deployment', {
  siteId: uuid('site_id')
    .primaryKey()
    .references(() => workload.id, { onDelete: 'cascade' }),
  /** `owner/name` */
  repository: text('repository').notNull(),
  branch: text('branch').notNull(),
  commit: text('commit'),
  folder: text('folder'),
  files: integer('files'),
  deployedAt: time('deployed_at'),
});
