import { statusOf } from './lib/server.ts';
import { expect, test } from './lib/test.ts';

test('the server reports that it is ready', async ({ panel }) => {
  expect(await statusOf('localhost', panel.port, '/healthz')).toBe(200);
});

test('an unknown host is not served', async ({ panel }) => {
  expect(await statusOf('nobody.localhost', panel.port)).toBe(421);
});

for (const partner of ['aurora', 'borealis', 'cobalt']) {
  test(`${partner}: the sign-in page has the brand`, async ({ page, origin }) => {
    await page.goto(`${origin(partner)}/login`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(partner, 'i'));
  });
}

test('a customer signs in and sees the running sites', async ({ page, panel, signInAs }) => {
  await signInAs('customer@aurora.example');
  await expect(page).toHaveURL(/\/sites/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The heading appears before the list.
  let sites: string[] = [];
  await expect(async () => {
    // One of them has a domain of its own.
    const hosts = await page.getByText(/(?:\.aurora-sites|studio-lumen)\.localhost/).allInnerTexts();
    sites = [
      ...new Set(hosts.flatMap((text) => /(?:[a-z0-9-]+\.aurora-sites|studio-lumen)\.localhost/.exec(text) ?? [])),
    ];
    expect(sites.length).toBeGreaterThanOrEqual(3);
  }).toPass();
  // The demo's WordPress is installed while the panel already answers.
  for (const site of sites) await expect.poll(() => statusOf(site, panel.port), { message: site }).toBe(200);
});
