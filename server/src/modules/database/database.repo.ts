import { and, asc, desc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appDatabase, backup, workload } from '../../db/schema.ts';
import { atOneMoment, within, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import { withDatabase } from '../backup/backup.repo.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';

export type DatabaseRow = Pick<
  typeof workload.$inferSelect,
  'id' | 'fqdn' | 'name' | 'kind' | 'status' | 'createdAt'
> & { lastBackupAt: string | null };

const COLUMN = { created_at: workload.createdAt, fqdn: workload.fqdn } as const;

/** A page of the scope's workloads that have databases: all of some kinds, and applications that got one. */
export async function listDatabases(
  db: Database,
  scope: Scope,
  { kinds, keyword }: { kinds: readonly string[]; keyword?: string },
  { sortOrder, orderBy, limit, offset }: Slice<keyof typeof COLUMN>,
): Promise<Sliced<DatabaseRow>> {
  const ofApp = exists(
    db
      .select({ one: sql`1` })
      .from(appDatabase)
      .where(eq(appDatabase.appId, workload.id)),
  );
  const where = and(
    within(workload, scope),
    or(inArray(workload.kind, [...kinds]), ofApp),
    isNotNull(workload.assignedAt),
    keyword ? hasWords(workload.searchText, keyword) : undefined,
  );
  const { id, fqdn, name, kind, status, createdAt } = workload;
  const newest = db
    .select({ at: sql`max(${backup.createdAt})` })
    .from(backup)
    .where(and(eq(backup.workloadId, workload.id), eq(backup.status, 'succeeded'), withDatabase));
  return atOneMoment(db, async (tx) => {
    const rows = await tx
      .select({ ...{ id, fqdn, name, kind, status, createdAt }, lastBackupAt: sql<string | null>`(${newest})` })
      .from(workload)
      .where(where)
      .orderBy((sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(workload.id))
      .limit(limit)
      .offset(offset);
    return { rows, total: await tx.$count(workload, where) };
  });
}
