import type { LoginProviderKind } from '@panel/contract';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

const ofPartner = () =>
  uuid('partner_id')
    .notNull()
    .references(() => partner.id, { onDelete: 'cascade' });

/** Where users of a partner can sign in instead of with a password. */
export const loginProvider = pgTable(
  'login_provider',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    kind: text('kind').$type<LoginProviderKind>().notNull(),
    /** Its part of the addresses; the kind itself but for `oidc`. */
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    /** The server; null for the public one of its kind. */
    issuer: text('issuer'),
    clientId: text('client_id').notNull(),
    /** Sealed. */
    clientSecret: text('client_secret').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique('login_provider_partner_slug').on(t.partnerId, t.slug)],
);

/** An account at a provider that opens an account of the panel. */
export const loginIdentity = pgTable(
  'login_identity',
  {
    id: primaryId(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => loginProvider.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** What the provider knows it by; it never belongs to somebody else later, as an email may. */
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at'),
  },
  (t) => [
    unique('login_identity_provider_subject').on(t.providerId, t.subject),
    unique('login_identity_user_provider').on(t.userId, t.providerId),
  ],
);

/** A browser that was sent to a provider and has not come back yet. It comes back once; only hashes are stored. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    stateHash: text('state_hash').primaryKey(),
    partnerId: ofPartner(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => loginProvider.id, { onDelete: 'cascade' }),
    /** The session or visitor that was sent away: nobody else can come back in its place. */
    holder: text('holder').notNull(),
    /** Who links an account; null for a sign-in. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'cascade' }),
    next: text('next'),
    /** PKCE verifier and nonce, sealed. */
    secrets: text('secrets').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    index('login_attempt_expires').on(t.expiresAt),
    index('login_attempt_partner').on(t.partnerId),
    index('login_attempt_provider').on(t.providerId),
    index('login_attempt_user').on(t.userId),
  ],
);
