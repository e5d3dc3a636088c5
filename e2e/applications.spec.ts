import { expect, opened, test } from './lib/journey.ts';
import { statusOf } from './lib/server.ts';
import { freshName } from './lib/wizard.ts';

/* An application in a real browser, from a template to a roll-back, with its address asked as a visitor does. */

test('start from a template, watch the build, visit, deploy again, roll back, delete', async ({
  page,
  panel,
  origin,
  enter,
}) => {
  await enter();
  const name = freshName('counter');
  const host = `${name}.aurora-sites.localhost`;

  await test.step('a template and a name are enough', async () => {
    await page.goto(`${origin('aurora')}/apps`);
    await opened(page, 'My Applications');
    await page.getByRole('link', { name: 'New application' }).click();
    await page.getByRole('radio', { name: /Static page/ }).check();
    await page.getByRole('textbox', { name: /App Domain Name/ }).fill(name);
    await expect(page.getByText('This address is available.')).toBeVisible();
    await page.getByRole('button', { name: 'Create application' }).click();
    await opened(page, 'Your application is live');
    expect(await statusOf(host, panel.port)).toBe(200);
  });

  await test.step('another release, and the first one again', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Build & Deploy' }).click();
    await opened(page, 'Build & Deploy');
    await page.getByRole('button', { name: 'Deploy now' }).click();
    const rows = page.getByRole('main').getByRole('row');
    await expect(rows.filter({ hasText: 'Build 2' })).toContainText('Live');
    await page.getByRole('button', { name: 'Actions for Build 1' }).click();
    await page.getByRole('menuitem', { name: 'Roll back to this release' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish this release' }).click();
    await expect(rows.filter({ hasText: 'Build 1' })).toContainText('Live');
    expect(await statusOf(host, panel.port)).toBe(200);
  });

  await test.step('each build has its log, whose lines have addresses', async () => {
    await page.getByRole('link', { name: 'Build 2' }).click();
    await page.getByRole('log').getByRole('link', { name: 'Line 1' }).click();
    await expect(page).toHaveURL(/#L1$/);
  });

  await test.step('deleted with the typed address', async () => {
    await page
      .getByRole('navigation', { name: 'Application' })
      .getByRole('link', { name: 'Delete Application' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Delete Application' });
    await dialog.getByRole('textbox').fill(host);
    await dialog.getByRole('button', { name: 'Delete Application' }).click();
    await expect(page).toHaveURL(/\/apps$/);
    await expect(page.getByRole('main').getByText(host)).toHaveCount(0);
    expect(await statusOf(host, panel.port)).toBeGreaterThanOrEqual(400);
  });
});
