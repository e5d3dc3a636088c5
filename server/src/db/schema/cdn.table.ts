import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { updatedAt } from './columns.ts';

/** What a cache, a domain or a certificate belongs to. */
export type ResourceKind = 'site';

// A trigger removes the rows of a deleted site (migration 0033).
const ofResource = {
  resource: text('resource').$type<ResourceKind>().notNull(),
  resourceId: uuid('resource_id').notNull(),
};
const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** What the cache of the edge keeps of a resource; without a row only what the resource itself marks as cacheable. */
export const cdnSetting = pgTable(
  'cdn_setting',
  {
    ...ofResource,
    /** Seconds by stored file type, e.g. `(?i)\.jpeg`. */
    fileTypes: jsonb('file_types').$type<{ type: string; duration: number }[]>().notNull().default([]),
    defaultSeconds: integer('default_seconds').notNull(),
    serveStale: boolean('serve_stale').notNull(),
    ignoreOrigin: boolean('ignore_origin').notNull(),
    queryStrings: boolean('query_strings').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.resource, t.resourceId] })],
);

/** Traffic that the edge counted, by hour (UTC). The days are in `usage_day`. */
export const trafficHour = pgTable(
  'traffic_hour',
  {
    ...ofResource,
    hour: timestamp('hour', { withTimezone: true, mode: 'date' }).notNull(),
    requests: count('requests'),
    bytes: count('bytes'),
    pageViews: count('page_views'),
    /** Requests that the cache answered. */
    hits: count('hits'),
    /** Requests of crawlers and other programs. */
    bots: count('bots'),
    s2xx: count('s2xx'),
    s3xx: count('s3xx'),
    s4xx: count('s4xx'),
    s5xx: count('s5xx'),
    /** Responses by class of the time until they began (lib/response-times.ts); empty in hours before it was counted. */
    times: bigint('times', { mode: 'number' }).array().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.resource, t.resourceId, t.hour] })],
);

export type TrafficPart = 'region' | 'content';

/** The same traffic by region and by content type, per UTC day. */
export const trafficPartDay = pgTable(
  'traffic_part_day',
  {
    ...ofResource,
    part: text('part').$type<TrafficPart>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
    requests: count('requests'),
    bytes: count('bytes'),
  },
  (t) => [primaryKey({ columns: [t.resource, t.resourceId, t.part, t.day, t.name] })],
);
