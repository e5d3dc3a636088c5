import type { Task, TaskStatus, TaskStep } from '@panel/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, primaryId, time, updatedAt } from './columns.ts';
import { partner } from './partner.table.ts';

/** A long-running task and its place in the queue. */
export const task = pgTable(
  'task',
  {
    id: primaryId(),
    /** Null for tasks of the installation itself. */
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    /** The customer who owns the resource; limits who can see the task. */
    customerId: uuid('customer_id'),
    /** The owner in the queue: the customer, otherwise the partner, otherwise the installation. */
    ownerId: uuid('owner_id')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(customer_id, partner_id, '00000000-0000-0000-0000-000000000000'::uuid)`),
    /** Who started it; notified when it ends. */
    userId: uuid('user_id'),
    kind: text('kind').notNull(),
    /** The kind and id of its resource. No foreign key: the task outlives a site that it deletes. */
    resource: text('resource').notNull(),
    resourceId: text('resource_id').notNull(),
    /** Display name of the resource, e.g. the address of a site. */
    title: text('title').notNull(),
    status: text('status').$type<TaskStatus>().notNull().default('queued'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    /** Sealed secrets of the payload; wiped when the task ends. */
    secret: text('secret'),
    steps: jsonb('steps').$type<TaskStep[]>().notNull().default([]),
    error: jsonb('error').$type<NonNullable<Task['error']>>(),
    /** Increases with every claim; a worker with an older number can't write. */
    attempt: integer('attempt').notNull().default(0),
    /** How many of these claims were planned retries of a failed step. */
    retries: integer('retries').notNull().default(0),
    /** The step is not tried again before this time. */
    notBefore: time('not_before'),
    leaseOwner: text('lease_owner'),
    /** Once a running task passes this time, its worker counts as dead. */
    leaseUntil: time('lease_until'),
    /** The machine that has the files which the task changes; null where any can run it. */
    nodeId: uuid('node_id'),
    /** The trace of what started it, as a `traceparent`; null where nothing is traced. */
    trace: text('trace'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: time('ended_at'),
  },
  (t) => [
    /** One changing task per resource (decision: Statuses). */
    uniqueIndex('task_one_per_resource')
      .on(t.resource, t.resourceId)
      .where(sql`status in ('queued', 'running', 'cancelling')`),
    index('task_open')
      .on(t.leaseUntil)
      .where(sql`status in ('queued', 'running', 'cancelling')`),
    /** The next task of each owner, without reading the others. */
    index('task_waiting')
      .on(t.ownerId, sql`(attempt - retries > 3)`, t.createdAt, t.id)
      .where(sql`status in ('queued', 'running', 'cancelling')`),
    index('task_resource').on(t.resource, t.resourceId, t.createdAt.desc().nullsFirst()),
    index('task_ended').on(t.endedAt),
    index('task_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('task_partner_failed')
      .on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id)
      .where(sql`status = 'failed'`),
  ],
);

/** When a partner or customer last got a task place; the longest wait is next. */
export const taskTurn = pgTable('task_turn', {
  ownerId: uuid('owner_id').primaryKey(),
  takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
});

/** Numbered log lines of a task, so that a client can resume after the last one it has. */
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

/** When to start a recurring task. Enqueueing an occurrence and moving to the next happen in one transaction. */
export const schedule = pgTable(
  'schedule',
  {
    /** Name of the schedule, e.g. `panel.retention` or `backup:{siteId}`. */
    id: text('id').primaryKey(),
    partnerId: uuid('partner_id').references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id'),
    kind: text('kind').notNull(),
    resourceId: text('resource_id').notNull(),
    title: text('title').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    /** Five fields: minute, hour, day of the month, month, day of the week. */
    cron: text('cron').notNull(),
    /** IANA name of the time zone for `cron`. */
    timeZone: text('time_zone').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    nextAt: time('next_at').notNull(),
    lastAt: time('last_at'),
    lastTaskId: uuid('last_task_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('schedule_due')
      .on(t.nextAt)
      .where(sql`enabled`),
  ],
);
