import { and, desc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { githubAppUser, githubRevocation } from '../../db/schema.ts';
import { removeAppUser } from './github-app.repo.ts';

export type RevocationRow = typeof githubRevocation.$inferSelect;
type Revoked = Pick<RevocationRow, 'id' | 'login'>;

/** A user's connection becomes one that is to be taken back at GitHub; null without a connection. */
export async function moveToRevocations(tx: Database, userId: string): Promise<Revoked | null> {
  const [row] = await tx.select().from(githubAppUser).where(eq(githubAppUser.userId, userId)).for('update');
  await removeAppUser(tx, userId);
  if (!row) return null;
  const { login, tokens, expiresAt } = row;
  const [made] = await tx.insert(githubRevocation).values({ userId, login, tokens, expiresAt }).returning();
  return made ?? null;
}

export async function findRevocation(db: Database, id: string): Promise<RevocationRow | null> {
  return (await db.select().from(githubRevocation).where(eq(githubRevocation.id, id)))[0] ?? null;
}

/** The newest of a user. */
export async function revocationOf(db: Database, userId: string): Promise<RevocationRow | null> {
  const rows = db.select().from(githubRevocation).where(eq(githubRevocation.userId, userId));
  return (await rows.orderBy(desc(githubRevocation.createdAt)).limit(1))[0] ?? null;
}

export async function changeRevocation(
  db: Database,
  id: string,
  values: Partial<Pick<RevocationRow, 'tokens' | 'expiresAt' | 'failedAt'>>,
): Promise<void> {
  await db.update(githubRevocation).set(values).where(eq(githubRevocation.id, id));
}

export async function removeRevocation(db: Database, id: string): Promise<void> {
  await db.delete(githubRevocation).where(eq(githubRevocation.id, id));
}

/** Removes those that were given up; run by housekeeping. */
export async function sweepRevocations(db: Database, before: Date): Promise<void> {
  await db
    .delete(githubRevocation)
    .where(and(isNotNull(githubRevocation.failedAt), lte(githubRevocation.failedAt, before)));
}

/** Whether somebody uses the App with this account now. What they allowed is the same grant. */
export const isConnectedNow = async (db: Database, login: string): Promise<boolean> =>
  (await db.$count(githubAppUser, eq(githubAppUser.login, login))) > 0;
