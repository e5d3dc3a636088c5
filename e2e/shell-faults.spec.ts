import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Build } from '@panel/contract/release';
import { ROOT } from '../scripts/lib/paths.mjs';
import { expect, move, opened, test } from './lib/journey.ts';
import { operatorOf, type Edit } from './lib/releases.ts';
import { originOf } from './lib/server.ts';
import { ownPanel } from './lib/own-panel.ts';

/*
 * The shell's own failures: they are reported like a remote's, a browser that cannot run a shell release falls back
 * to the previous one, and failures of three visitors on three networks hold it back. Uses a separate panel, because
 * everyone runs the shell.
 */

test.describe.configure({ mode: 'serial' });

const CUSTOMER = 'customer@aurora.example';
const OPERATOR = 'operator@panel.example';
const built = JSON.parse(readFileSync(path.join(ROOT, 'shell', 'dist', 'manifest.json'), 'utf8')) as Build;

// The browsers are the proxy, and name the network that they are in.
const panel = ownPanel({ TRUST_PROXY: 'loopback' });
const VISITORS = [
  { account: CUSTOMER, path: '/dashboard', heading: 'Dashboard' },
  { account: 'second@aurora.example', path: '/dashboard', heading: 'Dashboard' },
  { account: 'admin@aurora.example', path: '/admin/sites', heading: 'Sites' },
];
// These journeys cause their errors on purpose.
test.afterEach(({ pageErrors }) => void (pageErrors.length = 0));

const at = (address: string): string => originOf('aurora', panel.port) + address;

let networks = 0;
/** A browser without a cache, with a session, in a network of its own. */
async function freshPage(browser: Browser, account: string = CUSTOMER): Promise<Page> {
  networks += 1;
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': `10.0.${networks}.1` } });
  await context.addCookies(panel.sessions[account] ?? []);
  return context.newPage();
}

/** The release of the shell on a page. */
const shellOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () => document.querySelector<HTMLScriptElement>('script[defer]')?.src.split('/shell/')[1]?.split('/')[0],
  );

const WHOLE: readonly { name: string; reason: string; text: NonNullable<Edit['text']> }[] = [
  {
    name: 'its code throws before it runs',
    reason: 'P205',
    text: (text, file) => (file === built.entry ? `throw new Error("Broken on purpose.");${text}` : text),
  },
  {
    name: 'its frame throws',
    reason: 'P208',
    text: (text) => text.replace('"Collapse menu"', '(()=>{throw new Error("Broken on purpose.")})()'),
  },
];

for (const { name, reason, text } of WHOLE) {
  test(`a shell release that cannot run falls back automatically, and is held back: ${name}`, async ({ browser }) => {
    const operator = operatorOf(panel);
    const published = await operator.release('shell', { version: `broken-${reason.toLowerCase()}`, text });
    for (const [index, { account, path: address, heading }] of VISITORS.entries()) {
      const page = await freshPage(browser, account);
      await page.goto(at(address));
      await opened(page, heading);
      expect(await shellOf(page)).toBe(built.version);
      await expect.poll(async () => (await operator.reasons(published))[reason]).toBe(index + 1);
      await page.context().close();
    }
    const page = await freshPage(browser);
    await page.goto(at('/dashboard'));
    await opened(page, 'Dashboard');
    expect(await shellOf(page)).toBe(built.version);
    expect(
      (await page.context().cookies()).map((cookie) => cookie.name),
      'it is the registry that knows',
    ).not.toContain('panel_avoid');

    const desk = await freshPage(browser, OPERATOR);
    await desk.goto(at('/admin/releases'));
    await opened(desk, 'Releases');
    await desk.getByRole('button', { name: /^Notifications/ }).click();
    await expect(
      desk.getByText(
        new RegExp(
          `shell ${published.version} is held back for aurora\\.localhost, which runs ${built.version} instead; 3 visitors on 3 networks within a minute: .*\\(${reason}\\)`,
        ),
      ),
    ).toBeVisible();
    await desk.context().close();
    await page.context().close();
  });
}

test('without any working release of the shell, the page shows a message, and Reload recovers once there is one', async ({
  browser,
}) => {
  const operator = operatorOf(panel);
  const page = await freshPage(browser);
  const first = new RegExp(`/shell/[^/]+/${built.entry.replaceAll('.', '\\.')}$`);
  await page.route(first, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'File not found.' }),
  );
  await page.goto(at('/dashboard'));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The panel could not be started');
  await expect(alert).toContainText('(P201)');
  await expect
    .poll(async () => (await operator.reasons({ package: 'shell', version: built.version }))['P201'] ?? 0)
    .toBeGreaterThanOrEqual(2);
  await page.screenshot({ path: test.info().outputPath('not-started.png') });
  await page.unroute(first);
  await alert.getByRole('link', { name: 'Reload' }).click();
  await opened(page, 'Dashboard');
  await page.context().close();
});

test('a shell file that fails to load is reported, and a reload uses the previous release', async ({ browser }) => {
  const operator = operatorOf(panel);
  const published = await operator.release('shell', { version: 'part-gone' });
  const page = await freshPage(browser);
  const [part] = built.pages['get-started']?.files ?? [];
  await page.route(`**/shell/${published.version}/${part}`, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'File not found.' }),
  );
  await page.goto(at('/dashboard'));
  await opened(page, 'Dashboard');
  expect(await shellOf(page)).toBe(published.version);
  await move(page, '/get-started');
  // The page reloads in between.
  await expect.poll(() => shellOf(page).catch(() => undefined)).toBe(built.version);
  await opened(page, 'Get started');
  await expect.poll(async () => await operator.reasons(published)).toEqual({ P206: 1 });
  await page.context().close();
});

test('a shell page that throws is reported, and the frame and Retry remain', async ({ browser }) => {
  const operator = operatorOf(panel);
  const published = await operator.release('shell', {
    version: 'page-throws',
    text: (text, file) =>
      built.pages['get-started']?.files.includes(file)
        ? text.replace(/"Get started"/g, '(()=>{throw new Error("Broken on purpose.")})()')
        : text,
  });
  const page = await freshPage(browser);
  await page.goto(at('/dashboard'));
  await opened(page, 'Dashboard');
  await move(page, '/get-started');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText(/stopped working.*Broken on purpose.*P208/);
  await expect(alert.getByRole('button', { name: 'Retry' })).toBeEnabled();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect.poll(async () => await operator.reasons(published)).toEqual({ P208: 1 });
  await move(page, '/dashboard');
  await opened(page, 'Dashboard');
  await page.context().close();
});
