import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from '@playwright/test';
import { startOutsidePanel, type OutsidePanel } from './outside-panel.ts';

/* What the developer tools of Module Federation find on a page of the panel. */

type Shared = { version: string; from: string; loaded?: boolean; useIn?: string[] };
type Tools = {
  moduleInfo: Record<string, { version: string; remoteEntry?: string; remotesInfo: Record<string, unknown> }>;
  __SHARE__: Record<string, Record<string, Record<string, Record<string, Shared>>>>;
};
type Global = { __FEDERATION__?: Tools };

let panel: OutsidePanel;

before(async () => {
  panel = await startOutsidePanel();
});
after(() => panel?.close());

/** Opens a page, and waits until the code for open tabs has run. */
async function openTab(page: Page, path: string): Promise<void> {
  await page.goto(`${panel.origin}${path}`);
  await page.locator('.f-over').waitFor({ state: 'attached' });
}

test('staff see the remotes of the page, its shared modules, and their versions', async () => {
  const page = await panel.newPage(panel.staff);
  await openTab(page, '/admin/sites');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => Boolean((globalThis as Global).__FEDERATION__));
  const { moduleInfo, shared } = await page.evaluate(() => {
    const tools = (globalThis as Global).__FEDERATION__;
    return {
      moduleInfo: tools?.moduleInfo ?? {},
      shared: Object.entries(tools?.__SHARE__['shell']?.['default'] ?? {}).map(([name, versions]) => ({
        name,
        versions: Object.values(versions).map(({ version, from, loaded, useIn }) => ({ version, from, loaded, useIn })),
      })),
    };
  });
  assert.match(moduleInfo['shell']?.version ?? '', /^[0-9a-f]{12}$/);
  assert.ok(Object.keys(moduleInfo['shell']?.remotesInfo ?? {}).includes('mf_admin'));
  const [, admin] = Object.entries(moduleInfo).find(([id]) => id.startsWith('mf_admin:')) ?? [];
  assert.match(admin?.version ?? '', /^[0-9a-f]{12}$/);
  assert.ok(admin?.remoteEntry?.startsWith(panel.origin));
  const [react] = shared.find(({ name }) => name === 'react')?.versions ?? [];
  assert.match(react?.version ?? '', /^19\./);
  assert.deepEqual({ from: react?.from, loaded: react?.loaded }, { from: 'shell', loaded: true });
  assert.ok(react?.useIn?.includes('mf_admin'));
  await page.context().close();
});

test("a customer's page has nothing of it", async () => {
  const page = await panel.newPage(panel.customer);
  await openTab(page, '/sites');
  assert.equal(await page.evaluate(() => '__FEDERATION__' in globalThis), false);
  await page.context().close();
});
