import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createReleaseSource } from '../../src/platform/release/visitor-set.ts';
import { NEW_PAGE } from '../../src/platform/web/release-source.ts';
import { startTestServer } from '../../src/testing/index.ts';
import { writeBuild } from '../web/fixture.ts';
import { billing, bundle, folder, makeUpload, newKey, openPanel, rawPublicKey, TOKEN } from './release-support.ts';

const REMOTES = ['mf-account', 'mf-admin', 'mf-apps', 'mf-help', 'mf-sites'];

/** A root as `pnpm dev` makes it: a development shell, and links to the checkout's remotes. */
function developmentRoot(t: TestContext, checkout: string): string {
  const root = folder(t);
  writeBuild(root, 'shell', 'dev');
  for (const id of REMOTES) symlinkSync(path.join(checkout, id), path.join(root, id), 'dir');
  return root;
}

test('in development a new build runs with the next view, and open pages find their parts', async (t) => {
  const root = bundle(t);
  const panel = await openPanel(t, { WEB_DEVELOPMENT: developmentRoot(t, root) }, { root });
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
  rmSync(path.join(root, 'mf-help', 'dist', 'manifest.json'));
  assert.equal(await panel.version('mf-help'), 'mf-helpv1', 'while it is being swapped');
  writeBuild(root, 'mf-help', '2');
  assert.equal(await panel.version('mf-help'), 'mf-helpv2');
  const older = await panel.server
    .anonymous(panel.partner)
    .get('/remotes/mf-help/mf-helpv1/page-help-home.js', { accept: '*/*' });
  assert.equal(older.status, 200);
});

test('a development build is never registered: an empty data folder has the checkout’s releases, a restart finds new routes, an ordinary start serves what was released', async (t) => {
  const checkout = bundle(t);
  const dataDir = folder(t);
  const start = (env: Record<string, string>) =>
    startTestServer({ web: true, dataDir, env: { WEB_DIR: checkout, OPERATOR_TOKEN: TOKEN, ...env } });
  const root = developmentRoot(t, checkout);

  let server = await start({ WEB_DEVELOPMENT: root });
  const partner = await server.scenario.partner();
  const page = (address: string) => server.anonymous(partner).get(address, { accept: 'text/html' });
  const released = async () =>
    (await server.app.releases.state()).releases.map(({ package: name, version }) => `${name} ${version}`).sort();
  const shell = async () => /\/shell\/(\w+)\//.exec((await page('/help')).text)?.[1];
  const first = [...REMOTES.map((id) => `${id} ${id}v1`), 'shell shellv1'];
  assert.deepEqual(await released(), first);
  assert.equal((await page('/help')).status, 200);
  assert.equal(await shell(), 'shellvdev');
  assert.equal((await page('/billing')).status, 404);
  await server.stop();

  writeBuild(checkout, 'mf-help', '2', [{ path: '/billing', page: 'billing', audience: 'public' }]);
  server = await start({ WEB_DEVELOPMENT: root });
  assert.equal((await page('/billing')).status, 200, 'the new route after a restart');
  assert.deepEqual(await released(), first);
  await server.stop();

  writeBuild(checkout, 'mf-help');
  server = await start({});
  t.after(() => server.stop());
  assert.equal(await shell(), 'shellv1');
  assert.deepEqual(await released(), first);
});

test('in development a released remote that the checkout does not have runs beside the builds', async (t) => {
  const root = bundle(t);
  const key = newKey();
  const panel = await openPanel(
    t,
    { WEB_DEVELOPMENT: developmentRoot(t, root), RELEASE_KEYS: `mf-billing=${rawPublicKey(key).toString('base64')}` },
    { root },
  );
  const published = await panel.operator(
    'POST',
    '/platform/releases',
    makeUpload(t, key, 'mf-billing', '1', billing()),
  );
  assert.equal(published.status, 200, published.text);
  await panel.change('mf-billing', 'promote', { version: 'mf-billingv1' });
  assert.equal(await panel.version('mf-billing'), 'mf-billingv1');
  await panel.change('mf-help', 'disable');
  assert.equal(await panel.version('mf-help'), 'mf-helpv1', 'what the checkout has built runs in any case');
  const set = await createReleaseSource(panel.server.app.releases).setFor(
    { partnerId: panel.partner.id, key: null },
    NEW_PAGE,
  );
  assert.equal(set.shell.release.version, 'shellv1');
});
