import { sentence, type Sentence } from '../../context/said.ts';
import type { PageDifference, PageFacts } from '../../db/schema.ts';
import { differsInSize } from '../site/ask-page.ts';

/** How a change broke the home page of a site; null when it did not. What was wrong before counts for nothing. */
export function brokenBy(before: PageFacts, after: PageFacts): Sentence | null {
  if (after.status !== before.status && after.status >= 400)
    return sentence('The home page answers {after} instead of {before} after the change.', {
      before: `${before.status}`,
      after: `${after.status}`,
    });
  if (after.showsError && !before.showsError) return sentence('The home page shows an error after the change.');
  return after.title === '' && before.title !== ''
    ? sentence('The home page has no title any more after the change.')
    : null;
}

/** How the home page differs although it answers; whether that is meant, only people know. */
export function differencesOf(before: PageFacts, after: PageFacts): PageDifference[] {
  const differences: PageDifference[] = [];
  if (after.status !== before.status)
    differences.push({ code: 'status', params: { before: before.status, after: after.status } });
  if (after.title !== before.title)
    differences.push({ code: 'title', params: { before: before.title, after: after.title } });
  if (differsInSize(before, after))
    differences.push({ code: 'bytes', params: { before: before.bytes, after: after.bytes } });
  return differences;
}
