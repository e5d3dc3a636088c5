import type { Page } from '@playwright/test';

/** From the smallest phone to the widest screen (ux: 320 px to 2560 px). */
export const WINDOW_WIDTHS = [320, 375, 768, 1440, 2560] as const;

/** How far the page, or what is open above it, reaches beyond the window at each width; one line for each that does. */
export async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WINDOW_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const above = [...document.querySelectorAll('dialog[open], [popover]')].map((box) => box.getBoundingClientRect().right - clientWidth);
      return Math.max(scrollWidth - clientWidth, ...above);
    });
    if (over > 1) found.push(`${Math.round(over)} px wider than a window of ${width}`);
  }
  return found;
}
