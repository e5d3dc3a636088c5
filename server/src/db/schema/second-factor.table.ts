import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

/** The authenticator app of a user (RFC 6238). It counts from its confirmation on. */
export const totp = pgTable('totp', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** Sealed. */
  secret: text('secret').notNull(),
  /** The time step of the last code that was accepted: neither it nor an earlier one is accepted again. */
  lastStep: integer('last_step').notNull().default(0),
  confirmedAt: time('confirmed_at'),
  createdAt: createdAt(),
});

/** Codes for a user who has lost the authenticator app; only a keyed hash of each is stored. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    id: primaryId(),
    userId: owner(),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: time('used_at'),
  },
  (t) => [unique('recovery_code_user_hash').on(t.userId, t.codeHash)],
);

/** Browsers that are not asked for a second factor for a while. The cookie holds the id, the table only its SHA-256. */
export const rememberedBrowser = pgTable(
  'remembered_browser',
  {
    idHash: text('id_hash').notNull(),
    userId: owner(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.idHash, t.userId] }),
    index('remembered_browser_user').on(t.userId),
    index('remembered_browser_expires').on(t.expiresAt),
  ],
);

/** Sign-ins whose first factor was right and whose second one is still to come. */
export const pendingSignIn = pgTable(
  'pending_sign_in',
  {
    idHash: text('id_hash').primaryKey(),
    userId: owner(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** What the audit log calls the first factor. */
    how: text('how').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [index('pending_sign_in_user').on(t.userId), index('pending_sign_in_expires').on(t.expiresAt)],
);
