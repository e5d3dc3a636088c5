import type { CommitState } from '@panel/contract';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../db/database.ts';
import { app, appBuild, appPreview, githubInstallation, partner, workload } from '../../db/schema.ts';

/** What a build means for its commit. */
const STATE = sql`(case app_build.status when 'queued' then 'queued' when 'success' then 'success' when 'failed' then 'failure'
  when 'cancelled' then 'error' when 'superseded' then 'error' else 'pending' end)`;

/** Builds whose state their commit has not been told. Nobody else gets them until `until`, even if this process is killed. */
export async function claimUntold(db: Database, now: Date, until: Date, limit: number): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db.execute(sql`update app_build set tell_at = ${until.toISOString()} where id in (
    select app_build.id from app_build where is_to_tell and (tell_at is null or tell_at <= ${at})
      and ((commit is not null and told is distinct from ${STATE}) or (commit is null and ended_at is not null))
    order by tell_at nulls first limit ${limit} for update skip locked) returning id`);
  return (rows as unknown as Rows<{ id: string }>).rows.map(({ id }) => id);
}

/** Whether a newer build of the same commit says what became of it; production and previews are told apart. */
const IS_OUTDONE = sql<boolean>`exists (select 1 from app_build n where n.app_id = app_build.app_id and n.commit = app_build.commit
  and (n.preview_id is null) = (app_build.preview_id is null) and n.number > app_build.number)`;

/** What is told of a build, and where. */
export async function toldOf(db: Database, buildId: string) {
  const [row] = await db
    .select({
      ...{ id: appBuild.id, appId: app.id, commit: appBuild.commit, number: appBuild.number },
      ...{ previewId: appBuild.previewId, attempts: appBuild.tellAttempts, label: appPreview.label },
      isEnded: isNotNull(appPreview.endedAt).mapWith(Boolean),
      ...{
        repository: app.repository,
        source: app.source,
        installationId: app.installationId,
        customerId: workload.customerId,
        fqdn: workload.fqdn,
      },
      ...{ repositoryId: app.repositoryId, repositoryLostAt: app.repositoryLostAt, checkRunId: appBuild.checkRunId },
      installationState: githubInstallation.state,
      ...{ panelHost: partner.domain, sitesDomain: partner.sitesDomain, binnedAt: workload.binnedAt },
      state: sql<CommitState>`${STATE}`,
      isOutdone: IS_OUTDONE,
    })
    .from(appBuild)
    .innerJoin(app, eq(app.id, appBuild.appId))
    .innerJoin(workload, eq(workload.id, app.id))
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .leftJoin(
      githubInstallation,
      and(
        eq(githubInstallation.userId, workload.customerId),
        eq(githubInstallation.installationId, app.installationId),
      ),
    )
    .leftJoin(appPreview, eq(appPreview.id, appBuild.previewId))
    .where(eq(appBuild.id, buildId));
  return row;
}

/** A commit was told; a state after which there is none is the last. A build that has gone on meanwhile is told again. */
export async function recordTold(db: Database, id: string, told: CommitState): Promise<void> {
  await db
    .update(appBuild)
    .set({ told, tellAttempts: 0, tellAt: null, isToTell: told === 'pending' || told === 'queued' })
    .where(and(eq(appBuild.id, id), eq(appBuild.isToTell, true)));
}

/** The check run of a build was made at GitHub. */
export async function recordCheckRun(db: Database, id: string, checkRunId: number): Promise<void> {
  await db.update(appBuild).set({ checkRunId }).where(eq(appBuild.id, id));
}

/** It could not be told: later again, or never. */
export async function recordUntold(db: Database, id: string, again: Date | null): Promise<void> {
  await db
    .update(appBuild)
    .set({ tellAttempts: sql`${appBuild.tellAttempts} + 1`, tellAt: again, isToTell: again !== null })
    .where(and(eq(appBuild.id, id), eq(appBuild.isToTell, true)));
}
