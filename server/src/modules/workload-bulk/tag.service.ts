import type { BulkSubject } from '@panel/contract';
import { sql } from 'drizzle-orm';
import type { CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import { workload } from '../../db/schema.ts';
import { appsWithin, sitesWithin } from '../../db/section.ts';
import { within } from '../../db/select-page.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import { lockWorkload } from '../site/find-site.ts';
import { siteRepo } from '../site/site.repo.ts';

const TAGS_SHOWN = 200;
const WITHIN = { site: sitesWithin, app: appsWithin } as const;

/** All tags that the caller's sites or applications have, by name. */
export async function listTags(context: CallContext, subject: BulkSubject): Promise<string[]> {
  const rows = await context.app.db
    .selectDistinct({ tag: sql<string>`jsonb_array_elements_text(${workload.tags})`.as('tag') })
    .from(workload)
    .where(WITHIN[subject](workload, scopeOf(context)))
    .orderBy(sql`1`)
    .limit(TAGS_SHOWN);
  return rows.map(({ tag }) => tag);
}

type TagsInput = { id: string; tags: string[]; expected?: Expected<{ tags: string[] }> };

/** Sets the tags of a site or an application. @throws PanelError NOT_FOUND, CONFLICT */
export async function saveTags(context: CallContext, { id, tags, expected }: TagsInput): Promise<string[]> {
  const next = [...new Set(tags)].sort();
  await context.app.db.transaction(async (tx) => {
    const row = await lockWorkload(context, tx, id);
    checkExpected(expected, { tags: row.tags });
    await siteRepo(tx, scopeOf(context), within).update(id, { tags: next });
  });
  return next;
}
