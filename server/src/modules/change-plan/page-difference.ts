import type { PageFacts } from '../../db/schema.ts';
import { differsInSize } from '../site/ask-page.ts';

/** How a change broke the home page of a site; null when it did not. What was wrong before counts for nothing. */
export function brokenBy(before: PageFacts, after: PageFacts): string | null {
  if (after.status !== before.status && after.status >= 400)
    return `The home page answers ${after.status} instead of ${before.status} after the change.`;
  if (after.showsError && !before.showsError) return 'The home page shows an error after the change.';
  return after.title === '' && before.title !== '' ? 'The home page has no title any more after the change.' : null;
}

/** How the home page differs although it answers; whether that is meant, only people know. */
export function differencesOf(before: PageFacts, after: PageFacts): string[] {
  const differences = [];
  if (after.status !== before.status)
    differences.push(`The home page answers ${after.status} instead of ${before.status}.`);
  if (after.title !== before.title)
    differences.push(`The title of the home page was “${before.title}” and is “${after.title}”.`);
  if (differsInSize(before, after))
    differences.push(`The home page had ${before.bytes} bytes and has ${after.bytes} bytes.`);
  return differences;
}
