import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { site } from './site.table.ts';

/** SFTP access to the files of a site: one user name, until it expires or is ended. */
export const siteAccess = pgTable(
  'site_access',
  {
    id: primaryId(),
    siteId: uuid('site_id')
      .notNull()
      .references(() => site.id, { onDelete: 'cascade' }),
    userName: text('user_name').notNull().unique(),
    /** SHA-256 of a random password: guessing it is out of reach, so no slow hash is needed. */
    passwordHash: text('password_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
  },
  (t) => [index('site_access_site').on(t.siteId, t.createdAt)],
);

/** One connection of a client. The process that serves it renews `seenAt`, so that one it left behind counts as ended. */
export const siteAccessConnection = pgTable(
  'site_access_connection',
  {
    id: primaryId(),
    accessId: uuid('access_id')
      .notNull()
      .references(() => siteAccess.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    startedAt: time('started_at').notNull(),
    seenAt: time('seen_at').notNull(),
    endedAt: time('ended_at'),
  },
  (t) => [index('site_access_connection_access').on(t.accessId, t.startedAt)],
);
