import { ACTIVE_BUILD_STATUSES, KEPT_RELEASES, type BuildStatus } from '@panel/contract';
import { and, asc, desc, eq, gte, inArray, isNull, lte, not, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { app, appBuild, appPreview, partner, workload } from '../../db/schema.ts';
import { appsWithin, hasApps } from '../../db/section.ts';
import { atOneMoment, type Scope } from '../../db/select-page.ts';
import type { Slice, Sliced } from '../../kernel/paged.ts';
import type { BuildRow } from './app.repo.ts';

export type { BuildRow } from './app.repo.ts';
/** A build, and whether visitors get its release. */
export type ListedBuild = { build: BuildRow; liveBuildId: string | null };

/** Statuses of builds that have ended. */
export const ENDED_BUILD: ReadonlySet<string> = new Set(['success', 'failed', 'cancelled', 'superseded']);
const BETWEEN_MAX = 500;
const COMMITS_MAX = 50;

const listed = (db: Database) =>
  db
    .select({ build: appBuild, liveBuildId: app.liveBuildId })
    .from(appBuild)
    .innerJoin(app, eq(app.id, appBuild.appId))
    .innerJoin(workload, eq(workload.id, app.id));

/** A page of the scope's builds, or of one application's. */
export async function listBuilds(
  db: Database,
  scope: Scope,
  { sortOrder, limit, offset }: Slice<'created_at'>,
  appId?: string,
): Promise<Sliced<ListedBuild>> {
  const where = and(appsWithin(workload, scope), appId ? eq(appBuild.appId, appId) : undefined);
  return atOneMoment(db, async (tx) => {
    const rows = await listed(tx)
      .where(where)
      .orderBy((sortOrder === 'asc' ? asc : desc)(appBuild.createdAt), asc(appBuild.id))
      .limit(limit)
      .offset(offset);
    const [counted] = await tx
      .select({ total: sql<number>`count(*)::int` })
      .from(appBuild)
      .innerJoin(app, eq(app.id, appBuild.appId))
      .innerJoin(workload, eq(workload.id, app.id))
      .where(where);
    return { rows, total: counted?.total ?? 0 };
  });
}

export const buildsBetween = (db: Database, appId: string, from: Date, to: Date): Promise<ListedBuild[]> =>
  listed(db)
    .where(and(eq(appBuild.appId, appId), gte(appBuild.createdAt, from), lte(appBuild.createdAt, to)))
    .orderBy(desc(appBuild.createdAt), asc(appBuild.id))
    .limit(BETWEEN_MAX);

/** A restore that failed says nothing about its commit. `b`: the name of the table. */
const FAILED_RESTORE = (b: string): SQL =>
  sql`(${sql.raw(b)}.trigger = 'restore' and ${sql.raw(b)}.status in ('failed', 'cancelled'))`;

/** The newest build of each of the newest commits of an application: one of production, or of a preview where there is no other. */
export const builtCommits = (db: Database, appId: string): Promise<ListedBuild[]> =>
  listed(db)
    .where(
      and(
        eq(appBuild.appId, appId),
        sql`${appBuild.commit} is not null`,
        sql`not ${FAILED_RESTORE('app_build')}`,
        sql`not exists (select 1 from app_build n where n.app_id = ${appBuild.appId} and n.commit = ${appBuild.commit} and (n.preview_id is null, n.number) > (${appBuild.previewId} is null, ${appBuild.number}) and not ${FAILED_RESTORE('n')})`,
      ),
    )
    .orderBy(desc(appBuild.number))
    .limit(COMMITS_MAX);

export async function findBuild(db: Database, scope: Scope, id: string): Promise<ListedBuild | undefined> {
  return (await listed(db).where(and(appsWithin(workload, scope), eq(appBuild.id, id))))[0];
}

/** For tasks, whose build comes from a request that was in scope. */
export async function buildOf(db: Database, id: string): Promise<BuildRow | undefined> {
  return (await db.select().from(appBuild).where(eq(appBuild.id, id)))[0];
}

/**
 * The release that a build takes from a preview: the preview's key and its build. Undefined once the preview is gone:
 * one that ends while its promotion waits keeps its files until then.
 */
export async function promotedRelease(
  db: Database,
  { promotes }: Pick<BuildRow, 'promotes'>,
): Promise<{ key: string; buildId: string } | undefined> {
  if (promotes === null) return undefined;
  const [row] = await db
    .select({ key: appPreview.key, buildId: appBuild.id })
    .from(appBuild)
    .innerJoin(appPreview, eq(appPreview.id, appBuild.previewId))
    .where(eq(appBuild.id, promotes));
  return row;
}

/** Adds a build with the next number; the caller has locked the application. */
export async function insertBuild(
  tx: Database,
  values: Omit<typeof appBuild.$inferInsert, 'number'>,
): Promise<BuildRow> {
  const [counted] = await tx
    .update(app)
    .set({ builds: sql`${app.builds} + 1` })
    .where(eq(app.id, values.appId))
    .returning({ number: app.builds });
  const [row] = await tx
    .insert(appBuild)
    .values({ ...values, number: counted?.number ?? 1 })
    .returning();
  if (!row) throw new Error('A build was not stored.');
  return row;
}

/** Changes a build that has not ended; false when it has. */
export async function changeBuild(tx: Database, id: string, change: Partial<BuildRow>): Promise<boolean> {
  const rows = await tx
    .update(appBuild)
    .set(change)
    .where(and(eq(appBuild.id, id), inArray(appBuild.status, [...ACTIVE_BUILD_STATUSES])))
    .returning({ id: appBuild.id });
  return rows.length > 0;
}

/** Ends a build that has not ended. */
export const endBuild = (
  tx: Database,
  id: string,
  status: Extract<BuildStatus, 'success' | 'failed' | 'cancelled' | 'superseded'>,
  now: Date,
  error: string | null = null,
): Promise<boolean> => changeBuild(tx, id, { status, endedAt: now, error });

/** The builds of an application that wait for a worker, the oldest first. */
export const waitingBuilds = (tx: Database, appId: string): Promise<BuildRow[]> =>
  tx
    .select()
    .from(appBuild)
    .where(and(eq(appBuild.appId, appId), eq(appBuild.status, 'queued'), isNull(appBuild.taskId)))
    .orderBy(asc(appBuild.number));

/** Applications with a waiting build, whether or not another build of theirs runs. */
export async function appsWithWaitingBuilds(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: appBuild.appId })
    .from(appBuild)
    .where(and(eq(appBuild.status, 'queued'), isNull(appBuild.taskId)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Active builds of partners that have switched applications off. */
export const buildsSwitchedOff = (db: Database, limit: number): Promise<Pick<BuildRow, 'id' | 'taskId'>[]> =>
  db
    .select({ id: appBuild.id, taskId: appBuild.taskId })
    .from(appBuild)
    .innerJoin(app, eq(app.id, appBuild.appId))
    .innerJoin(workload, eq(workload.id, app.id))
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .where(and(inArray(appBuild.status, [...ACTIVE_BUILD_STATUSES]), not(hasApps(partner))))
    .limit(limit);

/** How far builds are. */
export const progressOf = (db: Database, ids: string[]): Promise<Pick<BuildRow, 'id' | 'status' | 'logLines'>[]> =>
  db
    .select({ id: appBuild.id, status: appBuild.status, logLines: appBuild.logLines })
    .from(appBuild)
    .where(inArray(appBuild.id, ids));

/** The newest releases of an application that are kept, the live one among them; the others are no longer. */
export async function keepNewest(tx: Database, appId: string, liveBuildId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: appBuild.id })
    .from(appBuild)
    .where(and(eq(appBuild.appId, appId), eq(appBuild.isKept, true), isNull(appBuild.previewId)))
    .orderBy(desc(appBuild.number));
  const kept = [liveBuildId, ...rows.map(({ id }) => id).filter((id) => id !== liveBuildId)].slice(0, KEPT_RELEASES);
  const gone = rows.map(({ id }) => id).filter((id) => !kept.includes(id));
  if (gone.length > 0) await tx.update(appBuild).set({ isKept: false }).where(inArray(appBuild.id, gone));
  return kept;
}
