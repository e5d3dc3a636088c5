import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 A and AA, and what axe counts as best practice. Of its experiments, the one about names (WCAG 2.5.3). */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A colour in transition is not one of the page's colours. Those of a new scheme begin with the next frame. */
const transitionsEnded = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const running = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do {
      await frame();
      await frame();
      await Promise.allSettled(running().map((one) => one.finished));
    } while (running().length > 0);
  });

/** Does something with a page whose rows are not being replaced; once more where they were meanwhile. */
async function withWholeRows<T>(page: Page, work: () => Promise<T>): Promise<T> {
  for (;;) {
    // Rows that are being replaced are faded until the next ones are there.
    await expect(page.locator('.p-stale')).toHaveCount(0);
    await transitionsEnded(page);
    const seen = await page.evaluateHandle(() => {
      const state = { faded: false };
      const look = () => void (state.faded ||= document.querySelector('.p-stale') !== null);
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
      return state;
    });
    const result = await work();
    if (!(await seen.evaluate(({ faded }) => faded))) return result;
  }
}

/** The rules that depend on colours; all others depend on the document and the layout. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/**
 * axe findings on the current page, one line each: rule, impact, fix, element.
 * @param only `colors`: for another scheme of a page whose other rules were checked at this width
 */
export async function axeFindings(page: Page, only: 'all' | 'colors' = 'all'): Promise<string[]> {
  // "Legacy" runs axe in the page itself. The other mode opens one more page per run, for frames of other origins.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    ...(only === 'colors'
      ? { runOnly: { type: 'rule', values: OF_COLORS } }
      : { runOnly: { type: 'tag', values: TAGS }, rules: { 'label-content-name-mismatch': { enabled: true } } }),
    // All rules run. Describing the elements that pass takes longer than checking them.
    resultTypes: ['violations'],
  });
  const { violations } = await withWholeRows(page, () => axe.analyze());
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${impact}): ${help} — ${target.join(' ')}`),
  );
}
