import { and, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app, githubEvent, githubInstallation, partner, workload, type InstallationState } from '../../db/schema.ts';

/** Applications of one repository that an event reaches; more than anybody has. */
const REACHED = 200;
const now = sql`now()`;

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
