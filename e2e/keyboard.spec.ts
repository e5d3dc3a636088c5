import type { Page } from '@playwright/test';
import { expect, opened, test } from './lib/journey.ts';
import { ADMIN_PASSWORD, freshName, installed } from './lib/wizard.ts';

/* The main job without a mouse: keys only, with the focus always where reading continues. */

const LONGEST_WAY = 60;

const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? '',
  );

/** Tabs until the element with this name has the focus; fails after the whole page. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let steps = 0; steps < LONGEST_WAY; steps += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused(page))) return;
  }
  throw new Error(`No Tab reaches ${name}; the focus is on "${await focused(page)}".`);
}

/** Tabs to the field with this label and types. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (let steps = 0; steps < LONGEST_WAY; steps += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

test('sign in, open the palette, create a site and delete it with the keyboard only', async ({ page, origin }) => {
  const name = freshName('keys');
  const fqdn = `${name}.cobalt-sites.localhost`;

  await test.step('sign in', async () => {
    // Without a site, the sign-in alone would lead to the first steps.
    await page.goto(`${origin('cobalt')}/login?next=${encodeURIComponent('/sites')}`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await typeInto(page, 'Email', 'customer@cobalt.example');
    await typeInto(page, 'Password', 'Demo-panel-1');
    await page.keyboard.press('Enter');
    await opened(page, 'My Sites');
  });

  await test.step('the first Tab offers to skip the frame', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('the palette opens, closes and returns the focus, and opens the wizard', async () => {
    const tool = page.getByRole('button', { name: /Search or jump to/ });
    await tool.focus();
    await page.keyboard.press('Enter');
    const palette = page.getByRole('combobox', { name: 'Search pages and sites' });
    await expect(palette).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(tool).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(palette).toBeFocused();
    await page.keyboard.type('Create a WordPress');
    await expect(page.getByRole('option', { selected: true })).toContainText('Create a WordPress site');
    await page.keyboard.press('Enter');
    await opened(page, 'Create a WordPress site');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('the wizard', async () => {
    await typeInto(page, 'Site Domain Name', name);
    await typeInto(page, 'Site title', 'By keys');
    await typeInto(page, 'User name', 'site-owner');
    await typeInto(page, 'Password', ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await opened(page, 'Select a plan');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(page, /^Continue$/);
    await page.keyboard.press('Enter');
    await opened(page, 'Finalize and confirm');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(page, /^Create site$/);
    await page.keyboard.press('Enter');
    await installed(page);
    await tabTo(page, /^Manage site$/);
    await page.keyboard.press('Enter');
    await opened(page, 'By keys');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('the dialog returns the focus, and deletes', async () => {
    await tabTo(page, /^Settings$/);
    await page.keyboard.press('Enter');
    await opened(page, 'Settings');
    const opener = page.getByRole('main').getByRole('button', { name: 'Delete Site' });
    await tabTo(page, /^Delete Site$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete Live Environment' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type(fqdn);
    await page.keyboard.press('Enter');
    await opened(page, 'My Sites');
    await expect(page.getByRole('main').getByText(fqdn)).toHaveCount(0);
  });
});
