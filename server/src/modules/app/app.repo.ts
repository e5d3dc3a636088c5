import { and, asc, desc, eq, getTableColumns, ilike } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app, workload, type AppType } from '../../db/schema.ts';
import { appsWithin } from '../../db/section.ts';
import { holding, type Scope } from '../../db/select-page.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';

export type AppRow = Omit<typeof workload.$inferSelect, 'type'> & { type: AppType };

const COLUMN = { created_at: workload.createdAt, fqdn: workload.fqdn, name: workload.name, type: app.type } as const;

/** A page of the scope's applications; `searchKey` is a part of the address. */
export async function listApps(
  db: Database,
  scope: Scope,
  { sortOrder, orderBy, limit, offset }: Slice<keyof typeof COLUMN>,
  searchKey?: string,
): Promise<Sliced<AppRow>> {
  const where = and(appsWithin(workload, scope), searchKey ? ilike(workload.fqdn, holding(searchKey)) : undefined);
  const page = db
    .select({ ...getTableColumns(workload), type: app.type })
    .from(workload)
    .innerJoin(app, eq(app.id, workload.id))
    .where(where)
    .orderBy((sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(workload.id))
    .limit(limit)
    .offset(offset);
  const [rows, total] = await Promise.all([page, db.$count(workload, where)]);
  return { rows, total };
}
