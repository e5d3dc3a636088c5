import type { BrowserContext, Page } from '@playwright/test';
import { FAULTS, strike } from './lib/remote-faults.ts';
import { expect, test } from './lib/test.ts';

/*
 * Each remote × each way its server may fail: the section says so in place, the frame and the other sections work, and
 * Retry brings it back without a reload of the page.
 */

type Case = { remote: string; path: string; heading: RegExp; account: string; elsewhere: string };

const customer = { account: 'customer@aurora.example', elsewhere: '/dashboard' };
const CASES: readonly Case[] = [
  { remote: 'mf-sites', path: '/sites', heading: /My Sites/, ...customer },
  { remote: 'mf-apps', path: '/apps', heading: /Applications/, ...customer },
  { remote: 'mf-account', path: '/my-account/profile', heading: /Profile/, ...customer },
  { remote: 'mf-help', path: '/help', heading: /Help/, ...customer },
  { remote: 'mf-admin', path: '/admin/sites', heading: /Sites/, account: 'admin@aurora.example', elsewhere: '/change-password' },
];

const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/** Moves inside of the panel as Back and Forward do: no request for a page, nothing loaded ahead by a pointer. */
async function move(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

for (const { remote, path, heading, account, elsewhere } of CASES) {
  for (const fault of FAULTS) {
    test(`${remote}: ${fault.name}`, async ({ page, context, origin, signInAs, pageErrors }) => {
      const known = sessions.get(account);
      if (known) await context.addCookies(known);
      else await signInAs(account);
      sessions.set(account, await context.cookies());

      await page.goto(origin('aurora') + elsewhere);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main.getByText('Loading')).toHaveCount(0);
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));

      const lift = await strike(page, remote, fault);
      const asked = Date.now();
      await move(page, path);
      const told = main.getByRole('alert');
      await expect(told).toContainText(/could not be opened|stopped working/, { timeout: fault.fallbackWithinMs });
      expect(Date.now() - asked).toBeLessThan(fault.fallbackWithinMs);
      const retry = told.getByRole('button', { name: 'Retry' });
      await expect(retry).toBeEnabled();

      await expect(page.getByRole('banner')).toBeVisible();
      await move(page, elsewhere);
      await expect(told).toHaveCount(0);
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      await move(page, path);

      await lift();
      await retry.click();
      await expect(told).toHaveCount(0);
      await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(main.getByText('Loading')).toHaveCount(0);
      expect(await page.evaluate(() => 'sameDocument' in window), 'the page was not reloaded').toBe(true);
      // The errors of this journey were made on purpose.
      pageErrors.length = 0;
    });
  }
}
