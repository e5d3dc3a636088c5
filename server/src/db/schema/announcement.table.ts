import type { AnnouncementRow, HelpBlock } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** News for customers between two times, from which its state follows; ending it sets `untilAt`. */
export const announcement = pgTable(
  'announcement',
  {
    id: primaryId(),
    /** Null for customers of all partners. */
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    kind: text('kind').$type<AnnouncementRow['kind']>().notNull(),
    markdown: text('markdown').notNull(),
    blocks: jsonb('blocks').$type<HelpBlock[]>().notNull(),
    sections: jsonb('sections').$type<AnnouncementRow['sections']>().notNull(),
    plans: jsonb('plans').$type<AnnouncementRow['plans']>().notNull(),
    fromAt: time('from_at').notNull(),
    untilAt: time('until_at'),
    isMailed: boolean('is_mailed').notNull(),
    /** When the task that sends its emails was created, when it had sent all, and when it ended before that. */
    mailStartedAt: time('mail_started_at'),
    mailedAt: time('mailed_at'),
    mailStoppedAt: time('mail_stopped_at'),
    version: integer('version').notNull().default(1),
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** The email at that time. */
    userName: text('user_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('announcement_partner').on(t.partnerId, t.untilAt),
    index('announcement_mail_due')
      .on(t.fromAt)
      .where(sql`is_mailed and mail_started_at is null`),
  ],
);

const announcementId = () =>
  uuid('announcement_id')
    .notNull()
    .references(() => announcement.id, { onDelete: 'cascade' });
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

/** Banners that an account has closed. */
export const announcementDismissal = pgTable(
  'announcement_dismissal',
  { announcementId: announcementId(), userId: userId(), createdAt: createdAt() },
  (t) => [primaryKey({ columns: [t.announcementId, t.userId] }), index('announcement_dismissal_user').on(t.userId)],
);

/** Emails of an announcement, written before each is sent: none is sent twice. */
export const announcementMail = pgTable(
  'announcement_mail',
  {
    announcementId: announcementId(),
    userId: userId(),
    createdAt: createdAt(),
    /** When the mail server took it; null for one that it refused, or that was interrupted. */
    sentAt: time('sent_at'),
  },
  (t) => [primaryKey({ columns: [t.announcementId, t.userId] }), index('announcement_mail_user').on(t.userId)],
);
