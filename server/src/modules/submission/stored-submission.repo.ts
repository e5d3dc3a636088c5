import { and, asc, count, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { discardedFolder, partner, user, workload } from '../../db/schema.ts';
import { submission } from '../../db/schema/submission.table.ts';
import { discardFolder } from '../../storage/discarded.repo.ts';
import { folderOf } from './submission-files.ts';
import type { StoredSubmission } from './submission.repo.ts';

/** Bytes of the files that a workload's submissions have in the storage. */
export async function storedBytes(db: Database, workloadId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${submission.fileBytes}), 0)::float8` })
    .from(submission)
    .where(eq(submission.workloadId, workloadId));
  return row?.bytes ?? 0;
}

type New = Omit<typeof submission.$inferInsert, 'id'> & { id: string };

/** Writes a submission whose files are stored. Its folder was discarded before, in case this process is killed meanwhile. */
export async function insertSubmission(db: Database, row: New): Promise<void> {
  await db.transaction(async (tx) => {
    if (row.files?.length) {
      const [kept] = await tx
        .delete(discardedFolder)
        .where(eq(discardedFolder.folder, folderOf(row)))
        .returning();
      if (!kept) throw new Error('The files of a submission took too long to store.');
    }
    await tx.insert(submission).values(row);
  });
}

/** Records that the oldest submissions are emailed; of two processes that do, one gets them. */
export async function claimMails(
  db: Database,
  workloadId: string,
  now: Date,
): Promise<Pick<StoredSubmission, 'id' | 'form'>[]> {
  return db
    .update(submission)
    .set({ mailedAt: now })
    .where(and(eq(submission.workloadId, workloadId), isNull(submission.mailedAt), eq(submission.isSpam, false)))
    .returning({ id: submission.id, form: submission.form });
}

/** Workloads with submissions from before a time of which nobody has got an email. */
export async function unmailedWorkloads(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: submission.workloadId })
    .from(submission)
    .where(and(isNull(submission.mailedAt), eq(submission.isSpam, false), lt(submission.createdAt, before)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Who gets emails about submissions of a workload: its owner, in the name of its partner. */
export async function recipientOf(db: Database, workloadId: string) {
  const [row] = await db
    .select({ fqdn: workload.fqdn, user, partner })
    .from(workload)
    .innerJoin(user, eq(user.id, workload.customerId))
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .where(and(eq(workload.id, workloadId), isNull(workload.binnedAt)));
  return row;
}

const AT_ONCE = 500;

/** Removes the oldest submissions from before a time, and has their files removed. */
export async function sweepSubmissions(db: Database, before: Date, spam: boolean): Promise<void> {
  for (;;) {
    const removed = await db.transaction(async (tx) => {
      const old = tx
        .select({ id: submission.id })
        .from(submission)
        .where(and(lt(submission.createdAt, before), spam ? eq(submission.isSpam, true) : undefined))
        .orderBy(asc(submission.createdAt))
        .limit(AT_ONCE);
      const rows = await tx.delete(submission).where(inArray(submission.id, old)).returning();
      for (const row of rows) if (row.files.length > 0) await discardFolder(tx, folderOf(row));
      return rows.length;
    });
    if (removed < AT_ONCE) return;
  }
}

/** How many submissions a workload has. */
export async function countSubmissions(db: Database, workloadId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(submission).where(eq(submission.workloadId, workloadId));
  return row?.total ?? 0;
}
