import { sql } from 'drizzle-orm';
import type { Database, Rows } from '../db/database.ts';
import { task } from '../db/schema.ts';

/** Open tasks of the installation, and how long the first of those that may run now has waited. */
export type QueueState = { queued: number; running: number; cancelling: number; oldestSeconds: number };

export async function queueState(db: Database, now: Date): Promise<QueueState> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const result = await db.execute(sql`
    select count(*) filter (where status = 'queued')::int as queued,
      count(*) filter (where status = 'running')::int as running,
      count(*) filter (where status = 'cancelling')::int as cancelling,
      coalesce(extract(epoch from ${at} - min(greatest(created_at, coalesce(not_before, created_at))) filter (where status = 'queued' and coalesce(not_before, created_at) <= ${at})), 0)::float8 as "oldestSeconds"
    from ${task} where status in ('queued', 'running', 'cancelling')`);
  const [row] = (result as unknown as Rows<QueueState>).rows;
  return row ?? { queued: 0, running: 0, cancelling: 0, oldestSeconds: 0 };
}
