import { expect, type BrowserContext, type Page } from '@playwright/test';
import { CSRF_COOKIE } from '@panel/contract/wire';
import { Client } from '@panel/server/testing/client';
import { originOf, type Announced } from './server.ts';

type Running = Announced & { port: number };
export type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** The partner of this customer's address: `customer@aurora.example` → `aurora`. */
export const partnerOf = (email: string): string => /@([a-z0-9-]+)\.example$/.exec(email)?.[1] ?? 'aurora';

/** The host where the account signs in. The operator has no partner and can use any. */
const hostOf = (email: string): string => (partnerOf(email) === 'panel' ? 'aurora' : partnerOf(email));

/** One session per announced account, by email, for journeys that don't test signing in. */
export async function openSessions({ accounts, port }: Running): Promise<Record<string, Cookies>> {
  const opened = accounts.map(async ({ email, password }): Promise<[string, Cookies]> => {
    const origin = originOf(hostOf(email), port);
    const client = new Client(port, new URL(origin).hostname);
    await client.get('/partner/whitelabel');
    const { status, text } = await client.post('/login', { email, password }, { origin });
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${text}`);
    return [
      email,
      [...client.jar].map(([name, value]) => ({
        name,
        value,
        url: origin,
        httpOnly: name !== CSRF_COOKIE,
        sameSite: 'Lax',
      })),
    ];
  });
  return Object.fromEntries(await Promise.all(opened));
}

/** Signs in through the page, as a person does, and waits until the panel has loaded. */
export async function signIn(page: Page, panel: Running, email: string): Promise<void> {
  const account = panel.accounts.find((one) => one.email === email);
  if (!account)
    throw new Error(
      `The server announced no account ${email}. It has: ${panel.accounts.map((one) => one.email).join(', ')}`,
    );
  await page.goto(`${originOf(hostOf(email), panel.port)}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}
