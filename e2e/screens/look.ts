import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { axeFindings } from '../lib/axe.ts';
import { tooWide } from '../lib/width.ts';
import { cutText } from './cut-text.ts';
import type { Place } from './places.ts';

/** One page of one brand in all widths and both schemes. */

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

export const KINDS = ['page', 'console', 'request', 'axe', 'wide', 'cut'] as const;
/** `page`: it did not open, or led elsewhere. */
export type Kind = (typeof KINDS)[number];
export type Finding = { kind: Kind; where: string; text: string };
export type Shot = { width: number; scheme: Scheme; file: string };
export type Seen = { brand: string; name: string; path: string; shots: Shot[]; findings: Finding[] };

export type Wanted = { widths: readonly number[]; axe: boolean; folder: string };

const HEIGHT = 900;
/** What is below this is not in the picture. */
const LOWEST = 2600;
const LIMIT_MS = 60_000;

/** A site's live preview runs none of its scripts, and the browser logs that. This is intended. */
const PREVIEW = /^Blocked script execution in 'http:\/\/[^']+-sites\.localhost/;
/** Headings of what is shown instead of a page. */
const INSTEAD = /^(?:Not found|This page could not be found|Access denied|Something went wrong)$/;

/** What axe itself makes Chromium log, when it asks frames of other origins. */
const OF_AXE = /^Failed to execute 'postMessage' on 'DOMWindow'/;
/** Requests whose refusal is what a page shows: links that are not valid, and directories that nobody has connected. */
const REFUSED = new Set([
  'GET /second-factor: 400',
  'POST /account/link: 400',
  'POST /password-link: 400',
  'GET /plugin/directory: 409',
  'GET /theme/directory: 409',
]);

/** Listens to what the page logs and requests; the findings are written to `found`. */
function listen(page: Page, found: (kind: Kind, text: string) => void): void {
  page.on('pageerror', (error) => found('console', error.message));
  page.on('console', (message) => {
    const text = message.text();
    // Chromium logs a failed request, which is found as such.
    const isKnown = PREVIEW.test(text) || OF_AXE.test(text) || text.startsWith('Failed to load resource');
    if (!isKnown && ['error', 'warning'].includes(message.type())) found('console', `${message.type()}: ${text}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // What a page no longer needs is given up.
    if (why !== 'net::ERR_ABORTED') found('request', `${request.method()} ${request.url()}: ${why}`);
  });
  page.on('response', (response) => {
    const text = `${response.request().method()} ${new URL(response.url()).pathname}: ${response.status()}`;
    if (response.status() >= 400 && !REFUSED.has(text)) found('request', text);
  });
}

/** Waits until the page has all of its content, and nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor({ timeout: LIMIT_MS });
  await page.waitForFunction(
    () => {
      const main = document.querySelector('main');
      return main !== null && !main.querySelector('[aria-busy=true], .p-skeleton');
    },
    undefined,
    { timeout: LIMIT_MS },
  );
  await page.locator('html[data-font]').waitFor({ state: 'attached', timeout: LIMIT_MS });
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

/** Height of the page's content, which may scroll inside of the frame. */
const contentHeight = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollHeight, document.body.scrollHeight));

async function takeShot(page: Page, file: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  const height = Math.min(Math.max(await contentHeight(page), HEIGHT), LOWEST);
  await page.screenshot({
    path: file,
    type: 'jpeg',
    quality: 72,
    fullPage: true,
    clip: { x: 0, y: 0, width, height },
    animations: 'disabled',
  });
}

/** Opens a page and looks at it in each combination. */
export async function lookAt(context: BrowserContext, brand: string, origin: string, place: Place, wanted: Wanted) {
  const seen: Seen = { brand, name: place.name, path: place.path, shots: [], findings: [] };
  let where = 'opening';
  const found = (kind: Kind, text: string) => {
    if (!seen.findings.some((one) => one.kind === kind && one.text === text)) seen.findings.push({ kind, where, text });
  };
  const page = await context.newPage();
  listen(page, found);
  try {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: wanted.widths[0] ?? 1280, height: HEIGHT });
    if (Object.keys(place.drafts).length > 0)
      await page.addInitScript((drafts) => {
        for (const [key, value] of Object.entries(drafts)) localStorage.setItem(key, JSON.stringify(value));
      }, place.drafts);
    await page.goto(origin + place.path, { timeout: LIMIT_MS });
    await settled(page);
    const { pathname } = new URL(page.url());
    const heading = (await page.getByRole('main').getByRole('heading', { level: 1 }).first().textContent()) ?? '';
    if (pathname !== place.path.split('?')[0]) found('page', `${place.path} leads to ${pathname}`);
    else if (INSTEAD.test(heading) && place.pattern !== '/forbidden') found('page', `${place.path} shows “${heading}”`);
    mkdirSync(path.join(wanted.folder, brand), { recursive: true });
    for (const width of wanted.widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const scheme of SCHEMES) {
        where = `${width} ${scheme}`;
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        if (scheme === 'light') {
          for (const text of await tooWide(page)) found('wide', text);
          for (const text of await cutText(page)) found('cut', text);
        }
        if (wanted.axe)
          for (const text of await axeFindings(page, scheme === 'light' ? 'all' : 'colors')) found('axe', text);
        const file = path.join(brand, `${place.name}.${width}.${scheme}.jpg`);
        await takeShot(page, path.join(wanted.folder, file));
        seen.shots.push({ width, scheme, file });
      }
    }
  } catch (error) {
    found('page', `${place.path}: ${String(error).split('\n')[0]}`);
  } finally {
    await page.close();
  }
  return seen;
}
