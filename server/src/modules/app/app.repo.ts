import { and, asc, desc, eq, ilike, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app } from '../../db/schema.ts';

export type AppScope = { partnerId: string; customerId: string | 'staff' };
export type AppListQuery = {
  limit: number;
  offset: number;
  orderBy: 'created_at' | 'fqdn' | 'name' | 'type';
  sortOrder: 'asc' | 'desc';
  searchKey?: string;
};
export type AppRow = typeof app.$inferSelect;

const COLUMN = { created_at: app.createdAt, fqdn: app.fqdn, name: app.name, type: app.type } as const;

/** A page of the scope's applications and how many there are, in one round trip. */
export async function listApps(
  db: Database,
  scope: AppScope,
  query: AppListQuery,
): Promise<{ total: number; rows: AppRow[] }> {
  const mine = and(
    eq(app.partnerId, scope.partnerId),
    scope.customerId === 'staff' ? undefined : eq(app.customerId, scope.customerId),
    query.searchKey ? ilike(app.fqdn, `%${query.searchKey.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
  );
  const order = query.sortOrder === 'asc' ? asc : desc;
  const total = db
    .select({ total: sql<number>`count(*)::int`.as('total') })
    .from(app)
    .where(mine)
    .as('counted');
  const page = db
    .select()
    .from(app)
    .where(mine)
    .orderBy(order(COLUMN[query.orderBy]), app.id)
    .limit(query.limit)
    .offset(query.offset)
    .as('page');
  const rows = await db
    .select()
    .from(total)
    .leftJoin(page, sql`true`);
  return { total: rows[0]?.counted.total ?? 0, rows: rows.flatMap((row) => (row.page ? [row.page] : [])) };
}
