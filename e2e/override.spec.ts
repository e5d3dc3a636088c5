import type { BrowserContext, Page } from '@playwright/test';
import { openDevServer, type DevServer } from './lib/dev-server.ts';
import { expect, opened, test as journey } from './lib/journey.ts';

/*
 * A developer's own remote in the panel: for staff only, from an allowed origin, with a bar and a button to leave.
 * Other browsers never request anything from that origin, and a failing server ends the override.
 */

const STAFF = 'admin@aurora.example';
const HELP = 'How to get things done with';
const MINE = 'As I have it on my machine';
const ENDED = 'mf-help could not be loaded from';

const test = journey.extend<{ dev: DevServer }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  dev: async ({}, use) => {
    const dev = await openDevServer('mf-help', (text) => text.replaceAll(HELP, MINE));
    await use(dev);
    await dev.close();
  },
});

const overrideParam = (entry: string): string => `/?override=mf-help=${entry}`;
const bar = (page: Page) => page.getByRole('complementary', { name: 'Local override' });
const notices = (page: Page) => page.getByRole('status').or(page.getByRole('alert'));

/** Addresses outside the panel that a browser requests. */
function watch(context: BrowserContext, panel: string): string[] {
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== panel) elsewhere.push(request.url());
  });
  return elsewhere;
}

async function use(page: Page, origin: string, dev: DevServer): Promise<void> {
  await page.goto(origin + overrideParam(dev.entry()));
  const dialog = page.getByRole('dialog', { name: `Run mf-help from ${new URL(dev.entry()).origin}?` });
  await expect(dialog).toBeVisible();
  expect(dev.asked, 'an address alone switches nothing').toEqual([]);
  await dialog.getByRole('button', { name: 'Use' }).click();
  await opened(page, 'Help center');
  await expect(page.getByText(MINE)).toBeVisible();
  await expect(bar(page)).toHaveText(/^mf-help runs from http:\/\/localhost:\d+/);
}

test('staff run their own remote in the panel, and leave it with one click', async ({ page, origin, enter, dev }) => {
  await enter(STAFF);
  await use(page, origin('aurora'), dev);
  await page.goto(`${origin('aurora')}/admin/sites`);
  await opened(page, 'Sites');
  await expect(bar(page), 'on every page').toBeVisible();
  await page.goto(`${origin('aurora')}/help`);
  await expect(page.getByText(MINE)).toBeVisible();

  await bar(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText(HELP)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  dev.asked.length = 0;
  await page.reload();
  await expect(page.getByText(HELP)).toBeVisible();
  expect(dev.asked).toEqual([]);
});

test('a customer gets none of it: not through the address, not through a cookie of staff', async ({
  page,
  context,
  browser,
  origin,
  enter,
  dev,
  panel,
}) => {
  const staff = await browser.newContext();
  await enter(STAFF, staff);
  const desk = await staff.newPage();
  await use(desk, origin('aurora'), dev);
  const planted = (await staff.cookies()).filter(({ name }) => name.includes('panel_override'));
  expect(planted).toHaveLength(1);
  await staff.close();
  dev.asked.length = 0;

  const elsewhere = watch(context, origin('aurora'));
  await enter();
  for (const cookies of [[], planted]) {
    await context.addCookies(cookies);
    for (const path of [overrideParam(dev.entry()), `/help${overrideParam(dev.entry()).slice(1)}`]) {
      await page.goto(origin('aurora') + path);
      await opened(page, /./);
      // By then, the code behind the confirmation and the staff bar has run.
      await expect(page.locator('body > .f-over')).not.toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(bar(page)).toHaveCount(0);
    }
    await expect(page.getByText(HELP)).toBeVisible();
  }
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const refused = await page.evaluate(
    async ({ entry, header }) => {
      const answer = await fetch('/platform/override', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-xsrf-token': header },
        body: JSON.stringify({ remote: 'mf-help', entry }),
      });
      return { status: answer.status, code: ((await answer.json()) as { code: string }).code };
    },
    { entry: dev.entry(), header: token },
  );
  expect(refused).toEqual({ status: 403, code: 'FORBIDDEN' });
  expect([elsewhere, dev.asked], panel.addresses[0]?.url).toEqual([[], []]);
});

test('a disallowed origin is rejected, and never requested', async ({ page, context, origin, enter, dev }) => {
  const elsewhere = watch(context, origin('aurora'));
  await enter(STAFF);
  const foreign = dev.entry('127.0.0.1');
  await page.goto(origin('aurora') + overrideParam(foreign));
  await page.getByRole('dialog').getByRole('button', { name: 'Use' }).click();
  await expect(page.getByText('This panel does not allow a development server at this address.').first()).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(bar(page)).toHaveCount(0);
  await page.goto(`${origin('aurora')}/help`);
  await expect(page.getByText(HELP)).toBeVisible();
  expect([elsewhere, dev.asked]).toEqual([[], []]);
});

const FAILURES: readonly { name: string; strike: (dev: DevServer) => Promise<void> | void }[] = [
  { name: 'does not answer', strike: (dev) => dev.close() },
  {
    name: 'returns code that throws immediately',
    strike: (dev) => dev.breakWith('throw new Error("Broken on purpose.");'),
  },
  { name: 'gives something else', strike: (dev) => dev.breakWith('/* nothing */') },
];

for (const { name, strike } of FAILURES) {
  test(`a development server that ${name} ends the override, and the page falls back to the release`, async ({
    page,
    origin,
    enter,
    dev,
    pageErrors,
  }) => {
    await enter(STAFF);
    await use(page, origin('aurora'), dev);
    await strike(dev);
    await page.reload();
    await expect(notices(page).getByText(ENDED).first()).toBeVisible();
    await expect(page.getByText(HELP)).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    dev.asked.length = 0;
    await page.reload();
    await opened(page, 'Help center');
    await expect(page.getByText(HELP)).toBeVisible();
    expect(dev.asked, 'it is cleared, not only ignored').toEqual([]);
    // This journey causes its errors on purpose.
    pageErrors.length = 0;
  });
}
