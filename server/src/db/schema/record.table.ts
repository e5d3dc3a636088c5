import type { Notification, Said } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

export const notification = pgTable(
  'notification',
  {
    id: primaryId(),
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    type: text('type').$type<Notification['type']>().notNull(),
    /** In English. */
    description: text('description').notNull(),
    /** What says it in other languages; rows of older versions have none. */
    template: text('template'),
    values: jsonb('values').$type<Said['values']>(),
    status: text('status').$type<Notification['status']>().notNull().default('unread'),
    /** A page of the panel, e.g. `/manage-site/overview/{id}`. */
    link: text('link'),
    /** Its subject, e.g. `task:{id}`; one notification for each at most. */
    dedupeKey: text('dedupe_key').unique(),
    createdAt: createdAt(),
  },
  (t) => [
    index('notification_user_created').on(t.userId, t.createdAt.desc().nullsFirst(), t.id),
    index('notification_user_status').on(t.userId, t.status),
  ],
);

/** Emails; the development page shows the caught ones. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: primaryId(),
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    sender: text('sender').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    state: text('state').$type<'waiting' | 'caught' | 'sent' | 'failed'>().notNull(),
    error: text('error'),
    /** Text and HTML of one that waits, sealed: they may contain links that open an account. */
    sealed: text('sealed'),
    attempts: integer('attempts').notNull().default(0),
    /** When one that waits is sent, or sent again if the process that sends it has ended. */
    dueAt: time('due_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('mail_outbox_due')
      .on(t.dueAt)
      .where(sql`${t.state} = 'waiting'`),
    index('mail_outbox_created').on(t.createdAt.desc().nullsFirst()),
    index('mail_outbox_recipient').on(t.recipient, t.createdAt.desc()),
  ],
);

/** Facts about the installation, e.g. the progress of the demo data. */
export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});

/** Batches of counted numbers that were stored, so that one that comes again changes nothing. */
export const storedBatch = pgTable('stored_batch', { id: uuid('id').primaryKey(), createdAt: createdAt() }, (t) => [
  index('stored_batch_created').on(t.createdAt),
]);
