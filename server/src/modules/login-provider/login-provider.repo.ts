import { and, asc, count, eq, gt, gte, lte } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { loginAttempt, loginIdentity, loginProvider, user } from '../../db/schema.ts';

export type ProviderRow = typeof loginProvider.$inferSelect;
export type IdentityRow = typeof loginIdentity.$inferSelect;
export type AttemptRow = typeof loginAttempt.$inferSelect;

/** The providers of a partner, in the order in which they were set up. */
export const listProviders = (db: Database, partnerId: string): Promise<ProviderRow[]> =>
  db
    .select()
    .from(loginProvider)
    .where(eq(loginProvider.partnerId, partnerId))
    .orderBy(asc(loginProvider.createdAt), asc(loginProvider.id));

export async function findProvider(db: Database, partnerId: string, slug: string): Promise<ProviderRow | null> {
  const [row] = await db
    .select()
    .from(loginProvider)
    .where(and(eq(loginProvider.partnerId, partnerId), eq(loginProvider.slug, slug)));
  return row ?? null;
}

/** Stores a provider; null when the partner has it already. */
export async function insertProvider(
  db: Database,
  row: typeof loginProvider.$inferInsert,
): Promise<ProviderRow | null> {
  const [inserted] = await db.insert(loginProvider).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}

type Key = { partnerId: string; id: string };
const keyed = ({ partnerId, id }: Key) => and(eq(loginProvider.id, id), eq(loginProvider.partnerId, partnerId));

/** Holds a provider until the transaction ends. */
export async function lockProvider(db: Database, key: Key): Promise<ProviderRow | undefined> {
  const [row] = await db.select().from(loginProvider).where(keyed(key)).for('update');
  return row;
}

export async function updateProvider(
  db: Database,
  key: Key,
  change: Partial<Pick<ProviderRow, 'clientId' | 'clientSecret' | 'updatedAt'>>,
): Promise<ProviderRow | undefined> {
  const [row] = await db.update(loginProvider).set(change).where(keyed(key)).returning();
  return row;
}

export async function deleteProvider(db: Database, key: Key): Promise<ProviderRow | undefined> {
  const [row] = await db.delete(loginProvider).where(keyed(key)).returning();
  return row;
}

/** How many accounts are linked with each provider of a partner. */
export async function countAccounts(db: Database, partnerId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: loginIdentity.providerId, accounts: count() })
    .from(loginIdentity)
    .innerJoin(loginProvider, eq(loginProvider.id, loginIdentity.providerId))
    .where(eq(loginProvider.partnerId, partnerId))
    .groupBy(loginIdentity.providerId);
  return new Map(rows.map(({ id, accounts }) => [id, accounts]));
}

/** Who an account at a provider opens. */
export async function findIdentity(
  db: Database,
  providerId: string,
  subject: string,
): Promise<{ identity: IdentityRow; user: UserRow } | null> {
  const [row] = await db
    .select({ identity: loginIdentity, user })
    .from(loginIdentity)
    .innerJoin(user, eq(user.id, loginIdentity.userId))
    .where(and(eq(loginIdentity.providerId, providerId), eq(loginIdentity.subject, subject)));
  return row ?? null;
}

/** Links an account; false when it, or another one at this provider, is linked already. */
export async function insertIdentity(db: Database, row: typeof loginIdentity.$inferInsert): Promise<boolean> {
  const rows = await db.insert(loginIdentity).values(row).onConflictDoNothing().returning({ id: loginIdentity.id });
  return rows.length === 1;
}

export async function touchIdentity(db: Database, id: string, email: string, now: Date): Promise<void> {
  await db.update(loginIdentity).set({ lastUsedAt: now, email }).where(eq(loginIdentity.id, id));
}

/** The accounts that open a user's account on a partner's panel. */
export const listIdentities = (db: Database, userId: string, partnerId: string) =>
  db
    .select({ identity: loginIdentity, provider: loginProvider })
    .from(loginIdentity)
    .innerJoin(loginProvider, eq(loginProvider.id, loginIdentity.providerId))
    .where(and(eq(loginIdentity.userId, userId), eq(loginProvider.partnerId, partnerId)))
    .orderBy(asc(loginIdentity.createdAt), asc(loginIdentity.id));

export async function deleteIdentity(db: Database, id: string): Promise<void> {
  await db.delete(loginIdentity).where(eq(loginIdentity.id, id));
}

/** Unlinks the accounts elsewhere that were linked with a user since a time. */
export async function deleteIdentitiesSince(tx: Database, userId: string, since: Date): Promise<void> {
  await tx.delete(loginIdentity).where(and(eq(loginIdentity.userId, userId), gte(loginIdentity.createdAt, since)));
}

export async function insertAttempt(db: Database, row: typeof loginAttempt.$inferInsert): Promise<void> {
  await db.insert(loginAttempt).values(row);
}

type Wanted = Pick<AttemptRow, 'stateHash' | 'partnerId' | 'providerId' | 'holder'> & { now: Date };

/** Uses up a sign-in at a provider; null when it is unknown, another browser's or provider's, too old, or over. */
export async function takeAttempt(db: Database, wanted: Wanted): Promise<AttemptRow | null> {
  const [row] = await db
    .delete(loginAttempt)
    .where(
      and(
        eq(loginAttempt.stateHash, wanted.stateHash),
        eq(loginAttempt.partnerId, wanted.partnerId),
        eq(loginAttempt.providerId, wanted.providerId),
        eq(loginAttempt.holder, wanted.holder),
        gt(loginAttempt.expiresAt, wanted.now),
      ),
    )
    .returning();
  return row ?? null;
}

/** Removes those that never came back; run by housekeeping. */
export async function sweepAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(loginAttempt).where(lte(loginAttempt.expiresAt, now));
}
