import type { Page } from '@playwright/test';
import { expect, opened, test } from './lib/journey.ts';

/* Five sections are five bundles, each loaded only when needed, inside a frame that stays in place. */

type Section = { remote: string; path: string; heading: string | RegExp; go: (page: Page) => Promise<void> };

const bySection = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
const byProfile = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name }).click();
};

const CUSTOMER: readonly Section[] = [
  { remote: 'mf-apps', path: '/apps', heading: 'My Applications', go: bySection('Applications') },
  { remote: 'mf-sites', path: '/sites', heading: 'My Sites', go: bySection('Sites') },
  { remote: 'mf-account', path: '/my-account/profile', heading: 'Profile', go: byProfile('Account Settings') },
  { remote: 'mf-help', path: '/help', heading: /Help/i, go: byProfile('Help center') },
];

/** A page of the shell that shows nothing of a remote and leads to none. */
const NOWHERE = '/nowhere';

/** Remotes whose files the page requests from now on, preloads included. */
function watchRemotes(page: Page): Map<string, Set<string>> {
  const fetched = new Map<string, Set<string>>();
  page.on('request', (request) => {
    const found = /^\/remotes\/([^/]+)\/[^/]+\/(.+)$/.exec(new URL(request.url()).pathname);
    if (found?.[1] && found[2]) fetched.set(found[1], (fetched.get(found[1]) ?? new Set()).add(found[2]));
  });
  return fetched;
}

const isSameFrame = (page: Page) =>
  page.evaluate(() => {
    const header = document.querySelector('header');
    const { keptHeader } = window as unknown as { keptHeader?: Element };
    if (keptHeader === undefined) Object.assign(window, { keptHeader: header });
    return keptHeader === undefined || keptHeader === header;
  });

test('each section fetches its own bundle, only when needed; the frame stays the same element', async ({
  page,
  origin,
  enter,
}) => {
  await enter();
  const fetched = watchRemotes(page);
  await page.goto(`${origin('aurora')}${NOWHERE}`);
  await opened(page, /./);
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await isSameFrame(page);
  expect([...fetched.keys()], 'a page of the shell is the shell alone').toEqual([]);

  const seen: string[] = [];
  for (const { remote, path, heading, go } of CUSTOMER) {
    expect(fetched.has(remote), `${remote} before it was wanted`).toBe(false);
    await go(page);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await opened(page, heading);
    seen.push(remote);
    expect([...fetched.keys()].sort()).toEqual([...seen].sort());
    expect(
      [...(fetched.get(remote) ?? [])].some((file) => file.startsWith('remote-entry.')),
      `${remote} has an entry of its own`,
    ).toBe(true);
    expect(await isSameFrame(page), `frame on ${path}`).toBe(true);
  }
  const before = [...fetched.values()].reduce((sum, files) => sum + files.size, 0);
  await bySection('Sites')(page);
  await opened(page, 'My Sites');
  expect(
    [...fetched.values()].reduce((sum, files) => sum + files.size, 0),
    'a second visit fetches nothing',
  ).toBe(before);
  expect(await isSameFrame(page)).toBe(true);
});

test('the dashboard fetches the cards that remotes offer, and none of their pages', async ({ page, origin, enter }) => {
  await enter();
  const fetched = watchRemotes(page);
  await page.goto(`${origin('aurora')}/dashboard`);
  await opened(page, 'Dashboard');
  await expect(page.getByRole('region', { name: /application/i })).toBeVisible();
  await expect.poll(() => [...fetched.keys()].sort()).toEqual(['mf-account', 'mf-apps']);
  const before = fetched.get('mf-apps')?.size ?? 0;
  await bySection('Applications')(page);
  await opened(page, 'My Applications');
  expect(fetched.get('mf-apps')?.size, 'the page is fetched now').toBeGreaterThan(before);
});

test('hovering over a menu entry preloads its page', async ({ page, origin, enter }) => {
  await enter();
  const fetched = watchRemotes(page);
  await page.goto(`${origin('aurora')}${NOWHERE}`);
  await opened(page, /./);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Sites' }).hover();
  await expect.poll(() => fetched.get('mf-sites')?.size ?? 0).toBeGreaterThan(1);
  await expect(page).toHaveURL(new RegExp(`${NOWHERE}$`));
  expect([...fetched.keys()]).toEqual(['mf-sites']);
});

test('the administration is the fifth bundle', async ({ page, origin, enter }) => {
  await enter('admin@aurora.example');
  const fetched = watchRemotes(page);
  await page.goto(`${origin('aurora')}/change-password`);
  await opened(page, 'Change password');
  await isSameFrame(page);
  expect([...fetched.keys()]).toEqual(['mf-account']);
  await page.getByRole('navigation').getByRole('link', { name: 'Sites' }).first().click();
  await opened(page, 'Sites');
  expect([...fetched.keys()].sort()).toEqual(['mf-account', 'mf-admin']);
  expect(await isSameFrame(page)).toBe(true);
});

for (const partner of ['borealis', 'cobalt']) {
  test(`${partner} has no Applications: not in menus, palette or pages, never fetched, rejected by the server`, async ({
    page,
    origin,
    enter,
    pageErrors,
  }) => {
    await enter(`customer@${partner}.example`);
    const fetched = watchRemotes(page);
    await page.goto(`${origin(partner)}/sites`);
    await opened(page, 'My Sites');
    await expect(page.getByRole('link', { name: /Applications/ })).toHaveCount(0);

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: 'Search pages and sites' });
    await palette.fill('My Sites');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await palette.fill('Applications');
    await expect(page.getByText('No results for “Applications”.')).toBeVisible();
    await page.keyboard.press('Escape');

    const refused = await page.evaluate(async () => {
      const answer = await fetch('/nucal/user/apps', { headers: { accept: 'application/json' } });
      return { status: answer.status, type: answer.headers.get('content-type') };
    });
    expect(refused).toMatchObject({ status: 403, type: expect.stringContaining('json') });

    const answer = await page.goto(`${origin(partner)}/apps`);
    expect(answer?.status()).toBe(404);
    await opened(page, 'This page could not be found');
    expect(fetched.has('mf-apps')).toBe(false);
    pageErrors.length = 0;
  });
}

test('a reseller switches Applications on and off: new pages show it immediately, an open one follows, and a disabled section is never fetched', async ({
  page,
  context,
  browser,
  origin,
  enter,
}) => {
  const cobalt = origin('cobalt');
  const office = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await enter('admin@cobalt.example', office);
  const admin = await office.newPage();
  await admin.goto(`${cobalt}/admin/sections`);
  await opened(admin, 'Sections');
  await expect(admin.getByRole('switch', { name: 'Applications' })).not.toBeChecked();
  await admin.getByRole('switch', { name: 'Applications' }).check();
  await expect(admin.getByText('Applications turned on.')).toBeVisible();

  await enter('customer@cobalt.example');
  const fetched = watchRemotes(page);
  await page.goto(`${cobalt}/dashboard`);
  await opened(page, 'Dashboard');
  await bySection('Applications')(page);
  await opened(page, 'My Applications');
  expect(fetched.has('mf-apps')).toBe(true);

  await admin.getByRole('button', { name: 'Undo' }).click();
  await expect(admin.getByRole('switch', { name: 'Applications' })).not.toBeChecked();
  await expect(admin.getByText(/^Went back to /)).toBeVisible();
  // A tab checks for changes every few seconds, and immediately when the network is back.
  await context.setOffline(true);
  await context.setOffline(false);
  await opened(page, 'This page could not be found');
  await expect(page.getByRole('link', { name: /Applications/ })).toHaveCount(0);

  fetched.clear();
  expect((await page.goto(`${cobalt}/apps`))?.status()).toBe(404);
  await page.goto(`${cobalt}/dashboard`);
  await opened(page, 'Dashboard');
  await expect(page.getByRole('link', { name: /Applications/ })).toHaveCount(0);
  expect(fetched.has('mf-apps')).toBe(false);
  await office.close();
});
