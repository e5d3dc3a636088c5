import type { LimitHit, LimitKind } from '@panel/contract';
import { sql } from 'drizzle-orm';
import type { Database, Rows } from '../db/database.ts';
import type { Batch } from '../lib/counter.ts';
import { IN_ORDER, onceFor } from './batch.repo.ts';

export type LimitHitRow = { siteId: string; day: string; kind: LimitKind; count: number; lastAt: string };

/** Adds to the stored counts, once for each batch; hits of a deleted site are dropped. */
export async function addLimitHits(db: Database, { id, rows }: Batch<LimitHitRow>): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    (row) =>
      sql`(${row.siteId}::uuid, ${row.day}::date, ${row.kind}::text, ${row.count}::int, ${row.lastAt}::timestamptz)`,
  );
  await db.execute(
    onceFor(
      id,
      (fresh) => sql`
    insert into limit_hit as h (workload_id, day, kind, count, last_at)
    select v.workload_id, v.day, v.kind, v.count, v.last_at
    from ${fresh}, (values ${sql.join(values, sql`, `)}) v(workload_id, day, kind, count, last_at) join workload s on s.id = v.workload_id
    ${IN_ORDER}, v.kind
    on conflict (workload_id, day, kind) do update set count = h.count + excluded.count, last_at = greatest(h.last_at, excluded.last_at)`,
    ),
  );
}

/** The limits that a site hit during the last `days` days, one row per kind, the newest first. */
export async function limitHitsOf(db: Database, siteId: string, days: number): Promise<LimitHit[]> {
  const result = await db.execute(sql`
    select kind, sum(count)::int as count, max(last_at) as last_at from limit_hit
    where workload_id = ${siteId} and day > (now() at time zone 'utc')::date - ${days}::int
    group by kind order by max(last_at) desc`);
  return (result as unknown as Rows<LimitHit>).rows.map((row) => ({
    ...row,
    last_at: new Date(row.last_at).toISOString(),
  }));
}

/** Removes counts from before a day; run by housekeeping. */
export async function sweepLimitHits(db: Database, before: Date): Promise<void> {
  await db.execute(sql`delete from limit_hit where day < ${before.toISOString().slice(0, 10)}::date`);
}
