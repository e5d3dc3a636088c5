import type { Page } from '@playwright/test';
import { expect, opened, test } from './lib/journey.ts';
import { statusOf } from './lib/server.ts';
import { ADMIN_PASSWORD, freshName, installed, reachConfirm } from './lib/wizard.ts';

/*
 * The main job on the real product: sign in under a reseller's brand, create a WordPress site that answers, manage
 * it, delete it. One journey, because each part builds on the previous one.
 */

const DOMAIN = 'aurora-sites.localhost';

async function logInToWordPress(page: Page): Promise<void> {
  await page.locator('#user_login').fill('site-owner');
  await page.locator('#user_pass').fill(ADMIN_PASSWORD);
  await page.locator('#wp-submit').click();
  await expect(page.locator('#wpadminbar')).toBeVisible();
}

test('create, open, log in, rename, protect and delete a WordPress site', async ({
  page,
  context,
  browser,
  panel,
  origin,
  enter,
  signInAs,
}) => {
  const name = freshName('garden');
  const renamed = `${name}-new`;
  const [oldHost, newHost] = [`${name}.${DOMAIN}`, `${renamed}.${DOMAIN}`];

  await test.step('sign in and create', async () => {
    await signInAs('customer@aurora.example');
    await opened(page, 'My Sites');
    await expect(page).toHaveTitle(/Aurora/);
    await page.getByRole('link', { name: 'Create site' }).click();
    await page.getByRole('link', { name: 'WordPress site' }).click();
    await reachConfirm(page, { name, title: 'The winter garden' });
    await expect(page.getByText(oldHost).first()).toBeVisible();
    await page.getByRole('button', { name: 'Create site' }).click();
  });

  await test.step('the steps survive a reload', async () => {
    await expect(page).toHaveURL(/\/finish\?task=/);
    const steps = page.getByRole('region', { name: 'Installation' }).getByRole('listitem');
    await expect(steps.first()).toBeVisible();
    await page.reload();
    await expect(steps.first()).toBeVisible();
    await installed(page);
    await expect(page.getByRole('region', { name: 'Installation' })).toContainText('100%');
  });

  await test.step('the site answers in a new tab, with its title', async () => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: /^Open site/ }).click(),
    ]);
    await expect(tab).toHaveTitle(/The winter garden/);
    expect(await statusOf(oldHost, panel.port)).toBe(200);
    await tab.close();
  });

  await test.step('one click logs in to its wp-admin, which accepts the chosen password, too', async () => {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Log in to wp-admin' }).click(),
    ]);
    await expect(tab.locator('#wpadminbar')).toBeVisible();
    await context.clearCookies({ domain: oldHost });
    await tab.reload();
    await logInToWordPress(tab);
    await tab.close();
  });

  await test.step('the partner’s admin sees it with its customer; nobody else does', async () => {
    await page.getByRole('link', { name: 'Manage site' }).click();
    await opened(page, 'The winter garden');
    const { pathname } = new URL(page.url());
    const staff = await browser.newContext();
    await enter('admin@aurora.example', staff);
    const list = await staff.newPage();
    await list.goto(`${origin('aurora')}/admin/sites?q=${name}`);
    const row = list.getByRole('row').filter({ hasText: oldHost });
    await expect(row).toContainText('customer@aurora.example');
    await staff.close();

    for (const [email, partner] of [
      ['second@aurora.example', 'aurora'],
      ['customer@borealis.example', 'borealis'],
    ] as const) {
      const stranger = await browser.newContext();
      await enter(email, stranger);
      const other = await stranger.newPage();
      await other.goto(origin(partner) + pathname);
      await expect(other.getByRole('heading', { level: 1, name: 'This page could not be found' }), email).toBeVisible();
      await expect(other.getByText(oldHost)).toHaveCount(0);
      await stranger.close();
    }
    const foreign = await browser.newContext();
    await enter('admin@borealis.example', foreign);
    const theirs = await foreign.newPage();
    await theirs.goto(`${origin('borealis')}/admin/sites`);
    await opened(theirs, 'Sites');
    await expect(theirs.getByText(oldHost)).toHaveCount(0);
    await foreign.close();
  });

  await test.step('rename: the new host answers, the old one is gone', async () => {
    await page.getByRole('button', { name: 'Change Site Name' }).click();
    const panelOfName = page.getByRole('dialog', { name: 'Change Site Name' });
    await panelOfName.getByLabel('Site Domain Name').fill(renamed);
    await panelOfName.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Site name changed successfully!')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: newHost }).first()).toBeVisible();
    expect(await statusOf(newHost, panel.port)).toBe(200);
    expect(await statusOf(oldHost, panel.port)).toBeGreaterThanOrEqual(400);
  });

  await test.step('protect with a password', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await opened(page, 'Settings');
    await page.getByRole('button', { name: 'Protect with a password' }).click();
    const asked = page.getByRole('dialog', { name: 'Password protection' });
    await asked.getByLabel('User name').fill('friends');
    await asked.getByLabel('Password', { exact: true }).fill('Only-for-friends-1');
    await asked.getByRole('button', { name: 'Save' }).click();
    await expect(asked).toHaveCount(0);
    await expect(page.getByText('Visitors are asked for a password.')).toBeVisible();
    expect(await statusOf(newHost, panel.port)).toBe(401);
    const guest = await browser.newContext({
      httpCredentials: { username: 'friends', password: 'Only-for-friends-1' },
    });
    const answer = await (await guest.newPage()).goto(`http://${newHost}:${panel.port}/`);
    expect(answer?.status()).toBe(200);
    await guest.close();
  });

  await test.step('delete with the typed name; the site leaves the list, and the bell shows a notification', async () => {
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Delete Site' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Live Environment' });
    const confirm = dialog.getByRole('button', { name: 'Delete Environment' });
    await dialog.getByRole('textbox').fill(newHost.slice(0, -1));
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill(newHost);
    await confirm.click();
    await expect(page).toHaveURL(/\/sites$/);
    await expect(page.getByRole('main').getByText(newHost)).toHaveCount(0);
    expect(await statusOf(newHost, panel.port)).toBeGreaterThanOrEqual(400);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Notifications' })).toBeVisible();
    await expect(page.locator('.f-news')).toContainText(name);
  });
});
