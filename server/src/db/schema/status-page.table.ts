import type { StatusImpact, StatusKind, StatusPart, StatusStep } from '@panel/contract';
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

const partnerId = () =>
  uuid('partner_id')
    .notNull()
    .references(() => partner.id, { onDelete: 'cascade' });

/** What staff tell on the status page. Where a planned maintenance is follows from its window. */
export const statusIncident = pgTable(
  'status_incident',
  {
    id: primaryId(),
    partnerId: partnerId(),
    kind: text('kind').$type<StatusKind>().notNull(),
    title: text('title').notNull(),
    parts: jsonb('parts').$type<StatusPart[]>().notNull(),
    impact: text('impact').$type<StatusImpact>().notNull(),
    /** Null for a maintenance that nobody ended. */
    step: text('step').$type<StatusStep>(),
    fromAt: time('from_at').notNull(),
    /** The planned end of a maintenance, and the moment when an incident was resolved. */
    untilAt: time('until_at'),
    version: integer('version').notNull().default(1),
    userId: uuid('user_id').references(() => user.id, { onDelete: 'set null' }),
    /** The email at that time. */
    userName: text('user_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('status_incident_partner').on(t.partnerId, t.fromAt), index('status_incident_until').on(t.untilAt)],
);

/** What was told of an incident, and when. */
export const statusUpdate = pgTable(
  'status_update',
  {
    id: primaryId(),
    incidentId: uuid('incident_id')
      .notNull()
      .references(() => statusIncident.id, { onDelete: 'cascade' }),
    /** Null where it changed nothing. */
    step: text('step').$type<StatusStep>(),
    text: text('text').notNull(),
    isMailed: boolean('is_mailed').notNull(),
    /** When the task that sends its emails had sent all, or ended before that. */
    mailedAt: time('mailed_at'),
    mailStoppedAt: time('mail_stopped_at'),
    createdAt: createdAt(),
  },
  (t) => [index('status_update_incident').on(t.incidentId, t.createdAt)],
);

/** Who gets the updates by email: visitors, not accounts. */
export const statusSubscriber = pgTable(
  'status_subscriber',
  {
    id: primaryId(),
    partnerId: partnerId(),
    email: text('email').notNull(),
    /** What the links of their emails contain. */
    token: text('token').notNull().unique(),
    /** Null until they open the link of the first email. */
    confirmedAt: time('confirmed_at'),
    /** When an email was last sent because somebody entered the address. */
    askedAt: time('asked_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('status_subscriber_email').on(t.partnerId, t.email)],
);

/** Emails of an update, written before each is sent: none is sent twice. */
export const statusMail = pgTable(
  'status_mail',
  {
    updateId: uuid('update_id')
      .notNull()
      .references(() => statusUpdate.id, { onDelete: 'cascade' }),
    subscriberId: uuid('subscriber_id')
      .notNull()
      .references(() => statusSubscriber.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** When the mail server took it; null for one that it refused, or that was interrupted. */
    sentAt: time('sent_at'),
  },
  (t) => [primaryKey({ columns: [t.updateId, t.subscriberId] }), index('status_mail_subscriber').on(t.subscriberId)],
);

const counts = () => ({
  day: date('day', { mode: 'string' }).notNull(),
  checks: integer('checks').notNull(),
  failed: integer('failed').notNull(),
  /** The time that the checks stand for, of all workloads together. */
  seconds: doublePrecision('seconds').notNull(),
  failedSeconds: doublePrecision('failed_seconds').notNull(),
});

/** Scheduled checks of all workloads of a partner by part and UTC day; it outlives the workloads. */
export const statusDay = pgTable(
  'status_day',
  { partnerId: partnerId(), part: text('part').$type<StatusPart>().notNull(), ...counts() },
  (t) => [primaryKey({ columns: [t.partnerId, t.part, t.day] })],
);

/** Whether the panel ran and its database answered, minute by minute, by UTC day. */
export const statusPanelDay = pgTable('status_panel_day', {
  ...counts(),
  day: date('day', { mode: 'string' }).primaryKey(),
  lastAt: time('last_at').notNull(),
});
