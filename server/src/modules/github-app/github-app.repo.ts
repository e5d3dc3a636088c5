import { and, eq, gt, lte, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { githubAppUser, githubAttempt, githubInstallation, partner } from '../../db/schema.ts';

export type AppUserRow = typeof githubAppUser.$inferSelect;
export type AttemptRow = typeof githubAttempt.$inferSelect;
export type InstallationRow = typeof githubInstallation.$inferSelect;

const now = sql`now()`;

export async function insertAttempt(db: Database, row: typeof githubAttempt.$inferInsert): Promise<void> {
  await db.insert(githubAttempt).values(row);
}

/** Uses up a connection that was begun; null when it is unknown, another browser's or panel's, too old, or over. */
export async function takeAttempt(
  db: Database,
  wanted: Pick<AttemptRow, 'stateHash' | 'partnerId' | 'holder'> & { now: Date },
): Promise<AttemptRow | null> {
  const [row] = await db
    .delete(githubAttempt)
    .where(
      and(
        eq(githubAttempt.stateHash, wanted.stateHash),
        eq(githubAttempt.partnerId, wanted.partnerId),
        eq(githubAttempt.holder, wanted.holder),
        gt(githubAttempt.expiresAt, wanted.now),
      ),
    )
    .returning();
  return row ?? null;
}

/** The panel from which a browser was sent to GitHub. */
export async function panelOfAttempt(db: Database, stateHash: string, at: Date): Promise<string | null> {
  const [row] = await db
    .select({ domain: partner.domain })
    .from(githubAttempt)
    .innerJoin(partner, eq(partner.id, githubAttempt.partnerId))
    .where(and(eq(githubAttempt.stateHash, stateHash), gt(githubAttempt.expiresAt, at)));
  return row?.domain ?? null;
}

/** Removes those that never came back; run by housekeeping. */
export async function sweepAttempts(db: Database, before: Date): Promise<void> {
  await db.delete(githubAttempt).where(lte(githubAttempt.expiresAt, before));
}

export async function findAppUser(db: Database, userId: string): Promise<AppUserRow | null> {
  return (await db.select().from(githubAppUser).where(eq(githubAppUser.userId, userId)))[0] ?? null;
}

type Tokens = Pick<AppUserRow, 'tokens' | 'expiresAt'>;

/** Stores a user's account; `tokens` are sealed. */
export async function saveAppUser(tx: Database, userId: string, account: Tokens & { login: string }): Promise<void> {
  await tx
    .insert(githubAppUser)
    .values({ userId, ...account })
    .onConflictDoUpdate({ target: githubAppUser.userId, set: { ...account, updatedAt: now } });
}

/** Renewed tokens in the place of those that were there; nothing when GitHub was disconnected or connected anew meanwhile. */
export async function renewTokens(db: Database, userId: string, old: string, tokens: Tokens): Promise<void> {
  await db
    .update(githubAppUser)
    .set({ ...tokens, updatedAt: now })
    .where(and(eq(githubAppUser.userId, userId), eq(githubAppUser.tokens, old)));
}

export async function removeAppUser(tx: Database, userId: string): Promise<void> {
  await tx.delete(githubAppUser).where(eq(githubAppUser.userId, userId));
  await tx.delete(githubInstallation).where(eq(githubInstallation.userId, userId));
}

/** An installation of a user, by GitHub's number. */
export async function findInstallation(
  db: Database,
  userId: string,
  installationId: number,
): Promise<InstallationRow | null> {
  const [row] = await db
    .select()
    .from(githubInstallation)
    .where(and(eq(githubInstallation.userId, userId), eq(githubInstallation.installationId, installationId)));
  return row ?? null;
}

type Listed = Pick<InstallationRow, 'installationId' | 'login'> & { state: 'active' | 'suspended' };

/** What GitHub said of a user's installations just now; those that it no longer names are no longer theirs. */
export async function saveInstallations(tx: Database, userId: string, listed: readonly Listed[]): Promise<void> {
  const numbers = listed.map(({ installationId }) => installationId);
  await tx
    .update(githubInstallation)
    .set({ state: 'removed', updatedAt: now })
    .where(
      and(
        eq(githubInstallation.userId, userId),
        numbers.length > 0 ? notInArray(githubInstallation.installationId, numbers) : undefined,
      ),
    );
  for (const { installationId, login, state } of listed)
    await tx
      .insert(githubInstallation)
      .values({ userId, installationId, login, state })
      .onConflictDoUpdate({
        target: [githubInstallation.userId, githubInstallation.installationId],
        set: { login, state, updatedAt: now },
      });
}
