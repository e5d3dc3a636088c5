import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** From the smallest phone to the widest screen (ux: 320 px to 2560 px). */
export const WINDOW_WIDTHS = [320, 375, 768, 1440, 2560] as const;

/** What is open moves with the window; so long may that take. */
const SETTLED_MS = 5000;

/** Pixels that the page, or what is open above it, reaches beyond the window. */
const overhang = (): number => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const above = [...document.querySelectorAll('dialog[open], [popover]:popover-open')].map((box) => box.getBoundingClientRect().right - clientWidth);
  return Math.max(scrollWidth - clientWidth, ...above);
};

/** The widths of the window that the page is wider than, one line each. */
export async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WINDOW_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // A resize takes a moment to reach the page: only what stays too wide counts.
    const fits = await expect.poll(() => page.evaluate(overhang), { timeout: SETTLED_MS }).toBeLessThanOrEqual(1).then(() => true, () => false);
    if (!fits) found.push(`${Math.round(await page.evaluate(overhang))} px wider than a window of ${width}`);
  }
  return found;
}
