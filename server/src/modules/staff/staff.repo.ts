import type { StaffRole } from '@panel/contract';
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { session, user } from '../../db/schema.ts';
import { selectPage } from '../../db/select-page.ts';
import { hasWords } from '../../db/search.ts';
import type { Slice } from '../../kernel/paged.ts';

/** Neither customers nor superadmins. */
const staffOf = (partnerId: string): SQL | undefined => and(eq(user.partnerId, partnerId), eq(user.role, 'admin'));

const fullName = sql<string>`trim(${user.firstname} || ' ' || ${user.lastname})`;
const ORDER = {
  created_at: user.createdAt,
  email: user.email,
  name: sql`lower(${fullName})`,
  last_sign_in_at: sql`coalesce(${user.lastSignInAt}, '-infinity')`,
} as const;

type Filter = { keyword?: string | undefined; role?: readonly StaffRole[] | undefined };

/** A page of a partner's staff. */
export function listStaff(
  db: Database,
  partnerId: string,
  { keyword, role }: Filter,
  { orderBy, sortOrder, ...slice }: Slice<keyof typeof ORDER>,
) {
  return selectPage(db, user, {
    ...slice,
    where: and(
      staffOf(partnerId),
      keyword ? hasWords(user.searchText, keyword) : undefined,
      role?.length ? inArray(sql`coalesce(${user.staffRole}, 'read_only')`, [...role]) : undefined,
    ),
    orderBy: [(sortOrder === 'asc' ? asc : desc)(ORDER[orderBy]), asc(user.id)],
  });
}

/** All staff of a partner, locked until the transaction ends: who may do what to whom depends on each of them. */
export const lockStaff = (tx: Database, partnerId: string): Promise<UserRow[]> =>
  tx.select().from(user).where(staffOf(partnerId)).orderBy(asc(user.id)).for('update');

type NewStaff = Pick<UserRow, 'email' | 'firstname' | 'lastname' | 'staffRole'> & { partnerId: string };

/** Adds a member of staff without a password; undefined when the email is taken. */
export async function insertStaff(tx: Database, values: NewStaff): Promise<UserRow | undefined> {
  const [row] = await tx
    .insert(user)
    .values({ ...values, role: 'admin' })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Gives a role, and ends the sessions in which they are signed in as customers. */
export async function giveRole(
  tx: Database,
  id: string,
  staffRole: StaffRole,
  now: Date,
): Promise<UserRow | undefined> {
  const own = tx.select({ hash: session.idHash }).from(session).where(eq(session.userId, id));
  await tx.delete(session).where(inArray(session.parentHash, own));
  const [row] = await tx.update(user).set({ staffRole, updatedAt: now }).where(eq(user.id, id)).returning();
  return row;
}

/** Removes the account, with its sessions and links. */
export async function deleteStaff(tx: Database, id: string): Promise<void> {
  await tx.delete(user).where(eq(user.id, id));
}
