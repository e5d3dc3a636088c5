import type { SubmissionFilter } from '@panel/contract';
import { and, asc, count, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';
import { submission } from '../../db/schema/submission.table.ts';
import { atOneMoment, within, type Scope } from '../../db/select-page.ts';
import { namesHaveWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';

export type StoredSubmission = typeof submission.$inferSelect;
export type SubmissionRow = StoredSubmission & { fqdn: string };
export type Filter = InferOutput<typeof SubmissionFilter>;

const COLUMN = { created_at: submission.createdAt, form: submission.form, fqdn: workload.fqdn } as const;
const DAY_MS = 86_400_000;
const FORMS_MOST = 200;

const chosen = (scope: Scope, { keyword, form, spam, from, to }: Filter): SQL | undefined =>
  and(
    within(workload, scope),
    keyword ? namesHaveWords([submission.excerpt], keyword) : undefined,
    form ? eq(submission.form, form) : undefined,
    spam === 'all' ? undefined : eq(submission.isSpam, spam === 'yes'),
    from ? gte(submission.createdAt, new Date(from)) : undefined,
    to ? lt(submission.createdAt, new Date(Date.parse(to) + DAY_MS)) : undefined,
  );

const joined = (db: Database) =>
  db
    .select({ row: submission, fqdn: workload.fqdn })
    .from(submission)
    .innerJoin(workload, eq(workload.id, submission.workloadId))
    .$dynamic();

const rowsOf = (found: { row: StoredSubmission; fqdn: string }[]): SubmissionRow[] =>
  found.map(({ row, fqdn }) => ({ ...row, fqdn }));

/** A page of the submissions of the scope's sites and applications. */
export async function listSubmissions(
  db: Database,
  scope: Scope,
  filter: Filter,
  { sortOrder, orderBy, limit, offset }: Slice<keyof typeof COLUMN>,
): Promise<Sliced<SubmissionRow>> {
  const where = chosen(scope, filter);
  return atOneMoment(db, async (tx) => {
    const found = await joined(tx)
      .where(where)
      .orderBy((sortOrder === 'asc' ? asc : desc)(COLUMN[orderBy]), asc(submission.id))
      .limit(limit)
      .offset(offset);
    const [all] = await tx
      .select({ total: count() })
      .from(submission)
      .innerJoin(workload, eq(workload.id, submission.workloadId))
      .where(where);
    return { rows: rowsOf(found), total: all?.total ?? 0 };
  });
}

/** The next submissions of an export, the newest first; `after` is the last one of the previous part. */
export async function nextSubmissions(
  db: Database,
  scope: Scope,
  filter: Filter,
  { after, limit }: { after: StoredSubmission | null; limit: number },
): Promise<SubmissionRow[]> {
  const older =
    after &&
    sql`(${submission.createdAt}, ${submission.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return rowsOf(
    await joined(db)
      .where(and(chosen(scope, filter), older ?? undefined))
      .orderBy(desc(submission.createdAt), desc(submission.id))
      .limit(limit),
  );
}

/** The names of the fields of what an export has, in the order of the alphabet. */
export async function fieldNames(db: Database, scope: Scope, filter: Filter, most: number): Promise<string[]> {
  const name = sql<string>`f ->> 'name'`;
  const rows = await db
    .selectDistinct({ name })
    .from(submission)
    .innerJoin(workload, eq(workload.id, submission.workloadId))
    .innerJoin(sql`jsonb_array_elements(${submission.fields}) f`, sql`true`)
    .where(chosen(scope, filter))
    .orderBy(name)
    .limit(most);
  return rows.map((row) => row.name);
}

/** The forms of the scope's sites with their number of submissions, spam not counted. */
export const listForms = (db: Database, scope: Scope): Promise<{ form: string; count: number }[]> =>
  db
    .select({ form: submission.form, count: sql<number>`(count(*) filter (where not ${submission.isSpam}))::int` })
    .from(submission)
    .innerJoin(workload, eq(workload.id, submission.workloadId))
    .where(within(workload, scope))
    .groupBy(submission.form)
    .orderBy(asc(submission.form))
    .limit(FORMS_MOST);

export async function findSubmission(db: Database, scope: Scope, id: string): Promise<SubmissionRow | undefined> {
  return rowsOf(await joined(db).where(and(eq(submission.id, id), within(workload, scope))))[0];
}

const inScope = (db: Database, scope: Scope, id: string): SQL | undefined =>
  and(
    eq(submission.id, id),
    inArray(submission.workloadId, db.select({ id: workload.id }).from(workload).where(within(workload, scope))),
  );

/** Undefined when it is not in the scope. */
export async function markSubmission(
  db: Database,
  scope: Scope,
  id: string,
  isSpam: boolean,
): Promise<{ id: string } | undefined> {
  // One that a person has looked at needs no email.
  const [row] = await db
    .update(submission)
    .set({ isSpam, mailedAt: sql`coalesce(${submission.mailedAt}, now())` })
    .where(inScope(db, scope, id))
    .returning({ id: submission.id });
  return row;
}

export async function deleteSubmission(db: Database, scope: Scope, id: string): Promise<StoredSubmission | undefined> {
  return (
    await db
      .delete(submission)
      .where(inScope(db, scope, id))
      .returning()
  )[0];
}
