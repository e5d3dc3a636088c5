import type { Page } from '@playwright/test';
import { expect, opened } from './journey.ts';

export const WIZARD = '/create-site-with-wordpress';
export const ADMIN_PASSWORD = 'Correct-horse-42-battery';

/** A unique name from the worker's counter and clock, within 37 characters. */
let made = 0;
export const freshName = (kind: string): string => `${kind}-${process.pid.toString(36)}-${(made += 1)}`;

/** Fills in step 1 and continues. */
export async function fillDetails(page: Page, { name, title }: { name: string; title: string }): Promise<void> {
  await opened(page, 'Create a WordPress site');
  await page.getByLabel('Site Domain Name').fill(name);
  await page.getByLabel('Site title').fill(title);
  await page.getByLabel('User name').fill('site-owner');
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await expect(page.getByText('This address is available.')).toBeVisible();
}

/** From the first step to the confirmation. */
export async function reachConfirm(page: Page, site: { name: string; title: string }): Promise<void> {
  await fillDetails(page, site);
  await page.getByRole('button', { name: 'Continue' }).click();
  await opened(page, 'Select a plan');
  await page.getByRole('button', { name: 'Continue' }).click();
  await opened(page, 'Finalize and confirm');
}

/** Waits for a running installation to end. */
export async function installed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Your site is ready' })).toBeVisible();
}
