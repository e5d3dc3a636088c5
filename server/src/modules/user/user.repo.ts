import type { Language } from '@panel/contract/languages';
import { and, asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { user } from '../../db/schema.ts';
import { hasWords } from '../../db/search.ts';
import { reserveCustomer } from '../../context/partner-limits.repo.ts';
import type { UserRow } from '../../context/call-context.ts';
import { findReserved } from './reserved-email.repo.ts';

/** Who can sign in on a partner's host: its own users, and superadmins. */
export const signingInAt = (partnerId: string): SQL | undefined =>
  or(eq(user.partnerId, partnerId), and(isNull(user.partnerId), eq(user.role, 'superadmin')));

/** The user who signs in with an email on a partner's host: the partner's own, otherwise a superadmin. */
export async function findUserByEmail(db: Database, partnerId: string, email: string): Promise<UserRow | null> {
  const rows = await db
    .select()
    .from(user)
    .where(and(eq(user.email, email), signingInAt(partnerId)));
  return rows.find((row) => row.partnerId === partnerId) ?? rows[0] ?? null;
}

type Wanted = { partnerId: string; exceptId?: string; now: Date; email: string };

/**
 * Whether an email is somebody else's on a partner's host, also of a superadmin, or may go back to another account. Ask it
 * before the insert: an email that a change is just giving up is found as held or as reserved, because it is asked in this order.
 */
export async function isEmailHeld(db: Database, wanted: Wanted): Promise<boolean> {
  const holder = await findUserByEmail(db, wanted.partnerId, wanted.email);
  if (holder && holder.id !== wanted.exceptId) return true;
  return (await findReserved(db, wanted)) !== undefined;
}

/** A user of a partner. */
export async function findUserOfPartner(db: Database, partnerId: string, id: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(user)
    .where(and(eq(user.id, id), eq(user.partnerId, partnerId)))
    .limit(1);
  return row ?? null;
}

/** A user of a partner by email, or by the part before its @ if only one user of the partner has it. */
export async function findUserByName(db: Database, partnerId: string, value: string): Promise<UserRow | null> {
  const isNamed = value.includes('@') ? eq(user.email, value) : eq(sql`split_part(${user.email}, '@', 1)`, value);
  const rows = await db
    .select()
    .from(user)
    .where(and(eq(user.partnerId, partnerId), isNamed))
    .limit(2);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

const CUSTOMERS_FOUND = 50;

/** Customers of a partner by part of their name or email, by email. */
export async function findCustomers(
  db: Database,
  partnerId: string,
  keyword: string,
): Promise<Pick<UserRow, 'id' | 'email' | 'firstname' | 'lastname'>[]> {
  return db
    .select({ id: user.id, email: user.email, firstname: user.firstname, lastname: user.lastname })
    .from(user)
    .where(
      and(
        eq(user.partnerId, partnerId),
        eq(user.role, 'customer'),
        keyword === '' ? undefined : hasWords(user.searchText, keyword),
      ),
    )
    .orderBy(asc(user.email), asc(user.id))
    .limit(CUSTOMERS_FOUND);
}

/** The emails of accounts, by their ids. */
export async function emailsOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: user.id, email: user.email })
    .from(user)
    .where(inArray(user.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(user).where(eq(user.id, id)).limit(1);
  return row ?? null;
}

type NewCustomer = {
  partnerId: string;
  email: string;
  firstname: string;
  lastname: string;
  /** That of the browser in which they sign up themselves. */
  language?: Language | null;
};

/**
 * Adds a customer without a password; null when the email is taken, or may go back to another account.
 * @throws PanelError PARTNER_CUSTOMERS
 */
export const insertCustomer = (db: Database, row: NewCustomer, now: Date): Promise<UserRow | null> =>
  db.transaction(async (tx) => {
    await reserveCustomer(tx, row.partnerId);
    if (await isEmailHeld(tx, { ...row, now })) return null;
    const [inserted] = await tx
      .insert(user)
      .values({ ...row, role: 'customer' })
      .onConflictDoNothing()
      .returning();
    return inserted ?? null;
  });

type Change = Partial<Pick<UserRow, 'firstname' | 'lastname' | 'phoneNumber' | 'passwordHash' | 'language'>>;

export async function updateUser(db: Database, id: string, change: Change, now: Date): Promise<UserRow | null> {
  const [row] = await db
    .update(user)
    .set({ ...change, updatedAt: now })
    .where(eq(user.id, id))
    .returning();
  return row ?? null;
}

export async function recordSignIn(db: Database, id: string, now: Date): Promise<void> {
  await db.update(user).set({ lastSignInAt: now }).where(eq(user.id, id));
}

/** All operators of the installation. */
export const findSuperadmins = (db: Database): Promise<UserRow[]> =>
  db
    .select()
    .from(user)
    .where(and(isNull(user.partnerId), eq(user.role, 'superadmin')))
    .orderBy(asc(user.createdAt));

/** An operator without a password. */
export async function insertSuperadmin(tx: Database, email: string): Promise<UserRow> {
  const [row] = await tx.insert(user).values({ email, partnerId: null, role: 'superadmin' }).returning();
  if (!row) throw new Error('The operator was not written.');
  return row;
}
