import type { CdnCacheSettings } from '@panel/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { cdnSetting, type ResourceKind } from '../../db/schema.ts';

export type CdnSettingRow = typeof cdnSetting.$inferSelect;

/** The saved cache settings of a resource. */
export async function readCdnSetting(
  db: Database,
  resource: ResourceKind,
  resourceId: string,
): Promise<CdnSettingRow | undefined> {
  const [row] = await db
    .select()
    .from(cdnSetting)
    .where(and(eq(cdnSetting.resource, resource), eq(cdnSetting.resourceId, resourceId)));
  return row;
}

/** Takes the saved cache settings of a resource away: the defaults apply again. */
export async function deleteCdnSetting(db: Database, resource: ResourceKind, resourceId: string): Promise<void> {
  await db.delete(cdnSetting).where(and(eq(cdnSetting.resource, resource), eq(cdnSetting.resourceId, resourceId)));
}

/** Saves the cache settings of a resource. */
export async function writeCdnSetting(
  db: Database,
  resource: ResourceKind,
  resourceId: string,
  settings: CdnCacheSettings,
): Promise<void> {
  const set = {
    fileTypes: settings.file_type,
    defaultSeconds: settings.default_cache_time,
    serveStale: settings.is_stale,
    ignoreOrigin: settings.ignore_cache,
    queryStrings: settings.qsh,
  };
  await db
    .insert(cdnSetting)
    .values({ resource, resourceId, ...set })
    .onConflictDoUpdate({
      target: [cdnSetting.resource, cdnSetting.resourceId],
      set: { ...set, updatedAt: sql`now()` },
    });
}
