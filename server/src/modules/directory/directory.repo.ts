import { and, eq, isNotNull } from 'drizzle-orm';
import { compareVersions } from '@panel/contract/compare-versions';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';
import { sitesWithin } from '../../db/section.ts';
import type { Scope } from '../../db/select-page.ts';

/** Far more versions of WordPress than are in use. */
const VERSIONS_MAX = 100;

/** The versions of WordPress on the sites of a scope, the newest first. */
export async function wordpressVersions(db: Database, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectDistinct({ version: workload.version })
    .from(workload)
    .where(and(sitesWithin(workload, scope), eq(workload.type, 'wordpress'), isNotNull(workload.version)))
    .limit(VERSIONS_MAX);
  return rows
    .flatMap(({ version }) => version ?? [])
    .toSorted(compareVersions)
    .toReversed();
}
