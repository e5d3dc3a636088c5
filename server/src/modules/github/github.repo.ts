import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { githubAccount, githubDeployment, user } from '../../db/schema.ts';

export type GithubAccountRow = typeof githubAccount.$inferSelect;
export type GithubDeploymentRow = typeof githubDeployment.$inferSelect;

export async function findAccount(db: Database, userId: string): Promise<GithubAccountRow | undefined> {
  return (await db.select().from(githubAccount).where(eq(githubAccount.userId, userId)))[0];
}

/** Stores a user's account; `token` is sealed. */
export async function saveAccount(
  tx: Database,
  userId: string,
  account: { login: string; token: string },
): Promise<void> {
  await tx
    .insert(githubAccount)
    .values({ userId, ...account })
    .onConflictDoUpdate({ target: githubAccount.userId, set: { ...account, updatedAt: sql`now()` } });
  await tx
    .update(user)
    .set({ githubUsername: account.login, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
}

export async function removeAccount(tx: Database, userId: string): Promise<void> {
  await tx.delete(githubAccount).where(eq(githubAccount.userId, userId));
  await tx
    .update(user)
    .set({ githubUsername: null, updatedAt: sql`now()` })
    .where(eq(user.id, userId));
}

export async function findDeployment(db: Database, siteId: string): Promise<GithubDeploymentRow | undefined> {
  return (await db.select().from(githubDeployment).where(eq(githubDeployment.siteId, siteId)))[0];
}

/** What a site is deployed from, from now on; what is deployed stays as it is. */
export async function saveOrigin(
  tx: Database,
  siteId: string,
  origin: { repository: string; branch: string },
): Promise<void> {
  await tx
    .insert(githubDeployment)
    .values({ siteId, ...origin })
    .onConflictDoUpdate({ target: githubDeployment.siteId, set: origin });
}

export async function recordDeployment(
  db: Database,
  siteId: string,
  deployed: { commit: string; folder: string; files: number; deployedAt: Date },
): Promise<void> {
  await db.update(githubDeployment).set(deployed).where(eq(githubDeployment.siteId, siteId));
}
