import type { BulkSubject } from '@panel/contract';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { workload } from '../../db/schema.ts';
import { appsWithin, sitesWithin } from '../../db/section.ts';
import type { Scope } from '../../db/select-page.ts';

const TAGS_SHOWN = 200;
const WITHIN = { site: sitesWithin, app: appsWithin } as const;

/** All tags that the scope's sites or applications have, by name. */
export async function tagsWithin(db: Database, scope: Scope, subject: BulkSubject): Promise<string[]> {
  const rows = await db
    .selectDistinct({ tag: sql<string>`jsonb_array_elements_text(${workload.tags})`.as('tag') })
    .from(workload)
    .where(WITHIN[subject](workload, scope))
    .orderBy(sql`1`)
    .limit(TAGS_SHOWN);
  return rows.map(({ tag }) => tag);
}
