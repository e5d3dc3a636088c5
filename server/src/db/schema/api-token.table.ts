import { sql } from 'drizzle-orm';
import { index, inet, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** Keys of customers for the API (ADR 0092). The token itself is shown once and is not stored. */
export const apiToken = pgTable(
  'api_token',
  {
    id: primaryId(),
    /** The partner on whose host it was created; it is valid there only. */
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The member of the account who made it; it carries their limits and ends with them. Null: the customer. */
    memberId: uuid('member_id').references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The first characters of the token, by which its owner recognizes it. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of a random token: guessing it is out of reach, so no slow hash is needed. */
    tokenHash: text('token_hash').notNull().unique(),
    /** As in the contract (`sites:read`); one that the contract no longer has opens nothing. */
    scopes: text('scopes').array().notNull(),
    createdAt: createdAt(),
    /** Null for one that does not expire. */
    expiresAt: time('expires_at'),
    /** Written at most once a minute. */
    lastUsedAt: time('last_used_at'),
    lastUsedIp: inet('last_used_ip'),
    revokedAt: time('revoked_at'),
  },
  (t) => [
    index('api_token_member')
      .on(t.memberId)
      .where(sql`member_id is not null`),
    index('api_token_partner').on(t.partnerId),
    index('api_token_customer_created').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
  ],
);
