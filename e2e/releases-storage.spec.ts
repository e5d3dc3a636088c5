import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, move, opened, test } from './lib/journey.ts';
import { originOf } from './lib/server.ts';
import { ownPanel } from './lib/own-panel.ts';

/*
 * A storage that holds something other than what was published: such a release does not run, its section shows the
 * reason, the rest works, and Retry loads the section once the storage is repaired. Uses a separate panel, because a
 * release that was verified once is not checked again.
 */

const MANIFEST = 'manifest.json';
const SIGNATURE = 'manifest.sig.json';

const panel = ownPanel();

const folderOf = (id: string): string => {
  const folder = path.join(panel.dataDir, 'releases', id);
  return path.join(folder, readdirSync(folder)[0] ?? '');
};

type Kept = { manifest: Buffer; signature: Buffer };
type Doubt = { says: RegExp; strike: (folder: string, kept: Kept) => void };
const MISSING: Doubt = {
  says: /Its release is not in the storage\..*P101/,
  strike: (folder) => rmSync(path.join(folder, MANIFEST)),
};
const UNSIGNED: Doubt = {
  says: /Its release is not signed\..*P102/,
  strike: (folder) => rmSync(path.join(folder, SIGNATURE)),
};
const CHANGED: Doubt = {
  says: /signed with a key that is not trusted, or was changed after it was signed\..*P103/,
  strike: (folder, { manifest }) => writeFileSync(path.join(folder, MANIFEST), `${manifest.toString('utf8')} `),
};
/** Validly signed, but for another release, like a restored old manifest. */
const REPLAYED: Doubt = {
  says: /The storage holds another release than the one that was published\..*P104/,
  strike: (folder) => {
    for (const file of [MANIFEST, SIGNATURE]) copyFileSync(path.join(folderOf('shell'), file), path.join(folder, file));
  },
};

function restore(folder: string, { manifest, signature }: Kept): void {
  writeFileSync(path.join(folder, MANIFEST), manifest);
  writeFileSync(path.join(folder, SIGNATURE), signature);
}

const customer = 'customer@aurora.example';
const CASES = [
  { remote: 'mf-sites', path: '/sites', heading: /My Sites/, account: customer, doubts: [MISSING, UNSIGNED] },
  { remote: 'mf-apps', path: '/apps', heading: /Applications/, account: customer, doubts: [MISSING, CHANGED] },
  {
    remote: 'mf-account',
    path: '/my-account/profile',
    heading: /Profile/,
    account: customer,
    doubts: [MISSING, REPLAYED],
  },
  { remote: 'mf-help', path: '/help', heading: /Help/, account: customer, doubts: [MISSING] },
  { remote: 'mf-admin', path: '/admin/sites', heading: /Sites/, account: 'admin@aurora.example', doubts: [MISSING] },
] as const;

test('a faulty stored release does not run, whatever the fault', async ({ page, context, pageErrors }) => {
  const kept = new Map(
    CASES.map(({ remote }): [string, Kept] => {
      const folder = folderOf(remote);
      return [
        remote,
        { manifest: readFileSync(path.join(folder, MANIFEST)), signature: readFileSync(path.join(folder, SIGNATURE)) },
      ];
    }),
  );
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  // Changes all of them before the panel opens any.
  for (const { remote } of CASES) MISSING.strike(folderOf(remote), kept.get(remote) as Kept);

  for (const { remote, path: address, heading, account, doubts } of CASES) {
    await test.step(remote, async () => {
      await context.clearCookies();
      await context.addCookies(panel.sessions[account] ?? []);
      await page.goto(`${originOf('aurora', panel.port)}/forbidden`);
      await opened(page, /./);
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await move(page, address);
      const alert = page.getByRole('main').getByRole('alert');
      const retry = alert.getByRole('button', { name: 'Retry' });
      for (const { says, strike } of doubts) {
        restore(folderOf(remote), kept.get(remote) as Kept);
        strike(folderOf(remote), kept.get(remote) as Kept);
        await expect(alert).toContainText('didn’t open');
        // The panel reuses a failed check for two seconds.
        await expect(async () => {
          await retry.click({ timeout: 1000 });
          await expect(alert).toContainText(says, { timeout: 1000 });
        }).toPass();
        await expect(page.getByRole('banner')).toBeVisible();
        expect(
          fetched.filter((file) => file.startsWith(`/remotes/${remote}/`)),
          'nothing of it is fetched',
        ).toEqual([]);
      }
      restore(folderOf(remote), kept.get(remote) as Kept);
      await expect(async () => {
        // Don't click again while the last click is still taking effect.
        if (await retry.isVisible()) await retry.click({ timeout: 1000 });
        await expect(alert).toHaveCount(0, { timeout: 1000 });
      }).toPass();
      await opened(page, heading);
      expect(await page.evaluate(() => 'sameDocument' in window), 'the page was not reloaded').toBe(true);
    });
  }
  // This journey causes its errors on purpose.
  pageErrors.length = 0;
});
