import { and, asc, count, eq, gt, gte, lt, lte, or } from 'drizzle-orm';
import type { UserRow } from '../../context/call-context.ts';
import type { Database } from '../../db/database.ts';
import { passkey, passkeyChallenge, user } from '../../db/schema.ts';

export type PasskeyRow = typeof passkey.$inferSelect;

export async function insertChallenge(db: Database, row: typeof passkeyChallenge.$inferInsert): Promise<void> {
  await db.insert(passkeyChallenge).values(row);
}

/** Uses up a challenge; false when it is unknown, another's, too old, or was answered before. */
export async function takeChallenge(
  db: Database,
  { hash, partnerId, holder, now }: { hash: string; partnerId: string; holder: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .delete(passkeyChallenge)
    .where(
      and(
        eq(passkeyChallenge.hash, hash),
        eq(passkeyChallenge.partnerId, partnerId),
        eq(passkeyChallenge.holder, holder),
        gt(passkeyChallenge.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenge.hash });
  return rows.length === 1;
}

/** Removes those that nobody has answered; run by housekeeping. */
export async function sweepChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(passkeyChallenge).where(lte(passkeyChallenge.expiresAt, now));
}

/** The passkeys of a user for one host, the oldest first. */
export const listPasskeys = (db: Database, userId: string, host: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkey)
    .where(and(eq(passkey.userId, userId), eq(passkey.host, host)))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));

/** The passkeys of a user for all hosts: a superadmin may have some for several partners' panels. */
export async function countPasskeys(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ all: count() }).from(passkey).where(eq(passkey.userId, userId));
  return row?.all ?? 0;
}

/** A passkey with its user, by what its authenticator calls it. */
export async function findPasskey(
  db: Database,
  host: string,
  credentialId: string,
): Promise<{ passkey: PasskeyRow; user: UserRow } | null> {
  const [row] = await db
    .select({ passkey, user })
    .from(passkey)
    .innerJoin(user, eq(user.id, passkey.userId))
    .where(and(eq(passkey.host, host), eq(passkey.credentialId, credentialId)));
  return row ?? null;
}

/** Stores a passkey; false when its authenticator has been added before. */
export async function insertPasskey(db: Database, row: typeof passkey.$inferInsert): Promise<boolean> {
  const rows = await db.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id });
  return rows.length === 1;
}

/**
 * Notes a signature. False when the authenticator has counted no further than before: then somebody else has a copy of
 * its key, or has sent the same signature at the same time.
 */
export async function countSignature(
  db: Database,
  id: string,
  { counter, isSynced, now }: { counter: number; isSynced: boolean; now: Date },
): Promise<boolean> {
  const neverCounts = counter === 0 ? eq(passkey.counter, 0) : undefined;
  const rows = await db
    .update(passkey)
    .set({ counter, isSynced, lastUsedAt: now })
    .where(and(eq(passkey.id, id), or(lt(passkey.counter, counter), neverCounts)))
    .returning({ id: passkey.id });
  return rows.length === 1;
}

export async function renamePasskey(
  db: Database,
  { id, userId, host }: Pick<PasskeyRow, 'id' | 'userId' | 'host'>,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId), eq(passkey.host, host)))
    .returning();
  return row;
}

export async function deletePasskey(
  db: Database,
  { id, userId, host }: Pick<PasskeyRow, 'id' | 'userId' | 'host'>,
): Promise<PasskeyRow | undefined> {
  const [row] = await db
    .delete(passkey)
    .where(and(eq(passkey.id, id), eq(passkey.userId, userId), eq(passkey.host, host)))
    .returning();
  return row;
}

/** Removes the passkeys of a user, for all hosts, that were added since a time. */
export async function deletePasskeysSince(tx: Database, userId: string, since: Date): Promise<void> {
  await tx.delete(passkey).where(and(eq(passkey.userId, userId), gte(passkey.createdAt, since)));
}
