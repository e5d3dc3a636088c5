import type { Browser, Page } from '@playwright/test';
import { opened, test as journey, expect } from './lib/journey.ts';
import type { Cookies } from './lib/sign-in.ts';

/* The shell replaces the initial HTML: of the frame, nothing changes or moves. */

/**
 * Visible elements of the frame with their text, and the position of those outside the page's column; no popups. In
 * the font of the initial HTML: the typeface replaces it later (ADR 0049), with widths that differ by a pixel or two.
 */
const frameOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    delete document.documentElement.dataset['font'];
    const textOf = (element: Element) =>
      [...element.childNodes].flatMap((node) => (node instanceof Text ? node.data : [])).join('');
    return [...document.querySelectorAll('.f, .f *')]
      .filter((element) => element.checkVisibility() && !element.closest('main > *, .f-count, [popover], dialog'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const place = element.closest('.f-head, .f-side') ? [x, y, width, height].map(Math.round).join(' ') : '';
        return `${element.tagName} ${element.getAttribute('class') ?? ''} ${textOf(element)} ${place}`;
      });
  });

type View = { address: string; width: number; session?: Cookies; runs: boolean };

/** Opens a page in a browser of its own, with the panel's script or without, and looks at it. */
async function look<T>(browser: Browser, view: View, at: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    javaScriptEnabled: view.runs,
    viewport: { width: view.width, height: 900 },
  });
  await context.addCookies(view.session ?? []);
  const page = await context.newPage();
  await page.goto(view.address);
  const seen = await at(page);
  await context.close();
  return seen;
}

const VIEWS: [path: string, partner: string, account: string | null, width: number, heading: string][] = [
  ['/sites', 'aurora', 'customer@aurora.example', 1440, 'My Sites'],
  // Nobody makes sites for this account meanwhile, which would end its offer.
  ['/sites', 'cobalt', 'second@cobalt.example', 375, 'My Sites'],
  ['/admin/sites', 'aurora', 'admin@aurora.example', 1440, 'Sites'],
  ['/help', 'borealis', null, 1440, 'Help center'],
  ['/login', 'aurora', null, 1440, 'Sign in'],
];

for (const [path, partner, account, width, heading] of VIEWS) {
  const who = account ?? 'a visitor';
  journey(
    `${path} for ${who}, ${width} px: the shell changes nothing of the frame`,
    async ({ browser, origin, panel }) => {
      const view = { address: origin(partner) + path, width, session: account ? panel.sessions[account] : [] };
      const initial = await look(browser, { ...view, runs: false }, frameOn);
      const running = await look(browser, { ...view, runs: true }, async (page) => {
        await opened(page, heading);
        await expect(page.locator('.f > header :disabled, .f-side :disabled')).toHaveCount(0);
        return frameOn(page);
      });
      expect(initial.length).toBeGreaterThan(5);
      expect(running).toEqual(initial);
    },
  );
}
