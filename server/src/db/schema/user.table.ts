import type { AccountLinkKind, LinkKind, MemberRole, Role, StaffRole } from '@panel/contract';
import type { Language } from '@panel/contract/languages';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';

/** A member of a customer's account is no customer: nothing that counts or lists customers has them. */
export type StoredRole = Role | 'member';

/** A person who can sign in. A superadmin belongs to no partner and may use every partner's host. */
export const user = pgTable(
  'user',
  {
    id: primaryId(),
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text('email').notNull(),
    role: text('role').$type<StoredRole>().notNull(),
    /** What a member of a partner's staff may do; null for customers and superadmins. */
    staffRole: text('staff_role').$type<StaffRole>(),
    /** Of a member: the customer in whose account they are, with whom they are deleted, and their role there (ADR 0126). */
    accountId: uuid('account_id').references((): AnyPgColumn => user.id, { onDelete: 'cascade' }),
    memberRole: text('member_role').$type<MemberRole>(),
    /** Whether a member has the whole account; otherwise what `member_workload` lists. */
    allWorkloads: boolean('all_workloads').notNull().default(true),
    /** Null until the user sets the first password. */
    passwordHash: text('password_hash'),
    firstname: text('firstname').notNull().default(''),
    lastname: text('lastname').notNull().default(''),
    /** The names and the email as they are searched in (`hasWords`); the database writes it. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`search_folded(firstname || ' ' || lastname || ' ' || email)`),
    phoneNumber: text('phone_number').notNull().default(''),
    avatarUrl: text('avatar_url'),
    githubUsername: text('github_username'),
    /** The language that the user has chosen; null: the browser's. */
    language: text('language').$type<Language>(),
    /** The customer's plan; limits the number of sites and of concurrent tasks (contract: plans). */
    planType: text('plan_type').notNull().default('FREE'),
    isAbuseSystem: boolean('is_abuse_system').notNull().default(false),
    /** Since when a sign-in asks for a second factor; null while the user has none. */
    secondFactorAt: time('second_factor_at'),
    lastSignInAt: time('last_sign_in_at'),
    /** Since when staff have suspended the customer, and when a deleted one is removed for good (`isOpenAccount`). */
    suspendedAt: time('suspended_at'),
    deletesAt: time('deletes_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('user_partner_email').on(t.partnerId, t.email).nullsNotDistinct(),
    index('user_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('user_account')
      .on(t.accountId)
      .where(sql`account_id is not null`),
    index('user_deletes')
      .on(t.deletesAt)
      .where(sql`deletes_at is not null`),
  ],
);

/** The session of a browser. The cookie holds the id, the table only its SHA-256. */
export const session = pgTable(
  'session',
  {
    idHash: text('id_hash').primaryKey(),
    /** Names it in the list of sessions; it opens nothing. */
    id: uuid('id').notNull().unique().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The partner on whose host it was opened; the session is valid there only. */
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    csrfSecret: text('csrf_secret').notNull(),
    ip: inet('ip'),
    userAgent: text('user_agent'),
    /** The remembered browser that it was opened in; it is forgotten with the session. */
    browserHash: text('browser_hash'),
    /** When its user has last proved who they are. */
    provedAt: time('proved_at').notNull().defaultNow(),
    createdAt: createdAt(),
    lastSeenAt: time('last_seen_at').notNull().defaultNow(),
    expiresAt: time('expires_at').notNull(),
    /** The session of a member of staff who acts as this customer; it ends with that one. */
    parentHash: text('parent_hash').references((): AnyPgColumn => session.idHash, { onDelete: 'cascade' }),
  },
  (t) => [
    index('session_user').on(t.userId),
    index('session_expires').on(t.expiresAt),
    index('session_parent')
      .on(t.parentHash)
      .where(sql`${t.parentHash} is not null`),
  ],
);

/** Counted attempts per key (e.g. `login:account:…`, `login:address:…`) and window; survives restarts. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: time('window_ends_at').notNull(),
  },
  (t) => [index('rate_limit_window').on(t.windowEndsAt)],
);

/** Changes of an email by its owner: those that wait for both confirmations, one per account, and those that can be undone. */
export const emailChange = pgTable(
  'email_change',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    oldConfirmedAt: time('old_confirmed_at'),
    newConfirmedAt: time('new_confirmed_at'),
    doneAt: time('done_at'),
    createdAt: createdAt(),
    /** When it can no longer be confirmed; once it is done, when it can no longer be undone. */
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('email_change_waiting')
      .on(t.userId)
      .where(sql`done_at is null`),
    index('email_change_user').on(t.userId),
    index('email_change_expires').on(t.expiresAt),
  ],
);

export type TokenKind = LinkKind | AccountLinkKind;

/** One-time links in emails; only the SHA-256 of the token is stored. */
export const token = pgTable(
  'token',
  {
    id: primaryId(),
    tokenHash: text('token_hash').notNull().unique(),
    kind: text('kind').$type<TokenKind>().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** What a link about a change of the email is about. */
    emailChangeId: uuid('email_change_id').references(() => emailChange.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
  },
  (t) => [
    index('token_email_change')
      .on(t.emailChangeId)
      .where(sql`email_change_id is not null`),
    index('token_user').on(t.userId),
    index('token_expires').on(t.expiresAt),
  ],
);

/** First answers of POST requests, replayed for the same key and body; kept 7 days (decision: Writes). */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    /** The sender and the call, so that keys of different senders never collide. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    state: text('state').$type<'running' | 'done'>().notNull(),
    status: integer('status'),
    body: jsonb('body').$type<unknown>(),
    createdAt: createdAt(),
    /** Once a running request passes this time, its process counts as dead and another can take over. */
    lockedUntil: time('locked_until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_key_created').on(t.createdAt)],
);
