import { and, eq, gt, inArray, isNotNull, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import {
  app,
  githubAppUser,
  githubAttempt,
  githubEvent,
  githubInstallation,
  partner,
  workload,
  type InstallationState,
} from '../../db/schema.ts';

export type AppUserRow = typeof githubAppUser.$inferSelect;
export type AttemptRow = typeof githubAttempt.$inferSelect;
export type InstallationRow = typeof githubInstallation.$inferSelect;

/** Applications of one repository that an event reaches; more than anybody has. */
const REACHED = 200;
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

/** What became of an installation, for all who have connected it. */
export async function changeInstallation(
  tx: Database,
  installationId: number,
  state: InstallationState,
): Promise<void> {
  await tx
    .update(githubInstallation)
    .set({ state, updatedAt: now })
    .where(
      and(
        eq(githubInstallation.installationId, installationId),
        // One that a user may no longer read does not come back by an event that is about others too.
        state === 'removed' ? undefined : ne(githubInstallation.state, 'removed'),
      ),
    );
}

/** Repositories were given to an installation, or taken from it at a time. */
export async function changeRepositories(
  tx: Database,
  installationId: number,
  repositories: readonly number[],
  lostAt: Date | null,
): Promise<void> {
  if (repositories.length === 0) return;
  await tx
    .update(app)
    .set({ repositoryLostAt: lostAt })
    .where(and(eq(app.installationId, installationId), inArray(app.repositoryId, [...repositories])));
}

/** Remembers an event; false for one that was done before. */
export async function beginEvent(tx: Database, event: { id: string; digest: string }): Promise<boolean> {
  return (await tx.insert(githubEvent).values(event).onConflictDoNothing().returning()).length > 0;
}

/** Removes events before a time; run by housekeeping. */
export async function sweepEvents(db: Database, before: Date): Promise<void> {
  await db.delete(githubEvent).where(lt(githubEvent.createdAt, before));
}

/** Applications that are built of a repository by an installation that their customer has connected. */
export const appsOfRepository = (db: Database, installationId: number, repositoryId: number) =>
  db
    .select({ id: app.id, repository: app.repository, branch: app.branch, partner })
    .from(app)
    .innerJoin(workload, eq(workload.id, app.id))
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .innerJoin(
      githubInstallation,
      and(
        eq(githubInstallation.userId, workload.customerId),
        eq(githubInstallation.installationId, app.installationId),
        eq(githubInstallation.state, 'active'),
      ),
    )
    .where(
      and(
        isNotNull(app.installationId),
        eq(app.installationId, installationId),
        eq(app.repositoryId, repositoryId),
        eq(app.source, 'github'),
      ),
    )
    .orderBy(app.id)
    .limit(REACHED);

/** A repository that has another name at GitHub now. */
export async function renameRepository(
  db: Database,
  installationId: number,
  repositoryId: number,
  repository: string,
): Promise<void> {
  await db
    .update(app)
    .set({ repository })
    .where(
      and(
        eq(app.installationId, installationId),
        eq(app.repositoryId, repositoryId),
        sql`${app.repository} is distinct from ${repository}`,
      ),
    );
}
