import { openFaultFront, type FaultFront } from './lib/fault-front.ts';
import { FAULTS, type Fault } from './lib/remote-faults.ts';
import { expect, move, opened, test as journey } from './lib/journey.ts';
import { originOf } from './lib/server.ts';
import { runningPanel } from './lib/test.ts';

/*
 * Whatever fails in a remote, the section shows the numbered error in place, the frame and the other sections work,
 * and Retry recovers without a reload once the fault is fixed. One loader loads all of them: the first remote has
 * every fault, and the others share them.
 */

const test = journey.extend<object, { front: FaultFront }>({
  front: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const front = await openFaultFront(runningPanel().port);
      await use(front);
      await front.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'parallel' });

type Case = { remote: string; path: string; heading: RegExp; account: string; elsewhere: string };

// A page of the shell on which no remote has a part.
const customer = { account: 'customer@aurora.example', elsewhere: '/get-started' };
const CASES: readonly Case[] = [
  { remote: 'mf-sites', path: '/sites', heading: /My Sites/, ...customer },
  { remote: 'mf-apps', path: '/apps', heading: /Applications/, ...customer },
  { remote: 'mf-account', path: '/my-account/profile', heading: /Profile/, ...customer },
  { remote: 'mf-help', path: '/help', heading: /Help/, ...customer },
  {
    remote: 'mf-admin',
    // A page with a style of its own.
    path: '/admin/sections',
    heading: /Sections/,
    account: 'admin@aurora.example',
    elsewhere: '/change-password',
  },
];

/** The faults of a kind for the remote at a place of the list: what is possible for some only, they have in any case. */
const shareOf = (faults: readonly Fault[], remote: string, place: number): readonly Fault[] =>
  faults.filter(({ of }, index) =>
    of ? of.includes(remote) : place === 0 || index % (CASES.length - 1) === place - 1,
  );

const WALKS = CASES.flatMap((one, place) =>
  Object.entries(FAULTS).map(([kind, faults]) => ({ ...one, kind, faults: shareOf(faults, one.remote, place) })),
).filter(({ faults }) => faults.length > 0);

for (const { remote, path, heading, account, elsewhere, kind, faults } of WALKS) {
  test(`${remote}: ${kind}`, async ({ page, enter, front, pageErrors }) => {
    test.setTimeout(60_000 + faults.length * 60_000);
    await enter(account);
    const browser = await page.context().newCDPSession(page);
    const main = page.getByRole('main');
    const alert = main.getByRole('alert');
    for (const fault of faults) {
      await test.step(fault.name, async () => {
        // The browser does not request a file again that it has loaded and verified.
        await browser.send('Network.clearBrowserCache');
        await page.goto(originOf('aurora', front.port) + elsewhere);
        await opened(page, /./);
        await page.evaluate(() => Object.assign(window, { sameDocument: true }));

        const lift = await fault.strike(front, page, remote);
        await move(page, path);
        await expect(alert).toContainText(fault.says);
        const retry = alert.getByRole('button', { name: 'Retry' });
        await expect(retry).toBeEnabled();

        await expect(page.getByRole('banner')).toBeVisible();
        await move(page, elsewhere);
        await expect(alert).toHaveCount(0);
        await opened(page, /./);
        await move(page, path);
        await expect(retry).toBeVisible();

        await lift();
        await retry.click();
        await expect(alert).toHaveCount(0);
        await opened(page, heading);
        expect(await page.evaluate(() => 'sameDocument' in window), 'the page was not reloaded').toBe(true);
      });
    }
    // This journey causes its errors on purpose.
    pageErrors.length = 0;
  });
}
