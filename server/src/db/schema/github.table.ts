import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
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

/** A user's account at GitHub, connected by the App. Its tokens are sealed, and leave the server only towards GitHub. */
export const githubAppUser = pgTable('github_app_user', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  login: text('login').notNull(),
  /** The user's token, and the one that renews it. */
  tokens: text('tokens').notNull(),
  /** Null for one that does not expire. */
  expiresAt: time('expires_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/**
 * Access of the App that its user has ended, until GitHub has taken it back. It outlives the account. `tokens` are sealed, and null once
 * the panel has given up.
 */
export const githubRevocation = pgTable(
  'github_revocation',
  {
    id: primaryId(),
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    login: text('login').notNull(),
    tokens: text('tokens'),
    expiresAt: time('expires_at'),
    failedAt: time('failed_at'),
    createdAt: createdAt(),
  },
  (t) => [index('github_revocation_user').on(t.userId), index('github_revocation_failed').on(t.failedAt)],
);

export type InstallationState = 'active' | 'suspended' | 'removed';

/** Installations of the App of which GitHub has said that the user may read them. Several users may have one. */
export const githubInstallation = pgTable(
  'github_installation',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    installationId: bigint('installation_id', { mode: 'number' }).notNull(),
    login: text('login').notNull(),
    state: text('state').$type<InstallationState>().notNull().default('active'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.installationId] }),
    index('github_installation_number').on(t.installationId),
  ],
);

/** A browser that was sent to GitHub to connect it. */
export const githubAttempt = pgTable(
  'github_attempt',
  {
    stateHash: text('state_hash').primaryKey(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The session that was sent away: nobody else can come back in its place. */
    holder: text('holder').notNull(),
    next: text('next').notNull(),
    /** The PKCE verifier, sealed. */
    verifier: text('verifier').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    index('github_attempt_expires').on(t.expiresAt),
    index('github_attempt_partner').on(t.partnerId),
    index('github_attempt_user').on(t.userId),
  ],
);

/** Events of the App that were done, by GitHub's id and by what was sent: neither is done twice. */
export const githubEvent = pgTable(
  'github_event',
  {
    id: text('id').primaryKey(),
    digest: text('digest').notNull().unique('github_event_digest'),
    createdAt: createdAt(),
  },
  (t) => [index('github_event_created').on(t.createdAt)],
);
