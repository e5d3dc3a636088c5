import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Opens the newest caught mail to this address and follows its link, as one does from a mail program. */
export async function followMail(page: Page, origin: string, to: string, subject: RegExp): Promise<void> {
  const mail = page.getByRole('row').filter({ hasText: to }).getByRole('link', { name: subject }).first();
  await expect(async () => {
    await page.goto(`${origin}/dev/mail`);
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass();
  await mail.click();
  await page.locator('pre').getByRole('link').first().click();
}
