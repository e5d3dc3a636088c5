import { expect, opened, test } from './lib/journey.ts';
import { statusOf } from './lib/server.ts';
import { ADMIN_PASSWORD, fillDetails, freshName, installed, reachConfirm, WIZARD } from './lib/wizard.ts';

/* Faults during a creation: impatience, two tabs, a lost network. */

test('a double click creates one site; two tabs delete it once', async ({ page, context, panel, origin, enter }) => {
  await enter('customer@borealis.example');
  const name = freshName('twice');
  const fqdn = `${name}.borealis-sites.localhost`;
  await page.goto(origin('borealis') + WIZARD);
  await reachConfirm(page, { name, title: 'Twice' });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/site')
      sent.push(request.headers()['idempotency-key'] ?? '');
  });
  await page.getByRole('button', { name: 'Create site' }).dblclick();
  await installed(page);
  expect(new Set(sent).size, 'one key, however often it was sent').toBe(1);
  await page.goto(`${origin('borealis')}/sites?q=${name}`);
  await opened(page, 'My Sites');
  await expect(page.getByRole('row').filter({ hasText: fqdn })).toHaveCount(1);

  const tabs = [page, await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${origin('borealis')}/sites?q=${name}`);
    await tab.getByRole('button', { name: `Actions for ${fqdn}` }).click();
    await tab.getByRole('menuitem', { name: 'Delete' }).click();
    await tab.getByRole('dialog').getByRole('textbox').fill(fqdn);
  }
  for (const tab of tabs) await tab.getByRole('dialog').getByRole('button', { name: 'Delete Environment' }).click();
  for (const tab of tabs) await expect(tab.getByRole('main').getByRole('row').filter({ hasText: fqdn })).toHaveCount(0);
  expect(await statusOf(fqdn, panel.port)).toBeGreaterThanOrEqual(400);
});

test('losing the network in the wizard keeps the draft, and Retry continues', async ({
  page,
  context,
  origin,
  enter,
}) => {
  await enter('second@borealis.example');
  const name = freshName('offline');
  await page.goto(origin('borealis') + WIZARD);
  await reachConfirm(page, { name, title: 'Kept' });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create site' }).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('We couldn’t create the site');
  await expect(alert).toContainText('We kept what you entered');
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await installed(page);
});

test('the draft survives a reload and appears in another tab; the password is never stored', async ({
  page,
  context,
  origin,
  enter,
}) => {
  await enter('customer@cobalt.example');
  await page.goto(origin('cobalt') + WIZARD);
  const name = freshName('draft');
  await fillDetails(page, { name, title: 'My draft' });
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain('My draft');
  expect(stored).not.toContain(ADMIN_PASSWORD);

  const other = await context.newPage();
  await other.goto(origin('cobalt') + WIZARD);
  await expect(other.getByLabel('Site title')).toHaveValue('My draft');
  await other.getByLabel('Site title').fill('My better draft');
  await expect(page.getByLabel('Site title')).toHaveValue('My better draft');

  await page.reload();
  await expect(page.getByLabel('Site Domain Name')).toHaveValue(name);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByText('We kept your draft')).toBeVisible();
});

test('invalid and taken names are reported at the field, in the words of the specification', async ({
  page,
  origin,
  enter,
}) => {
  await enter('customer@aurora.example');
  await page.goto(origin('aurora') + WIZARD);
  await opened(page, 'Create a WordPress site');
  const field = page.getByLabel('Site Domain Name');
  for (const bad of ['a', 'x'.repeat(38), 'with.dot', 'under_score', '-edge']) {
    await field.fill(bad);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(field, bad).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
  }
  await field.fill('with space');
  await expect(field).toHaveValue('with-space');
  await field.fill('FIELD-Notes');
  await expect(field).toHaveValue('field-notes');
  await expect(page.getByText('This domain has already taken, please enter another domain name!')).toBeVisible();
});
