import type { Page } from '@playwright/test';
import { ENTRY_404, FAULTS, PART_404, PAGE_THROWS, strike, type Fault } from './lib/remote-faults.ts';
import { expect, opened, test } from './lib/journey.ts';

/*
 * A remote's server may fail: the section says so in place, the frame and the other sections work, and Retry brings it
 * back without a reload of the page. What loads remotes is the shell's, so every way to fail is tried on one of them;
 * of the others, whose files alone differ, each kind of file.
 */

test.describe.configure({ mode: 'parallel' });

type Case = { remote: string; path: string; heading: RegExp; account: string; elsewhere: string; faults: readonly Fault[] };

const customer = { account: 'customer@aurora.example', elsewhere: '/dashboard' };
const kinds = [ENTRY_404, PART_404, PAGE_THROWS];
const CASES: readonly Case[] = [
  { remote: 'mf-sites', path: '/sites', heading: /My Sites/, ...customer, faults: FAULTS },
  { remote: 'mf-apps', path: '/apps', heading: /Applications/, ...customer, faults: kinds },
  { remote: 'mf-account', path: '/my-account/profile', heading: /Profile/, ...customer, faults: kinds },
  { remote: 'mf-help', path: '/help', heading: /Help/, ...customer, faults: kinds },
  { remote: 'mf-admin', path: '/admin/sites', heading: /Sites/, account: 'admin@aurora.example', elsewhere: '/change-password', faults: kinds },
];

/** Moves inside of the panel as Back and Forward do: no request for a page, nothing loaded ahead by a pointer. */
async function move(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

for (const { remote, path, heading, account, elsewhere, faults } of CASES) {
  test(remote, async ({ page, origin, enter, pageErrors }) => {
    test.setTimeout(30_000 + faults.length * 20_000);
    await enter(account);
    const main = page.getByRole('main');
    const told = main.getByRole('alert');
    for (const fault of faults) {
      await test.step(fault.name, async () => {
        await page.goto(origin('aurora') + elsewhere);
        await opened(page, /./);
        await page.evaluate(() => Object.assign(window, { sameDocument: true }));

        const lift = await strike(page, remote, fault);
        await move(page, path);
        await expect(told).toContainText(fault.says);
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
        await opened(page, heading);
        expect(await page.evaluate(() => 'sameDocument' in window), 'the page was not reloaded').toBe(true);
      });
    }
    // The errors of this journey were made on purpose.
    pageErrors.length = 0;
  });
}
