import type { Page } from '@playwright/test';
import { expect, runningPanel } from './test.ts';

/**
 * Finds the newest caught email to this address as the operator, in a separate browser, and opens its link in this
 * one.
 */
export async function followMail(page: Page, origin: string, to: string, subject: RegExp): Promise<void> {
  const session = runningPanel().sessions['operator@panel.example'];
  const browser = page.context().browser();
  if (!session || !browser) throw new Error('The operator has no session.');
  const context = await browser.newContext();
  await context.addCookies(session);
  const outbox = await context.newPage();
  const mail = outbox.getByRole('row').filter({ hasText: to }).getByRole('link', { name: subject }).first();
  await expect(async () => {
    await outbox.goto(`${origin}/dev/mail`);
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.click();
  const link = await outbox.locator('pre').getByRole('link').first().getAttribute('href');
  await context.close();
  await page.goto(link ?? '');
}
