import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Page } from '@playwright/test';
import type { Build } from '@panel/contract/release';
import { expect, opened, test as journey } from './lib/journey.ts';
import { operatorOf, type Edit, type Operator } from './lib/releases.ts';

/*
 * Releases of one partner while its customers have the panel open. The partner has its own rollout policies, so
 * nobody else is affected.
 */

const PARTNER = 'cobalt';
const CUSTOMER = 'customer@cobalt.example';
const HELP = 'How to get things done with';
const PROFILE = 'Your name and how we reach you.';

/** A tab checks every 20 s, and immediately when the network is back, once the code for it has loaded. */
async function askNow(page: Page): Promise<void> {
  await page.locator('body > .f-over').waitFor({ state: 'attached' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

const helpSays = (version: string) => ({ version, text: (text: string) => text.replace(HELP, `${version}: ${HELP}`) });
const profileSays = (version: string) => ({
  version,
  text: (text: string) => text.replace(PROFILE, `${version}: ${PROFILE}`),
});

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

type Fixtures = {
  operator: Operator;
  /** The partner's panel host, as the operator names it. */
  host: string;
  /** Opens a page of the partner's panel as its customer. */
  visit: (path: string, heading: string | RegExp) => Promise<void>;
};

const test = journey.extend<Fixtures>({
  operator: async ({ panel }, use) => use(operatorOf(panel)),
  host: async ({ origin }, use) => use(new URL(origin(PARTNER)).hostname),
  visit: async ({ page, origin, enter }, use) =>
    use(async (address, heading) => {
      await enter(CUSTOMER);
      await page.goto(origin(PARTNER) + address);
      await opened(page, heading);
    }),
});

/** Unique names for every run. */
const tag = `${process.pid.toString(36)}${Date.now().toString(36)}`;

test('a tab stays usable across five releases, keeps unsaved input, and opens the next section in its newest release', async ({
  page,
  operator,
  host,
  visit,
}) => {
  await visit('/my-account/profile', 'Profile');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const typed = `Kim ${tag}`;
  const field = page.getByLabel('First name');
  await field.fill(typed);

  const bar = page.getByText('A new version is ready.');
  for (const round of [1, 2, 3, 4, 5]) {
    await operator.release('mf-account', profileSays(`a${round}-${tag}`), host);
    await operator.release('mf-help', helpSays(`h${round}-${tag}`), host);
    // Of the last one the tab learns when the user asks for the new version.
    if (round < 5) await askNow(page);
    await expect(bar).toBeVisible();
    await expect(field).toHaveValue(typed);
  }
  await expect(page.getByRole('button', { name: 'Show it' }), 'nothing to press while there is input').toHaveCount(0);
  await expect(page.getByText(`-${tag}: ${PROFILE}`)).toHaveCount(0);

  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByText(`a5-${tag}: ${PROFILE}`)).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(field).toHaveValue(typed);

  await openMenu(page, 'Help center');
  await expect(page.getByText(`h5-${tag}: ${HELP}`)).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window), 'the page was not reloaded').toBe(true);
});

test('a tab that runs a revoked release keeps unsaved input, then reloads by itself with the release before', async ({
  page,
  operator,
  host,
  visit,
}) => {
  await operator.release('mf-account', profileSays(`safe-${tag}`), host);
  const unsafe = await operator.release('mf-account', profileSays(`unsafe-${tag}`), host);
  await visit('/my-account/profile', 'Profile');
  await expect(page.getByText(`unsafe-${tag}: ${PROFILE}`)).toBeVisible();
  const field = page.getByLabel('First name');
  await field.fill(`Kit ${tag}`);
  await operator.revoke(unsafe);
  await askNow(page);
  await expect(page.getByText('This version was withdrawn. Save or discard your changes')).toBeVisible();
  await expect(field).toHaveValue(`Kit ${tag}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`safe-${tag}: ${PROFILE}`, { exact: true })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue(`Kit ${tag}`);
});

test('a loaded section switches to its new release on the next navigation into it', async ({
  page,
  operator,
  host,
  visit,
}) => {
  await visit('/help', 'Help center');
  const { version } = await operator.release('mf-help', helpSays(`next-${tag}`), host);
  await askNow(page);
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
  await opened(page, 'Dashboard');
  await openMenu(page, 'Help center');
  await expect(page.getByText(`${version}: ${HELP}`)).toBeVisible();
});

test('a remote that is published while the tab is open gets its menu entry and its page, until it is switched off', async ({
  page,
  operator,
  host,
  visit,
  pageErrors,
}) => {
  await visit('/dashboard', /./);
  const id = `mf-news${tag}`;
  const container = id.replaceAll('-', '_');
  await operator.release(
    'mf-help',
    {
      version: '1',
      text: (text) => text.replaceAll('mf_help', container).replaceAll('mf-help', id).replace(HELP, `News: ${HELP}`),
      build: (build) => ({
        ...build,
        package: id,
        container,
        manifest: {
          id,
          name: 'News',
          slots: [{ slot: 'site.overview', part: 'help-panel', order: 90, audience: 'staff' }],
          offers: [],
          routes: [
            { path: `/news-${tag}`, page: 'help-home', title: 'News' },
            { path: `/news-${tag}/guide`, page: 'hosting-guide', title: 'Guide' },
            { path: `/news-${tag}/article/:slug`, page: 'article', title: 'Article' },
            { path: `/news-${tag}/error/:code`, page: 'error', title: 'Error' },
          ].map((route) => ({ ...route, audience: 'signed-in', layout: 'default', skeleton: 'text' })),
          menu: [{ menu: 'profile', label: 'News', to: `/news-${tag}`, icon: 'help', order: 90 }],
        },
      }),
    },
    host,
  );
  await askNow(page);
  await openMenu(page, 'News');
  await expect(page.getByText(`News: ${HELP}`)).toBeVisible();
  await operator.change(id, 'disable', host);
  await askNow(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('It’s turned off at the moment.');
  await page.getByRole('button', { name: /Profile menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'News' })).toHaveCount(0);
  // The browser logs why the page is gone.
  pageErrors.length = 0;
});

/** The scripts that a page of a stored release loads. */
function partsOf(folder: string, page: string): string[] {
  const { pages } = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Build;
  return (pages[page]?.files ?? []).filter((file) => file.endsWith('.js'));
}

/** Changes a byte of a script in the storage, in every stored encoding. */
function flipByte(folder: string, isIt: (file: string) => boolean): void {
  const file = readdirSync(folder).find(isIt);
  if (!file) throw new Error(`${folder} has no such file.`);
  for (const form of ['.br', '.gz']) rmSync(path.join(folder, file + form), { force: true });
  writeFileSync(
    path.join(folder, file),
    `${readFileSync(path.join(folder, file), 'utf8')};document.documentElement.dataset.tampered = 'yes';`,
  );
}

const BROKEN: readonly { name: string; reason: string; text?: Edit['text']; tamper?: (folder: string) => void }[] = [
  {
    name: 'a byte of the entry was changed',
    reason: 'P203',
    tamper: (folder) => flipByte(folder, (file) => /^remote-entry\..*\.js$/.test(file)),
  },
  {
    name: 'a byte of a part was changed',
    reason: 'P203',
    tamper: (folder) => flipByte(folder, (file) => partsOf(folder, 'help-home').includes(file)),
  },
  {
    name: 'the code throws half way',
    reason: 'P205',
    text: (text, file) => (file.startsWith('remote-entry.') ? text.slice(0, text.length / 2) : text),
  },
  {
    name: 'the page throws',
    reason: 'P208',
    text: (text) => text.replace(new RegExp(`"${HELP}[^"]*"`), '(() => { throw new Error("Broken on purpose."); })()'),
  },
];

for (const [index, { name, reason, text, tamper }] of BROKEN.entries()) {
  test(`a broken release falls back to the previous one: ${name}`, async ({
    page,
    operator,
    host,
    visit,
    pageErrors,
  }) => {
    const published = await operator.publish('mf-help', { version: `b${index}-${tag}`, ...(text && { text }) });
    // Before the panel opens it for the first time.
    tamper?.(operator.stored(published));
    await operator.change('mf-help', 'promote', host, published.version);

    await visit('/help', 'Help center');
    await expect(page.getByText(HELP), 'the page of the release before').toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset['tampered'])).toBeUndefined();
    await expect.poll(async () => (await operator.reasons(published))[reason] ?? 0).toBeGreaterThan(0);
    await operator.change('mf-help', 'rollback', host);
    // This journey causes its errors on purpose.
    pageErrors.length = 0;
  });
}
