import { eq } from 'drizzle-orm';
import type { AccountMember, UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { memberWorkload, staging, user } from '../../db/schema.ts';

/** What a limited member has: what was chosen for them, with the staging sites of it. */
async function workloadsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: memberWorkload.workloadId, stageId: staging.workloadId })
    .from(memberWorkload)
    .leftJoin(staging, eq(staging.parentId, memberWorkload.workloadId))
    .where(eq(memberWorkload.userId, userId));
  return [...new Set(rows.flatMap(({ id, stageId }) => (stageId ? [id, stageId] : [id])))];
}

/** The customer in whose account a member is; undefined for who is in none. */
export async function accountOf(db: Database, { accountId }: Pick<UserRow, 'accountId'>): Promise<UserRow | undefined> {
  if (accountId === null) return undefined;
  return (await db.select().from(user).where(eq(user.id, accountId)))[0];
}

/** The role of a member in an open account, and their limits; null where the account is closed. */
export async function findMembership(db: Database, member: UserRow): Promise<AccountMember | null> {
  const account = await accountOf(db, member);
  if (!account || account.role !== 'customer' || account.partnerId !== member.partnerId || !isOpenAccount(account))
    return null;
  const workloadIds = member.allWorkloads ? null : await workloadsOf(db, member.id);
  return { user: member, role: member.memberRole ?? 'read_only', account, workloadIds };
}

/** Nobody who was limited to a site has it any longer, also when it comes back. */
export async function forgetMembersOf(tx: Database, workloadId: string): Promise<void> {
  await tx.delete(memberWorkload).where(eq(memberWorkload.workloadId, workloadId));
}
