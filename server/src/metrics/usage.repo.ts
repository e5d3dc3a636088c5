import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { TrafficPart } from '../db/schema.ts';
import type { Batch } from '../lib/counter.ts';
import { IN_ORDER, onceFor } from './batch.repo.ts';

/** Requests and bytes of one region or content type. */
export type UsagePart = { part: TrafficPart; name: string; requests: number; bytes: number };

export type UsageRow = { siteId: string; day: string; requests: number; bytes: number; pageViews: number } & Partial<{
  /** The hour in which they were counted, as the time of its start. */
  hour: string;
  hits: number;
  bots: number;
  s2xx: number;
  s3xx: number;
  s4xx: number;
  s5xx: number;
  /** Responses by class of their time, see `lib/response-times.ts`. */
  times: readonly number[];
  parts: readonly UsagePart[];
}>;

const ROW = sql`r("siteId" uuid, day date, hour timestamptz, requests bigint, bytes bigint, "pageViews" bigint,
  hits bigint, bots bigint, s2xx bigint, s3xx bigint, s4xx bigint, s5xx bigint, times bigint[], parts json)`;
const added = (columns: readonly string[], into: string): SQL =>
  sql.raw(columns.map((column) => `${column} = ${into}.${column} + excluded.${column}`).join(', '));
const HOUR_COUNTS = ['requests', 'bytes', 'page_views', 'hits', 'bots', 's2xx', 's3xx', 's4xx', 's5xx'];
/** The sum by class; a list without classes has none. */
const ADDED_TIMES = sql.raw(`(
  select coalesce(array_agg(coalesce(known, 0) + coalesce(more, 0) order by class), '{}')
  from unnest(h.times, excluded.times) with ordinality as x(known, more, class))`);

/** Adds to the stored counts of days, hours, regions and content types, once for each batch; traffic of a deleted site is dropped. */
export async function addUsage(db: Database, { id, rows }: Batch<UsageRow>): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    onceFor(
      id,
      (fresh) => sql`
    , v as (select r.*, r."siteId" as workload_id from ${fresh}, json_to_recordset(${JSON.stringify(rows)}::json) as ${ROW} join workload s on s.id = r."siteId"),
    by_hour as (
      insert into traffic_hour as h (resource, resource_id, hour, ${sql.raw(HOUR_COUNTS.join(', '))}, times)
      select 'site', v.workload_id, v.hour, v.requests, v.bytes, v."pageViews", coalesce(v.hits, 0), coalesce(v.bots, 0),
        coalesce(v.s2xx, 0), coalesce(v.s3xx, 0), coalesce(v.s4xx, 0), coalesce(v.s5xx, 0), coalesce(v.times, '{}')
      from v where v.hour is not null order by v.workload_id, v.hour
      on conflict (resource, resource_id, hour) do update set ${added(HOUR_COUNTS, 'h')}, times = ${ADDED_TIMES}
    ),
    by_part as (
      insert into traffic_part_day as p (resource, resource_id, part, day, name, requests, bytes)
      select 'site', v.workload_id, x.part, v.day, x.name, sum(x.requests), sum(x.bytes)
      from v cross join json_to_recordset(v.parts) as x(part text, name text, requests bigint, bytes bigint)
      group by v.workload_id, x.part, v.day, x.name order by v.workload_id, x.part, v.day, x.name
      on conflict (resource, resource_id, part, day, name) do update set ${added(['requests', 'bytes'], 'p')}
    )
    insert into usage_day as d (workload_id, day, requests, bytes, page_views)
    select v.workload_id, v.day, sum(v.requests), sum(v.bytes), sum(v."pageViews") from v group by v.workload_id, v.day ${IN_ORDER}
    on conflict (workload_id, day) do update set ${added(['requests', 'bytes', 'page_views'], 'd')}`,
    ),
  );
}

export type EgressRow = { siteId: string; day: string; bytes: number; mails: number };

/** Adds to the traffic of sites with other servers, once for each batch; that of a deleted site is dropped. */
export async function addEgress(db: Database, { id, rows }: Batch<EgressRow>): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    (row) => sql`(${row.siteId}::uuid, ${row.day}::date, ${row.bytes}::bigint, ${row.mails}::int)`,
  );
  await db.execute(
    onceFor(
      id,
      (fresh) => sql`
    insert into usage_day as d (workload_id, day, egress_bytes, mails)
    select v.workload_id, v.day, v.egress_bytes, v.mails
    from ${fresh}, (values ${sql.join(values, sql`, `)}) v(workload_id, day, egress_bytes, mails) join workload s on s.id = v.workload_id
    ${IN_ORDER}
    on conflict (workload_id, day) do update set egress_bytes = d.egress_bytes + excluded.egress_bytes, mails = d.mails + excluded.mails`,
    ),
  );
}
