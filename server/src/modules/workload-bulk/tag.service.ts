import type { BulkSubject } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { scopeOf } from '../../context/scope.ts';
import { within } from '../../db/select-page.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import { lockWorkload } from '../site/find-site.ts';
import { siteRepo } from '../site/site.repo.ts';
import { tagsWithin } from './tag.repo.ts';

/** All tags that the caller's sites or applications have, by name. */
export const listTags = (context: CallContext, subject: BulkSubject): Promise<string[]> =>
  tagsWithin(context.app.db, scopeOf(context), subject);

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
