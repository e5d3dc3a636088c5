import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { workload } from './workload.table.ts';
import { user } from './user.table.ts';

/**
 * Access to a site until it expires or is ended: to its files over SFTP with a user name and a password, or to its
 * database in the browser with a link, which one browser exchanges for a session.
 */
export const siteAccess = pgTable(
  'site_access',
  {
    id: primaryId(),
    workloadId: uuid('workload_id')
      .notNull()
      .references(() => workload.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'sftp' | 'database'>().notNull().default('sftp'),
    /** Who opened it, or, of a database, made the newest link. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'cascade' }),
    /** For a database, the name of the session of its tool. */
    userName: text('user_name').notNull().unique(),
    /**
     * SHA-256 of a random password, or of the secret of a link, later of a session: guessing it is out of reach, so no
     * slow hash is needed.
     */
    passwordHash: text('password_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    endedAt: time('ended_at'),
  },
  (t) => [index('site_access_workload').on(t.workloadId, t.createdAt), index('site_access_user').on(t.userId)],
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
