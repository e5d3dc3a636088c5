import { sql } from 'drizzle-orm';
import type { Database, Rows } from '../db/database.ts';
import type { ResourceKind, TrafficPart } from '../db/schema.ts';
import type { TrafficFigures } from '../edge/edge-types.ts';
import { TIME_CLASSES } from '../lib/response-times.ts';

const COUNTS = {
  ...{ requests: 'requests', bytes: 'bytes', pageViews: 'page_views', hits: 'hits', bots: 'bots' },
  ...{ s2xx: 's2xx', s3xx: 's3xx', s4xx: 's4xx', s5xx: 's5xx' },
} as const;
const SUMS = sql.raw(
  Object.entries(COUNTS)
    .map(([name, column]) => `sum(${column})::float8 as "${name}"`)
    .join(', '),
);

const TIMES = sql.raw(
  Array.from({ length: TIME_CLASSES }, (_, index) => `coalesce(sum(times[${index + 1}]), 0)`).join(', '),
);

export type TrafficRow = TrafficFigures & { at: number; times: number[] };

/** The traffic of a resource since a time, added up by hour or day (UTC), the oldest first; without those that have none. */
export async function trafficSince(
  db: Database,
  { resource, resourceId, since, by }: { resource: ResourceKind; resourceId: string; since: Date; by: 'hour' | 'day' },
): Promise<TrafficRow[]> {
  const result = await db.execute(sql`
    select extract(epoch from date_trunc(${by}, hour at time zone 'utc'))::float8 * 1000 as at, ${SUMS}, json_build_array(${TIMES}) as times
    from traffic_hour where resource = ${resource} and resource_id = ${resourceId} and hour >= ${since.toISOString()}::timestamptz
    group by 1 order by 1`);
  return (result as unknown as Rows<TrafficRow>).rows;
}

/** The traffic of a resource since a day by region or content type, the one with most bytes first. */
export async function trafficParts(
  db: Database,
  { resource, resourceId, since, part }: { resource: ResourceKind; resourceId: string; since: Date; part: TrafficPart },
): Promise<{ name: string; requests: number; bytes: number }[]> {
  const result = await db.execute(sql`
    select name, sum(requests)::float8 as requests, sum(bytes)::float8 as bytes from traffic_part_day
    where resource = ${resource} and resource_id = ${resourceId} and part = ${part} and day >= ${since.toISOString().slice(0, 10)}::date
    group by name order by sum(bytes) desc, name limit 300`);
  return (result as unknown as Rows<{ name: string; requests: number; bytes: number }>).rows;
}

/** Removes hours and parts from before a time; run by housekeeping. */
export async function sweepTraffic(db: Database, before: Date): Promise<void> {
  await db.execute(sql`delete from traffic_hour where hour < ${before.toISOString()}::timestamptz`);
  await db.execute(sql`delete from traffic_part_day where day < ${before.toISOString().slice(0, 10)}::date`);
}
