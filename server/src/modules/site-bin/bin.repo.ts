import { BIN_DAYS } from '@panel/contract';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { endsWhenDue } from '../../db/open-account.ts';
import { workload, user } from '../../db/schema.ts';
import { sitesOwnedBy, type InSection } from '../../db/section.ts';
import { selectPage, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import { CHANGED, type SiteRow } from '../site/site.repo.ts';

const DAY_MS = 24 * 3_600_000;

/** When a site in the bin is deleted for good. */
export const purgeAt = (binnedAt: Date): Date => new Date(binnedAt.getTime() + BIN_DAYS * DAY_MS);

/** A staging environment is in the bin with its live site: it is not listed, restored or deleted by itself. */
const notStaging = sql`not exists (select 1 from staging s where s.workload_id = ${workload.id})`;

const binned = (scope: Scope, ofSection: InSection): SQL | undefined =>
  and(ofSection(workload, scope), isNotNull(workload.binnedAt), notStaging);

/** A site and its staging environment. */
const withStaging = (id: string): SQL =>
  sql`${workload.id} in (${id}, (select s.workload_id from staging s where s.parent_id = ${id}))`;

type Person = Pick<typeof user.$inferSelect, 'email' | 'firstname' | 'lastname'>;
/** `by`: who deleted it. */
export type BinnedRow = SiteRow & { binnedAt: Date; by: Person | undefined; customer: Person | undefined };

const COLUMN = {
  created_at: workload.createdAt,
  deleted_at: workload.binnedAt,
  fqdn: workload.fqdn,
  file_size: sql`coalesce(${workload.fileSize}, -1)`,
} as const;

/** A page of the scope's sites in the bin, or of workloads of another section. */
export async function listBinned(
  db: Database,
  scope: Scope,
  { keyword, ofSection = sitesOwnedBy }: { keyword?: string; ofSection?: InSection },
  { limit, offset, orderBy, sortOrder }: Slice<keyof typeof COLUMN>,
): Promise<Sliced<BinnedRow>> {
  const { rows, total } = await selectPage(db, workload, {
    where: and(binned(scope, ofSection), keyword ? hasWords(workload.searchText, keyword) : undefined),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(workload.id)],
    limit,
    offset,
  });
  const people = await peopleOf(
    db,
    rows.flatMap(({ binnedBy, customerId }) => [binnedBy, customerId].filter((id) => id !== null)),
  );
  return {
    total,
    rows: rows.flatMap((row) => {
      const { binnedAt, binnedBy, customerId } = row;
      if (binnedAt === null) return [];
      return [{ ...row, binnedAt, by: people.get(binnedBy ?? ''), customer: people.get(customerId ?? '') }];
    }),
  };
}

async function peopleOf(db: Database, ids: string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const { id, email, firstname, lastname } = user;
  const rows = await db
    .select({ id, email, firstname, lastname })
    .from(user)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** One site in the bin, locked until the transaction ends. */
export async function lockBinned(
  tx: Database,
  scope: Scope,
  id: string,
  ofSection: InSection = sitesOwnedBy,
): Promise<SiteRow | undefined> {
  const [row] = await tx
    .select()
    .from(workload)
    .where(and(binned(scope, ofSection), eq(workload.id, id)))
    .for('update');
  return row;
}

export type BinEntry = { binnedAt: Date; binnedBy: string | null };

/** Moves a site to the bin with its staging environment. Its address stays reserved, and what belongs to it stays. */
export async function putInBin(tx: Database, id: string, entry: BinEntry): Promise<void> {
  await tx
    .update(workload)
    .set({ ...entry, status: 'moving', updatedAt: sql`now()` })
    .where(and(withStaging(id), isNull(workload.binnedAt)));
}

/** Takes a site out of the bin with its staging environment; they become ready or failed when they have been checked. */
export async function takeOutOfBin(tx: Database, id: string): Promise<void> {
  await tx
    .update(workload)
    .set({ binnedAt: null, binnedBy: null, status: 'processing', ...CHANGED })
    .where(withStaging(id));
}

/** `before`: what has been in the bin since then is overdue. */
type Times = { before: Date; now: Date };
const isOverdue = ({ before, now }: Times): SQL | undefined =>
  and(lte(workload.binnedAt, before), endsWhenDue(workload.partnerId, now));

/** Overdue sites of all partners whose panel is open that have no task, by id and after `afterId`. */
export async function overdueSites(
  db: Database,
  { afterId, limit, ...times }: Times & { afterId: string | null; limit: number },
): Promise<SiteRow[]> {
  return db
    .select()
    .from(workload)
    .where(and(isOverdue(times), isNull(workload.taskId), notStaging, afterId ? gt(workload.id, afterId) : undefined))
    .orderBy(asc(workload.id))
    .limit(limit);
}

/** Whether a site that the caller has locked is still overdue. */
export const isStillOverdue = async (tx: Database, id: string, times: Times): Promise<boolean> =>
  (await tx.$count(workload, and(eq(workload.id, id), isOverdue(times)))) > 0;
