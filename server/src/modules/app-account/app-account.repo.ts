import { and, eq, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { partner } from '../../db/schema.ts';
import { hasApps } from '../../db/section.ts';

/** Whether a partner has applications switched on. */
export async function appsAreOn(db: Database, partnerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: partner.id })
    .from(partner)
    .where(and(eq(partner.id, partnerId), hasApps(partner)));
  return rows.length > 0;
}

/** Seconds that the builds of a customer's applications have taken since a time; running ones count so far, and restores do not. */
export async function buildSeconds(db: Database, customerId: string, from: Date): Promise<number> {
  const result = await db.execute(sql`
    select coalesce(sum(extract(epoch from coalesce(b.ended_at, now()) - b.started_at)), 0)::float8 as seconds
    from app_build b join workload w on w.id = b.app_id
    where w.customer_id = ${customerId} and b.started_at >= ${from.toISOString()} and b.trigger <> 'restore'`);
  const [row] = (result as unknown as Rows<{ seconds: number }>).rows;
  return Math.max(0, Math.round(Number(row?.seconds ?? 0)));
}
