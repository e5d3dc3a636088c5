import { expect, type Page } from '@playwright/test';
import { originOf, type Announced } from './server.ts';

/** The partner whose customers have this address: `customer@aurora.example` → `aurora`. */
export const partnerOf = (email: string): string => /@([a-z0-9-]+)\.example$/.exec(email)?.[1] ?? 'aurora';

/** Signs in through the page, as a person does, and waits until the panel has taken over. */
export async function signIn(page: Page, panel: Announced & { port: number }, email: string): Promise<void> {
  const account = panel.accounts.find((one) => one.email === email);
  if (!account) throw new Error(`The server announced no account ${email}. It has: ${panel.accounts.map((one) => one.email).join(', ')}`);
  const partner = partnerOf(email) === 'panel' ? 'aurora' : partnerOf(email);
  await page.goto(`${originOf(partner, panel.port)}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}
