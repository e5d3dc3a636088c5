import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { startTestServer } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { readySite, tenant } from '../site/site-support.ts';
import { upload } from './extension-support.ts';
import { decided, planned, reached } from './plan-support.ts';
import { pluginZip } from './zip-support.ts';

const missing = await nativePhpMissing();

const paint = (version: string, color: string): Buffer =>
  pluginZip(
    'paint',
    version,
    `add_action('wp_head', function () { echo '<style>html, body { background: ${color} !important; }</style>'; });`,
  );

test('the first site is compared by its picture, and its owner sees both', { skip: missing ?? false }, async (t) => {
  const server = await startTestServer({
    env: { SITE_PICTURES: 'auto' },
    hosting: async (dataDir) => {
      const config = hostingConfigFromEnv({ PHP_RUNTIME: 'native' }, dataDir);
      return createLocalDriver({ config, runtime: await prepareRuntime(config) });
    },
  });
  t.after(() => server.stop());
  if (!(await server.app.pictures?.available())) return t.skip('Chromium does not start in a sandbox here');
  const [own, other] = [await tenant(server), await tenant(server)];
  const { site_id } = await readySite(own, 'painted');
  const add = async (version: string, color: string) =>
    assert.equal((await upload(own.client, 'plugin', paint(version, color))).status, 200);

  await add('1.0', '#ffffff');
  const install = { slugs: ['paint'], action: 'install', activate: true, site_ids: [site_id] };
  const white = await reached(own.client, await planned(own.client, 'plugin', install), 'done');
  assert.deepEqual(white.sites[0]?.differences, [], 'it looks the same');
  assert.ok(white.sites[0]?.pictures, JSON.stringify(white.sites));

  await add('1.1', '#c81e1e');
  const id = await planned(own.client, 'plugin', { slugs: ['paint'], action: 'update' });
  const [site] = (await reached(own.client, id, 'review')).sites;
  assert.deepEqual(site?.differences, ['The home page looks different.']);
  assert.ok(site?.pictures);
  const image = { accept: 'image/*' };
  const before = await own.client.get(site.pictures.before, image);
  const after = await own.client.get(site.pictures.after, image);
  for (const { status, headers } of [before, after])
    assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
  assert.notEqual(before.text, after.text);
  assert.equal((await other.client.get(site.pictures.after, image)).status, 404);
  await decided(own.client, id, { decision: 'continue' });
  await reached(own.client, id, 'done');
});
