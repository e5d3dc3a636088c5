import { bigint, boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

/** A passkey (WebAuthn credential) of a user. It is made for one panel host, and useless on any other. */
export const passkey = pgTable(
  'passkey',
  {
    id: primaryId(),
    userId: owner(),
    /** The host it was made for (RP ID). */
    host: text('host').notNull(),
    name: text('name').notNull(),
    /** The authenticator's own name of it, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signatures so far, as the authenticator counts them; 0 for those that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers reach the authenticator, such as `internal` and `usb`. */
    transports: text('transports').array().notNull(),
    /** It is kept in an account of the user's devices, not in one device alone. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: createdAt(),
    lastUsedAt: time('last_used_at'),
  },
  (t) => [unique('passkey_host_credential').on(t.host, t.credentialId), index('passkey_user').on(t.userId)],
);

/** A challenge that an authenticator is to sign; it is removed when an answer comes. Only its SHA-256 is stored. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    hash: text('hash').primaryKey(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** What it is for, and whose: only the session, sign-in or visitor that asked for it can answer. */
    holder: text('holder').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('passkey_challenge_expires').on(t.expiresAt), index('passkey_challenge_partner').on(t.partnerId)],
);
