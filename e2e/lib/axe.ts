import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** WCAG 2.2 A and AA, and what axe counts as best practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A colour on its way from one to another is no colour of the page. */
const transitionsEnded = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map((one) => one.finished),
    ),
  );

/** What axe finds on the page as it is now, one line each: rule, how bad, what to do, where. */
export async function axeFindings(page: Page): Promise<string[]> {
  await transitionsEnded(page);
  // "Legacy" is axe.run in the page itself: the other way opens one more page for each look, for frames of other origins.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze();
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${impact}): ${help} — ${target.join(' ')}`),
  );
}
