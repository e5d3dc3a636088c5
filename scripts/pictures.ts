import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { contentHeading } from '../e2e/lib/content.ts';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../e2e/lib/chromium.ts';
import { originOf, startPanel, type Panel } from '../e2e/lib/server.ts';
import { openSessions, type Cookies } from '../e2e/lib/sign-in.ts';
import { openPgliteFolder } from '../server/src/db/open-pglite.ts';
import { ROOT } from './lib/paths.mjs';

/*
 * npm run pictures -- [name of a folder] [--web folder]
 * Takes the pictures in docs/images/{name}, `after` by default: six pages of the built product with demo data, each at
 * 1440 and 375 px, light and dark, on one sheet. `--web` names another checkout whose build is shown.
 */

const words = process.argv.slice(2);
const webDir = words.includes('--web') ? path.resolve(words[words.indexOf('--web') + 1] ?? '') : ROOT;
const folder = path.join(ROOT, 'docs', 'images', words[0] && !words[0].startsWith('--') ? words[0] : 'after');

type Place = { name: string; partner: string; account?: string; path: string; heading: string | RegExp; link?: RegExp };

const AURORA = { partner: 'aurora', account: 'customer@aurora.example' } as const;
const PLACES: readonly Place[] = [
  { name: 'login', partner: 'borealis', path: '/login', heading: 'Sign in' },
  { name: 'dashboard', ...AURORA, path: '/dashboard', heading: 'Dashboard' },
  { name: 'sites', ...AURORA, path: '/sites', heading: 'My Sites' },
  { name: 'overview', ...AURORA, path: '/sites', link: /^field-notes\./, heading: /^field-notes\./ },
  {
    name: 'create-site',
    partner: 'cobalt',
    account: 'customer@cobalt.example',
    path: '/create-site-with-wordpress',
    heading: 'Create a WordPress site',
  },
  {
    name: 'admin',
    partner: 'aurora',
    account: 'admin@aurora.example',
    path: '/admin/sections',
    heading: 'Sections',
  },
];
const SCHEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 375, height: 900 },
] as const;
/** Sheets are half as large as the pages. */
const SCALE = 0.5;
const QUALITY = 82;

/** A month of traffic for the demo's sites, so that the pages show how numbers develop. */
async function addUsage(dataDir: string): Promise<void> {
  const { db, close } = await openPgliteFolder(dataDir, path.join(ROOT, '.cache'));
  await db.execute(`
    insert into usage_day (workload_id, day, requests, bytes, page_views)
    select s.id, g.day::date, n * 9, n * 61000, n
    from (select id, row_number() over (order by fqdn) as place from workload) s
    cross join generate_series((now() at time zone 'utc')::date - 29, (now() at time zone 'utc')::date, interval '1 day') g(day)
    cross join lateral (
      select round(40 / s.place + 2 * extract(day from g.day - now() + interval '30 days') + 9 * sin(extract(doy from g.day) * 0.9))::int as n
    ) v
    on conflict (site_id, day) do update set requests = excluded.requests, bytes = excluded.bytes, page_views = excluded.page_views`);
  await close();
}

async function open(page: Page, panel: Panel, place: Place): Promise<void> {
  await page.goto(originOf(place.partner, panel.port) + place.path);
  if (place.link) await page.getByRole('main').getByRole('link', { name: place.link }).first().click();
  await contentHeading(page, place.heading).waitFor();
  await page.waitForLoadState('networkidle');
  // The typeface replaces the fallback after the page is there (ADR 0049).
  await page.locator('html[data-font]').waitFor({ state: 'attached' });
  const preview = page.locator('.site-picture iframe');
  if ((await preview.count()) > 0) await page.locator('.site-picture iframe[data-loaded]').waitFor();
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null))).then(() => document.fonts.ready),
  );
}

/** The demo's WordPress site is installed after the start: waits until none of its owner's sites is in progress. */
async function sitesReady(browser: Browser, panel: Panel, cookies: Cookies): Promise<void> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${originOf(AURORA.partner, panel.port)}/sites`);
  await page.getByRole('row').filter({ hasText: 'Ready' }).nth(2).waitFor({ timeout: 300_000 });
  await context.close();
}

/** One page in both schemes and widths. */
async function shotsOf(browser: Browser, panel: Panel, place: Place, cookies: Cookies): Promise<string[]> {
  const shots: string[] = [];
  for (const colorScheme of SCHEMES)
    for (const viewport of SIZES) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      await context.addCookies(cookies);
      const page = await context.newPage();
      await open(page, panel, place);
      shots.push((await page.screenshot()).toString('base64'));
      await context.close();
    }
  return shots;
}

/** All pictures of a page on one sheet, as WebP. */
async function writeSheet(browser: Browser, name: string, shots: readonly string[]): Promise<number> {
  const gap = 12;
  const width = Math.ceil(SIZES.reduce((sum, size) => sum + size.width * SCALE + gap, gap));
  const height = SCHEMES.length * (SIZES[0].height * SCALE + gap) + gap;
  const page = await browser.newPage({ viewport: { width, height } });
  const images = shots.map((shot, index) => {
    const size = SIZES[index % SIZES.length] ?? SIZES[0];
    return `<img src="data:image/png;base64,${shot}" width="${size.width * SCALE}" height="${size.height * SCALE}">`;
  });
  await page.setContent(
    `<body style="margin:${gap}px;display:grid;grid-template-columns:repeat(${SIZES.length},max-content);gap:${gap}px;background:#8b919b">${images.join('')}`,
  );
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(path.join(folder, `${name}.webp`), bytes);
  await page.close();
  return bytes.length;
}

mkdirSync(folder, { recursive: true });
const first = await startPanel({ env: { WEB_DIR: webDir, LOG_LEVEL: 'error' } });
await first.stop();
await addUsage(first.dataDir);
const panel = await startPanel({ dataDir: first.dataDir, env: { WEB_DIR: webDir, LOG_LEVEL: 'error' } });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
try {
  const sessions = await openSessions(panel);
  await sitesReady(browser, panel, sessions[AURORA.account] ?? []);
  for (const place of PLACES) {
    const shots = await shotsOf(browser, panel, place, (place.account && sessions[place.account]) || []);
    console.log(`${place.name}: ${Math.round((await writeSheet(browser, place.name, shots)) / 1024)} KB`);
  }
} finally {
  await browser.close();
  await panel.stop();
  panel.remove();
}
