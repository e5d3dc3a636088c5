import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Batch } from '../lib/counter.ts';
import { IN_ORDER, onceFor } from './batch.repo.ts';

export type UsageRow = { siteId: string; day: string; requests: number; bytes: number; pageViews: number };

/** Adds to the stored counts, once for each batch; traffic of a deleted site is dropped. */
export async function addUsage(db: Database, { id, rows }: Batch<UsageRow>): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    (row) =>
      sql`(${row.siteId}::uuid, ${row.day}::date, ${row.requests}::bigint, ${row.bytes}::bigint, ${row.pageViews}::bigint)`,
  );
  await db.execute(
    onceFor(
      id,
      (fresh) => sql`
    insert into site_usage_day as d (site_id, day, requests, bytes, page_views)
    select v.site_id, v.day, v.requests, v.bytes, v.page_views
    from ${fresh}, (values ${sql.join(values, sql`, `)}) v(site_id, day, requests, bytes, page_views) join site s on s.id = v.site_id
    ${IN_ORDER}
    on conflict (site_id, day) do update
      set requests = d.requests + excluded.requests, bytes = d.bytes + excluded.bytes, page_views = d.page_views + excluded.page_views`,
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
    insert into site_usage_day as d (site_id, day, egress_bytes, mails)
    select v.site_id, v.day, v.egress_bytes, v.mails
    from ${fresh}, (values ${sql.join(values, sql`, `)}) v(site_id, day, egress_bytes, mails) join site s on s.id = v.site_id
    ${IN_ORDER}
    on conflict (site_id, day) do update set egress_bytes = d.egress_bytes + excluded.egress_bytes, mails = d.mails + excluded.mails`,
    ),
  );
}
