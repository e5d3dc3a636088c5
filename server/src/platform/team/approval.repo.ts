import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { packageRule, releaseApproval, type Approver } from '../../db/schema.ts';

export type ApprovalRow = typeof releaseApproval.$inferSelect;

/** Whether a package asks for two persons. */
export async function needsTwo(db: Database, name: string): Promise<boolean> {
  const [row] = await db
    .select({ twoPersons: packageRule.twoPersons })
    .from(packageRule)
    .where(eq(packageRule.package, name));
  return row?.twoPersons ?? false;
}

/** Packages that ask for two persons, by name. */
export const listTwoPersons = async (db: Database): Promise<string[]> =>
  (
    await db
      .select({ package: packageRule.package })
      .from(packageRule)
      .where(eq(packageRule.twoPersons, true))
      .orderBy(asc(packageRule.package))
  ).map((row) => row.package);

export async function saveTwoPersons(
  tx: Database,
  name: string,
  twoPersons: boolean,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const set = { twoPersons, changedAt: at, changedBy: by };
  await tx
    .insert(packageRule)
    .values({ package: name, ...set })
    .onConflictDoUpdate({ target: packageRule.package, set });
}

/** Requests that wait, the oldest first. */
export const listWaiting = (db: Database): Promise<ApprovalRow[]> =>
  db
    .select()
    .from(releaseApproval)
    .where(eq(releaseApproval.state, 'waiting'))
    .orderBy(asc(releaseApproval.requestedAt));

export async function findApproval(db: Database, id: string): Promise<ApprovalRow | null> {
  const [row] = await db.select().from(releaseApproval).where(eq(releaseApproval.id, id));
  return row ?? null;
}

/** The change that a request is about. */
export type Wanted = Pick<ApprovalRow, 'package' | 'action' | 'version' | 'percent' | 'partner'>;

/** Holds up other requests for a package that asks for two persons, until the transaction ends. */
export async function lockRequests(tx: Database, name: string): Promise<void> {
  await tx
    .select({ package: packageRule.package })
    .from(packageRule)
    .where(eq(packageRule.package, name))
    .for('update');
}

/** A request for the same change that waits already. */
export async function findSame(db: Database, wanted: Wanted): Promise<ApprovalRow | null> {
  const same = (['version', 'percent', 'partner'] as const).map((name) => {
    const value = wanted[name];
    return value === null ? isNull(releaseApproval[name]) : eq(releaseApproval[name], value);
  });
  const [row] = await db
    .select()
    .from(releaseApproval)
    .where(
      and(
        eq(releaseApproval.package, wanted.package),
        eq(releaseApproval.action, wanted.action),
        eq(releaseApproval.state, 'waiting'),
        ...same,
      ),
    );
  return row ?? null;
}

/** Stores a request, and returns its id. */
export async function insertApproval(
  tx: Database,
  values: Wanted & Pick<ApprovalRow, 'requestedBy' | 'requestedAt' | 'approvers'>,
): Promise<string> {
  const [row] = await tx.insert(releaseApproval).values(values).returning({ id: releaseApproval.id });
  if (!row) throw new Error('The request was not stored.');
  return row.id;
}

/** Writes who has approved, and the outcome; false when someone else was faster. */
export async function updateApproval(
  tx: Database,
  { id, approvers: before }: Pick<ApprovalRow, 'id' | 'approvers'>,
  next: { approvers: Approver[]; state: ApprovalRow['state']; decidedAt: Date | null },
): Promise<boolean> {
  const written = await tx
    .update(releaseApproval)
    .set(next)
    .where(
      and(
        eq(releaseApproval.id, id),
        eq(releaseApproval.state, 'waiting'),
        sql`jsonb_array_length(${releaseApproval.approvers}) = ${before.length}`,
      ),
    )
    .returning({ id: releaseApproval.id });
  return written.length === 1;
}
