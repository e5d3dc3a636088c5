import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Rows } from '../../db/database.ts';
import { isOnMachine } from '../../db/on-machine.ts';
import { app, appBuild, appPreview, partner, workload } from '../../db/schema.ts';
import { appsWithin } from '../../db/section.ts';
import type { Scope } from '../../db/select-page.ts';
import type { BuildRow } from '../app/app-build.repo.ts';
import { newPreviewName } from './preview-name.ts';

export type PreviewRow = typeof appPreview.$inferSelect;
/** A preview with its builds, and the domain of which it has a name. */
export type ListedPreview = { preview: PreviewRow; live: BuildRow | null; last: BuildRow | null; domain: string };

const live = alias(appBuild, 'live');
const last = alias(appBuild, 'last');

/** The previews of an application, the one that was pushed to last first. They are few. */
export const listPreviews = (db: Database, appId: string): Promise<ListedPreview[]> =>
  db
    .select({ preview: getTableColumns(appPreview), live, last, domain: partner.sitesDomain })
    .from(appPreview)
    .innerJoin(workload, eq(workload.id, appPreview.appId))
    .innerJoin(partner, eq(partner.id, workload.partnerId))
    .leftJoin(live, eq(live.id, appPreview.liveBuildId))
    .leftJoin(
      last,
      and(
        eq(last.previewId, appPreview.id),
        sql`${last.number} = (select max(n.number) from app_build n where n.preview_id = ${appPreview.id})`,
      ),
    )
    .where(and(eq(appPreview.appId, appId), isNull(appPreview.endedAt)))
    .orderBy(desc(appPreview.pushedAt), asc(appPreview.id));

/** A preview of the scope that has not ended. */
export async function findPreview(db: Database, scope: Scope, id: string): Promise<PreviewRow | undefined> {
  const [row] = await db
    .select(getTableColumns(appPreview))
    .from(appPreview)
    .innerJoin(app, eq(app.id, appPreview.appId))
    .innerJoin(workload, eq(workload.id, app.id))
    .where(and(appsWithin(workload, scope), eq(appPreview.id, id), isNull(appPreview.endedAt)));
  return row;
}

/** For tasks, whose preview comes from a push or a request that was in scope. Undefined once it has ended. */
export async function previewOf(db: Database, id: string | null): Promise<PreviewRow | undefined> {
  if (id === null) return undefined;
  return (
    await db
      .select()
      .from(appPreview)
      .where(and(eq(appPreview.id, id), isNull(appPreview.endedAt)))
  )[0];
}

/** The previews of a locked application, the one that ends first is the first. */
export const openPreviews = (tx: Database, appId: string): Promise<PreviewRow[]> =>
  tx
    .select()
    .from(appPreview)
    .where(and(eq(appPreview.appId, appId), isNull(appPreview.endedAt)))
    .orderBy(asc(appPreview.endsAt), asc(appPreview.pushedAt), asc(appPreview.id));

/** Adds the preview of a branch of a locked application, which has none. */
export async function insertPreview(
  tx: Database,
  given: { appId: string; branch: string; pushedAt: Date; endsAt: Date },
): Promise<PreviewRow> {
  const [row] = await tx
    .insert(appPreview)
    .values({ ...given, ...newPreviewName(given.branch), createdAt: given.pushedAt })
    .returning();
  if (!row) throw new Error('A preview was not stored.');
  return row;
}

/** Changes a preview that has not ended; false when it has. */
export async function changePreview(
  tx: Database,
  id: string,
  change: Partial<Pick<PreviewRow, 'liveBuildId' | 'pushedAt' | 'endsAt' | 'endedAt'>>,
): Promise<boolean> {
  const rows = await tx
    .update(appPreview)
    .set(change)
    .where(and(eq(appPreview.id, id), isNull(appPreview.endedAt)))
    .returning({ id: appPreview.id });
  return rows.length > 0;
}

/** Ids of builds of a preview that wait or run. */
export const activeBuilds = (tx: Database, previewId: string): Promise<Pick<BuildRow, 'id' | 'taskId'>[]> =>
  tx
    .select({ id: appBuild.id, taskId: appBuild.taskId })
    .from(appBuild)
    .where(and(eq(appBuild.previewId, previewId), sql`${appBuild.status} in ('queued', 'building', 'deploying')`));

/** Previews whose time is over. */
export const duePreviews = (db: Database, now: Date, limit: number): Promise<PreviewRow[]> =>
  db
    .select()
    .from(appPreview)
    .where(and(lte(appPreview.endsAt, now), isNull(appPreview.endedAt)))
    .orderBy(asc(appPreview.endsAt))
    .limit(limit);

/** Some previews that have ended, and whose files are still to be removed; any, so that one that cannot be does not keep the others. */
export const endedPreviews = (db: Database, machine: string, limit: number): Promise<PreviewRow[]> =>
  db
    .select()
    .from(appPreview)
    .where(and(isNotNull(appPreview.endedAt), isOnMachine(machine, appPreview.appId)))
    .orderBy(sql`random()`)
    .limit(limit);

/** Whether a preview is built now, or a promotion of it waits or runs: its files are needed. */
export async function isPreviewNeeded(db: Database, previewId: string): Promise<boolean> {
  const rows = await db.execute(sql`select 1 from app_build b left join app_build s on s.id = b.promotes
    where coalesce(s.preview_id, b.preview_id) = ${previewId} and (b.status in ('building', 'deploying')
      or (b.status = 'queued' and (b.promotes is not null or b.task_id is not null))) limit 1`);
  return (rows as unknown as Rows<unknown>).rows.length > 0;
}

/** The builds of a preview whose releases promotions wait for, or take now. */
export async function pendingPromotions(db: Database, previewId: string): Promise<string[]> {
  const rows =
    await db.execute(sql`select distinct b.promotes as id from app_build b join app_build s on s.id = b.promotes
    where s.preview_id = ${previewId} and b.status in ('queued', 'building', 'deploying')`);
  return (rows as unknown as Rows<{ id: string }>).rows.map(({ id }) => id);
}

export async function removePreviewRow(db: Database, id: string): Promise<void> {
  await db.delete(appPreview).where(and(eq(appPreview.id, id), isNotNull(appPreview.endedAt)));
}

/** Builds of a preview other than the one that answers have no release any more. */
export async function forgetReleases(tx: Database, previewId: string, liveBuildId: string | null): Promise<void> {
  await tx
    .update(appBuild)
    .set({ isKept: false })
    .where(
      and(
        eq(appBuild.previewId, previewId),
        eq(appBuild.isKept, true),
        liveBuildId === null ? undefined : ne(appBuild.id, liveBuildId),
      ),
    );
}
