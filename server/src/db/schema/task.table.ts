import type { Task, TaskStatus, TaskStep } from '@panel/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';

/** A long piece of work, and its place in the queue. */
export const task = pgTable(
  'task',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    /** The customer whose site it works on; scopes who may see it. */
    customerId: uuid('customer_id'),
    /** Who waits for it in the queue: the customer, or the partner where there is none. */
    ownerId: uuid('owner_id')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(customer_id, partner_id)`),
    /** Who started it, and is told when it ended. */
    userId: uuid('user_id'),
    kind: text('kind').$type<Task['kind']>().notNull(),
    /** No foreign key: the task outlives the site that it deletes. */
    siteId: uuid('site_id'),
    fqdn: text('fqdn'),
    status: text('status').$type<TaskStatus>().notNull().default('queued'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    /** Sealed secrets of the payload; wiped when the task ended. */
    secret: text('secret'),
    steps: jsonb('steps').$type<TaskStep[]>().notNull().default([]),
    error: jsonb('error').$type<NonNullable<Task['error']>>(),
    /** Counts every taking up; whoever holds an older number writes nothing any more. */
    attempt: integer('attempt').notNull().default(0),
    leaseOwner: text('lease_owner'),
    /** A running task past this time belongs to a worker that died. */
    leaseUntil: time('lease_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: time('ended_at'),
  },
  (t) => [
    /** One changing task per site (decision: Statuses). */
    uniqueIndex('task_one_per_site')
      .on(t.siteId)
      .where(sql`status in ('queued', 'running', 'cancelling')`),
    index('task_open')
      .on(t.leaseUntil)
      .where(sql`status in ('queued', 'running', 'cancelling')`),
    /** The next task of each owner, without reading the others. */
    index('task_waiting')
      .on(t.ownerId, sql`(attempt > 3)`, t.createdAt, t.id)
      .where(sql`status in ('queued', 'running')`),
    index('task_site').on(t.siteId, t.createdAt.desc().nullsFirst()),
  ],
);

/** When a partner or a customer last got a place for a task; whoever waited longest is next. */
export const taskTurn = pgTable('task_turn', {
  ownerId: uuid('owner_id').primaryKey(),
  takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
});

/** Numbered lines of what a task did, so that a client resumes from the last one it has. */
export const taskLog = pgTable(
  'task_log',
  {
    taskId: uuid('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    at: time('at').notNull().defaultNow(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.line] })],
);
