import { expect, type Page } from '@playwright/test';

/** The narrowest, the widest and one between (ux: 320 px to 2560 px). Phone and desktop have projects of their own. */
export const FURTHER_WIDTHS = [320, 768, 2560] as const;

/** How long open layers take to follow the window. */
const SETTLED_MS = 5000;

/** Pixels by which the page, or a layer above it, exceeds the window. */
const overhang = (): number => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const above = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].map(
    (box) => box.getBoundingClientRect().right - clientWidth,
  );
  return Math.max(scrollWidth - clientWidth, ...above);
};

/** How far the page exceeds the window at its current width: one line, or none. */
export async function tooWide(page: Page): Promise<string[]> {
  // A resize takes a moment to take effect: only lasting overflow counts.
  const fits = await expect
    .poll(() => page.evaluate(overhang), { timeout: SETTLED_MS, intervals: [20, 50, 100] })
    .toBeLessThanOrEqual(1)
    .then(
      () => true,
      () => false,
    );
  return fits
    ? []
    : [`${Math.round(await page.evaluate(overhang))} px wider than a window of ${page.viewportSize()?.width}`];
}

/** The other widths at which the page exceeds the window. */
export async function tooWideElsewhere(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of FURTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await tooWide(page)));
  }
  return found;
}
