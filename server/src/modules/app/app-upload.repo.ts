import { ACTIVE_BUILD_STATUSES } from '@panel/contract';
import { and, inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { appBuild } from '../../db/schema.ts';

/** Those of the ids that are builds which still need their uploaded file. */
export async function buildsWithUploads(db: Database, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: appBuild.id })
    .from(appBuild)
    .where(and(inArray(appBuild.id, ids), inArray(appBuild.status, [...ACTIVE_BUILD_STATUSES])));
  return rows.map(({ id }) => id);
}
