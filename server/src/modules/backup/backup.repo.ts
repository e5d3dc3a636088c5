import { and, asc, desc, eq, inArray, isNull, lte, notExists, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { backup, workload, staging, workloadRecovery } from '../../db/schema.ts';
import type { BackupType } from '../../db/schema/backup.table.ts';
import type { InSection } from '../../db/section.ts';
import { ownedBy, selectPage, within, type Scope } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';

export type StoredBackup = typeof backup.$inferSelect;
export type BackupRow = StoredBackup & { siteFqdn: string };
type Inside = { id: string };

const COLUMN = {
  created_at: backup.createdAt,
  name: backup.name,
  type: backup.type,
  status: backup.status,
  size: sql`coalesce(${backup.size}, -1)`,
} as const;

export type BackupFilter = {
  siteId?: string;
  siteFqdn?: string;
  keyword?: string;
  types?: BackupType[];
  /** Of which workloads; without it of all sections. */
  inSection?: InSection;
};

/** Backups that hold a database: those of sites, and those of applications from since databases are part of them. */
export const withDatabase = sql`(${backup.content} is null or jsonb_typeof(${backup.content} -> 'database') = 'object')`;

/** The maintained number of backups of some sites (migration 0027). */
const countOf = (sites: SQLWrapper): SQL =>
  sql`(select coalesce(sum(total), 0)::int from list_count where list = 'backup' and owner_id in ${sites})`;

/** A page of the backups of the scope's sites. */
export async function listBackups(
  db: Database,
  scope: Scope,
  { siteId, siteFqdn, keyword, types, inSection = within }: BackupFilter,
  slice: Slice<keyof typeof COLUMN>,
): Promise<Sliced<BackupRow>> {
  const sites = db
    .select({ id: workload.id })
    .from(workload)
    .where(
      and(
        inSection(workload, scope),
        siteId ? eq(workload.id, siteId) : undefined,
        siteFqdn ? eq(workload.fqdn, siteFqdn) : undefined,
      ),
    );
  const { rows, total } = await selectPage(db, backup, {
    ...slice,
    where: and(
      // So that one site's backups are read in the order of its index.
      siteId ? eq(backup.workloadId, siteId) : undefined,
      inArray(backup.workloadId, sites),
      keyword ? namesHaveWords([backup.name], keyword) : undefined,
      types ? inArray(backup.type, types) : undefined,
    ),
    orderBy: [(slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy]), asc(backup.id)],
    ...(keyword || types ? {} : { total: countOf(sites) }),
  });
  const names = await namesOf(db, [...new Set(rows.map((row) => row.workloadId))]);
  return { total, rows: rows.map((row) => ({ ...row, siteFqdn: names.get(row.workloadId) ?? '' })) };
}

async function namesOf(db: Database, siteIds: string[]): Promise<Map<string, string>> {
  if (siteIds.length === 0) return new Map();
  const rows = await db
    .select({ id: workload.id, fqdn: workload.fqdn })
    .from(workload)
    .where(inArray(workload.id, siteIds));
  return new Map(rows.map(({ id, fqdn }) => [id, fqdn]));
}

export async function findBackup(
  db: Database,
  scope: Scope,
  { id, deleted, inSection = within }: Inside & Pick<BackupFilter, 'inSection'> & { deleted?: boolean },
): Promise<BackupRow | undefined> {
  const [found] = await db
    .select({ backup, fqdn: workload.fqdn })
    .from(backup)
    .innerJoin(workload, eq(workload.id, backup.workloadId))
    .where(and(eq(backup.id, id), deleted ? ownedBy(workload, scope) : inSection(workload, scope)));
  return found && { ...found.backup, siteFqdn: found.fqdn };
}

export async function renameBackup(db: Database, { id }: Inside, name: string): Promise<void> {
  await db.update(backup).set({ name }).where(eq(backup.id, id));
}

export async function deleteBackup(db: Database, { id }: Inside): Promise<void> {
  await db.delete(backup).where(eq(backup.id, id));
}

export async function countBackups(db: Database, siteId: string, type: BackupType): Promise<number> {
  return db.$count(backup, and(eq(backup.workloadId, siteId), eq(backup.type, type)));
}

/** Writes the backup that a task makes; a repeated call changes nothing. */
export async function insertBackup(
  tx: Database,
  values: Pick<StoredBackup, 'workloadId' | 'taskId' | 'name' | 'type'>,
): Promise<string> {
  await tx.insert(backup).values(values).onConflictDoNothing({ target: backup.taskId });
  const row = await backupOfTask(tx, values.taskId);
  if (!row) throw new Error(`The backup of task ${values.taskId} is gone.`);
  return row.id;
}

export async function backupOfTask(db: Database, taskId: string): Promise<StoredBackup | undefined> {
  return (await db.select().from(backup).where(eq(backup.taskId, taskId)))[0];
}

/** For tasks, whose backup comes from a request that was in scope. */
export async function taskBackup(db: Database, id: string): Promise<StoredBackup | undefined> {
  return (await db.select().from(backup).where(eq(backup.id, id)))[0];
}

/** Records what a task has done for a backup. */
export async function recordBackup(
  db: Database,
  { id }: Inside,
  facts: Partial<
    Pick<StoredBackup, 'size' | 'sha256' | 'status' | 'verifiedAt' | 'proof' | 'proofMissed' | 'error' | 'content'>
  >,
): Promise<void> {
  await db.update(backup).set(facts).where(eq(backup.id, id));
}

/** When the database of an application was last part of a complete backup; null when it never was. */
export async function lastDatabaseBackup(db: Database, appId: string): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: backup.createdAt })
    .from(backup)
    .where(and(eq(backup.workloadId, appId), eq(backup.status, 'succeeded'), withDatabase))
    .orderBy(desc(backup.createdAt))
    .limit(1);
  return row?.createdAt ?? null;
}

/** The newest complete backup of a site; null when there is none. */
export async function lastBackup(
  db: Database,
  siteId: string,
): Promise<Pick<StoredBackup, 'createdAt' | 'proof'> | null> {
  const [row] = await db
    .select({ createdAt: backup.createdAt, proof: backup.proof })
    .from(backup)
    .where(and(eq(backup.workloadId, siteId), eq(backup.status, 'succeeded')))
    .orderBy(desc(backup.createdAt))
    .limit(1);
  return row ?? null;
}

/**
 * Complete backups of some types beyond the newest `keep` of all of them, the oldest first. The one that reverting the
 * last publish needs, and `except`, are none of them.
 */
export async function surplusBackups(
  db: Database,
  {
    siteId,
    types,
    keep,
    except,
  }: { siteId: string; types: readonly BackupType[]; keep: number; except?: string | undefined },
): Promise<StoredBackup[]> {
  const rows = await db
    .select()
    .from(backup)
    .where(
      and(
        eq(backup.workloadId, siteId),
        inArray(backup.type, [...types]),
        eq(backup.status, 'succeeded'),
        notExists(db.select().from(staging).where(eq(staging.backupId, backup.id))),
      ),
    )
    .orderBy(desc(backup.createdAt), asc(backup.id))
    .offset(keep);
  return rows.reverse().filter(({ id }) => id !== except);
}

/**
 * Removes failed backups of the schedule from before `time`. One whose archive was found damaged stays: it is the way to
 * delete that archive.
 */
export async function sweepFailedBackups(db: Database, time: Date): Promise<void> {
  await db
    .delete(backup)
    .where(
      and(
        eq(backup.status, 'failed'),
        isNull(backup.sha256),
        inArray(backup.type, ['daily', 'weekly']),
        lte(backup.createdAt, time),
      ),
    );
}

/** Its owner has read that it was restored after its machine was lost. */
export const dismissRecovery = (db: Database, workloadId: string, now: Date) =>
  db
    .update(workloadRecovery)
    .set({ dismissedAt: now })
    .where(and(eq(workloadRecovery.workloadId, workloadId), isNull(workloadRecovery.dismissedAt)));
