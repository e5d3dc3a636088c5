import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { HealthEvent } from '@panel/contract';
import { primaryId, time } from './columns.ts';

/** When a process of the panel did not answer for a moment, was ended for that, or had too little memory. */
export const healthEvent = pgTable(
  'health_event',
  {
    id: primaryId(),
    at: time('at').notNull(),
    /** `{host}:{pid}`. */
    process: text('process').notNull(),
    kind: text('kind').$type<HealthEvent['kind']>().notNull(),
    /** How long; 0 for memory. */
    ms: integer('ms').notNull(),
    /** Of these, processor time of the loop's own thread. */
    cpuMs: integer('cpu_ms').notNull().default(0),
    works: jsonb('works').$type<HealthEvent['works']>().notNull(),
    stack: jsonb('stack').$type<string[]>().notNull().default([]),
    rssBytes: bigint('rss_bytes', { mode: 'number' }).notNull(),
  },
  (t) => [index('health_event_at').on(t.at.desc()), index('health_event_kind').on(t.kind, t.at.desc())],
);

/** How many there were in an hour (UTC), also those without a row of their own. */
export const healthHour = pgTable(
  'health_hour',
  {
    hour: time('hour').notNull(),
    kind: text('kind').$type<HealthEvent['kind']>().notNull(),
    count: integer('count').notNull(),
    longestMs: integer('longest_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.kind] })],
);

/** The processes of the panel, each with what it reported last. */
export const panelProcess = pgTable('panel_process', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  roles: text('roles').notNull(),
  startedAt: time('started_at').notNull(),
  seenAt: time('seen_at').notNull(),
  rssBytes: bigint('rss_bytes', { mode: 'number' }).notNull(),
  heapBytes: bigint('heap_bytes', { mode: 'number' }).notNull(),
  limitBytes: bigint('limit_bytes', { mode: 'number' }).notNull(),
  /** Whether it refuses new work to save memory. */
  shedding: boolean('shedding').notNull(),
});

/** A site that is kept asleep, because a process of the panel was ended while it worked for the site. */
export const siteHold = pgTable('site_hold', {
  /** A site or an application. */
  workloadId: uuid('workload_id').primaryKey(),
  since: time('since').notNull(),
  until: time('until').notNull(),
  /** How often in a row; each hold is twice as long as the one before. */
  times: integer('times').notNull(),
});
