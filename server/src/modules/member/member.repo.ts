import type { MemberRole, MemberWorkload } from '@panel/contract';
import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { memberWorkload, user, workload } from '../../db/schema.ts';
import { isApp } from '../../db/section.ts';
import { selectPage, within, type Scope } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';

/** A member with what they are limited to; null for one who has the whole account. */
export type MemberRow = UserRow & { workloads: MemberWorkload[] | null };

const membersOf = (accountId: string): SQL | undefined => and(eq(user.accountId, accountId), eq(user.role, 'member'));

const fullName = sql<string>`trim(${user.firstname} || ' ' || ${user.lastname})`;
const ORDER = {
  created_at: user.createdAt,
  email: user.email,
  name: sql`lower(${fullName})`,
  last_sign_in_at: sql`coalesce(${user.lastSignInAt}, '-infinity')`,
} as const;

const columns = { id: workload.id, fqdn: workload.fqdn, is_app: sql<boolean>`${isApp(workload)}`.as('is_app') };

/** Adds to members what they are limited to, as far as it still belongs to their account. */
export async function withWorkloads(db: Database, rows: readonly UserRow[]): Promise<MemberRow[]> {
  const limited = rows.filter(({ allWorkloads }) => !allWorkloads).map(({ id }) => id);
  const chosen = limited.length
    ? await db
        .select({ userId: memberWorkload.userId, ...columns })
        .from(memberWorkload)
        .innerJoin(user, eq(user.id, memberWorkload.userId))
        .innerJoin(workload, and(eq(workload.id, memberWorkload.workloadId), eq(workload.customerId, user.accountId)))
        .where(and(inArray(memberWorkload.userId, limited), isNull(workload.binnedAt)))
        .orderBy(asc(workload.fqdn))
    : [];
  return rows.map((row) => ({
    ...row,
    workloads: row.allWorkloads ? null : chosen.flatMap(({ userId, ...each }) => (userId === row.id ? [each] : [])),
  }));
}

type Filter = { keyword?: string | undefined; role?: readonly MemberRole[] | undefined };

/** A page of an account's members. */
export async function listMembers(
  db: Database,
  accountId: string,
  { keyword, role }: Filter,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof ORDER>,
): Promise<Sliced<MemberRow>> {
  const { rows, total } = await selectPage(db, user, {
    ...slice,
    where: and(
      membersOf(accountId),
      keyword ? hasWords(user.searchText, keyword) : undefined,
      role?.length ? inArray(user.memberRole, [...role]) : undefined,
    ),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(ORDER[orderBy]), asc(user.id)],
  });
  return { rows: await withWorkloads(db, rows), total };
}

/** All members of an account, whose customer is locked with them until the transaction ends: changes come one after the other. */
export async function lockMembers(tx: Database, accountId: string): Promise<UserRow[]> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, accountId)).for('update');
  return tx.select().from(user).where(membersOf(accountId)).orderBy(asc(user.id)).for('update');
}

type NewMember = Pick<UserRow, 'email' | 'firstname' | 'lastname' | 'memberRole' | 'allWorkloads'> & {
  partnerId: string;
  accountId: string;
};

/** Adds a member without a password; undefined when the email is taken. */
export async function insertMember(tx: Database, values: NewMember): Promise<UserRow | undefined> {
  const [row] = await tx
    .insert(user)
    .values({ ...values, role: 'member' })
    .onConflictDoNothing()
    .returning();
  return row;
}

type Access = Pick<UserRow, 'memberRole' | 'allWorkloads'>;

export async function updateMember(tx: Database, id: string, access: Access, now: Date): Promise<UserRow | undefined> {
  const [row] = await tx
    .update(user)
    .set({ ...access, updatedAt: now })
    .where(eq(user.id, id))
    .returning();
  return row;
}

/** Limits a member to these. */
export async function saveWorkloads(tx: Database, userId: string, ids: readonly string[]): Promise<void> {
  await tx.delete(memberWorkload).where(eq(memberWorkload.userId, userId));
  if (ids.length > 0) await tx.insert(memberWorkload).values(ids.map((workloadId) => ({ userId, workloadId })));
}

/** Removes the account of a member, with sessions, links and tokens. */
export async function deleteMember(tx: Database, id: string): Promise<void> {
  await tx.delete(user).where(eq(user.id, id));
}

/** What a member can be limited to: staging sites follow their live site. With `ids`, those of them. */
export const workloadsFor = (
  db: Database,
  scope: Scope,
  { ids, limit }: { ids?: readonly string[]; limit: number },
): Promise<MemberWorkload[]> =>
  db
    .select(columns)
    .from(workload)
    .where(
      and(
        within(workload, scope),
        eq(workload.isStage, false),
        ids === undefined ? undefined : inArray(workload.id, [...ids]),
      ),
    )
    .orderBy(asc(workload.fqdn))
    .limit(limit);
