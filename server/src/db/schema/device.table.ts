import { index, inet, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** Programs that wait for a person to let them in (ADR 0134). The device code is a secret, and only its hash is stored. */
export const deviceGrant = pgTable(
  'device_grant',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull().unique(),
    /** What the person enters; it opens nothing by itself. */
    userCode: text('user_code').notNull(),
    clientName: text('client_name').notNull(),
    hostName: text('host_name').notNull(),
    ip: inet('ip'),
    state: text('state').$type<'pending' | 'approved' | 'denied' | 'used'>().notNull().default('pending'),
    /** Seconds between two polls; grows with each that comes too soon. */
    pollSeconds: integer('poll_seconds').notNull(),
    polledAt: time('polled_at'),
    /** The account that the token will be of; null until a person has decided. */
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'cascade' }),
    /** The member of the account who allowed it; null: the customer. */
    memberId: uuid('member_id').references(() => user.id, { onDelete: 'cascade' }),
    scopes: text('scopes').array(),
    /** Days until the token expires; null for one that does not. */
    days: integer('days'),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [
    unique('device_grant_partner_code').on(t.partnerId, t.userCode),
    index('device_grant_expires').on(t.expiresAt),
    index('device_grant_customer').on(t.customerId),
    index('device_grant_member').on(t.memberId),
  ],
);
