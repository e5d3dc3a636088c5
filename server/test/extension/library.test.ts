import type { Extension, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { holdTasks, tenant } from '../site/site-support.ts';
import { installed, runNow, startChange, upload } from './extension-support.ts';
import { pluginZip, themeZip, zipOf } from './zip-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const archives = () => readdir(path.join(server.dataDir, 'library')).catch((): string[] => []);

test('a plugin is uploaded, each version is kept, and a deleted one leaves no file', async () => {
  const { client } = await tenant(server);
  const before = (await archives()).length;
  const first = await upload(client, 'plugin', pluginZip('shop', '1.0'));
  assert.equal(first.status, 200, first.text);
  const newer = await upload(client, 'plugin', pluginZip('shop', '1.1'));
  assert.equal(newer.status, 200, newer.text);
  const { body } = await client.get<Page<Extension>>('/plugin');
  assert.deepEqual([body.pageIndex, body.pageSize, body.totalCount, body.totalPage], [1, 100, 2, 1]);
  assert.deepEqual(
    body.pageElements.map(({ slug, name, version }) => [slug, name, version]),
    [
      ['shop', 'The shop plugin', '1.1'],
      ['shop', 'The shop plugin', '1.0'],
    ],
  );
  assert.equal((await client.get<Page<Extension>>('/plugin?pageIndex=2')).body.pageElements.length, 0);
  assert.equal((await client.get<Page<Extension>>('/plugin?keyword=other')).body.totalCount, 0);
  assert.equal((await client.get<Page<Extension>>('/theme')).body.totalCount, 0);
  const [latest] = body.pageElements;
  assert.equal((await client.get<Extension>(`/plugin/${latest?.id}`)).body.version, '1.1');
  assert.equal((await archives()).length, before + 2);
  assert.equal((await client.delete(`/plugin/${latest?.id}`)).status, 200);
  assert.equal((await client.delete(`/plugin/${latest?.id}`)).status, 200, 'deleting twice is the same');
  assert.equal((await client.get<Page<Extension>>('/plugin')).body.totalCount, 1);
  assert.equal((await archives()).length, before + 1);
});

test('the same archive once more is the same entry, another one under its version is refused', async () => {
  const { client } = await tenant(server);
  const [first, again] = [
    await upload(client, 'theme', themeZip('plain', '1.0')),
    await upload(client, 'theme', themeZip('plain', '1.0')),
  ];
  assert.deepEqual(again.body['data'], first.body['data']);
  const changed = zipOf([
    { name: 'plain/style.css', content: '/* Theme Name: Plain\nVersion: 1.0 */' },
    { name: 'plain/index.php', content: '<?php // other' },
  ]);
  const refused = await upload(client, 'theme', changed);
  assert.deepEqual([refused.status, refused.body['code']], [422, 'ARCHIVE_REFUSED']);
  assert.match(String(refused.body['message']), /already in your library with other content/);
});

test('a hostile archive leaves nothing behind, and the answer names the reason', async () => {
  const { client } = await tenant(server);
  const before = await archives();
  const refused = await upload(client, 'plugin', zipOf([{ name: '../evil.php', content: 'x' }]));
  assert.deepEqual([refused.status, refused.body['code']], [422, 'ARCHIVE_REFUSED']);
  assert.match(String(refused.body['message']), /leads outside/);
  assert.deepEqual(await archives(), before);
  const large = await upload(client, 'plugin', Buffer.alloc(33 * 1024 ** 2));
  assert.deepEqual([large.status, large.body['code']], [413, 'TOO_LARGE']);
  assert.equal((await client.post('/plugin', { file: 'text' })).body['code'], 'VALIDATION');
});

test('libraries of customers are separate', async () => {
  const [own, other] = [await tenant(server), await tenant(server)];
  const { body } = await upload(own.client, 'plugin', pluginZip('mine', '1.0'));
  const { id } = body['data'] as Extension;
  assert.equal((await other.client.get(`/plugin/${id}`)).status, 404);
  assert.equal((await other.client.delete(`/plugin/${id}`)).status, 200);
  assert.equal((await own.client.get(`/plugin/${id}`)).status, 200);
  assert.equal((await other.client.get<Page<Extension>>('/plugin')).body.totalCount, 0);
  assert.equal((await other.client.get('/plugin/available/sites?slug=mine&version=1.0')).status, 404);
});

test('installed items are grouped over the sites, with newer versions of the library', async () => {
  const { client, partner, customer } = await tenant(server);
  const item = { kind: 'plugin', slug: 'seo', name: 'SEO' } as const;
  for (const [name, version, active] of [
    ['a', '1.9', true],
    ['b', '1.10', false],
  ] as const) {
    const site = await server.scenario.site(partner, customer, { name });
    await server.scenario.installed(site, [{ ...item, version, active }]);
  }
  await server.scenario.site(partner, customer, { name: 'unread' });
  await server.scenario.extension(partner, customer, { ...item, version: '1.10' });
  const { pageElements, unchecked, checked_at } = await installed(client, 'plugin');
  assert.deepEqual(
    pageElements.map(({ slug, versions, site_count, active_count, update_version, sites }) => [
      slug,
      versions,
      site_count,
      active_count,
      update_version,
      sites.map(({ version, active }) => [version, active]),
    ]),
    [
      [
        'seo',
        ['1.10', '1.9'],
        2,
        1,
        '1.10',
        [
          ['1.9', true],
          ['1.10', false],
        ],
      ],
    ],
  );
  assert.deepEqual(
    unchecked.map(({ fqdn }) => fqdn),
    [`unread.${partner.sitesDomain}`],
  );
  assert.ok(checked_at);
  assert.equal((await installed(client, 'theme')).totalCount, 0);
  assert.equal((await installed(client, 'plugin', '?pageIndex=2')).totalCount, 1, 'a page past the end has its total');
});

test('a change that makes no sense is refused before anything is started', async () => {
  const { client, partner, customer } = await tenant(server);
  const site = await server.scenario.site(partner, customer, { name: 'shop' });
  const codeOf = async (kind: string, body: object) => (await client.post(`/${kind}/installed`, body)).body['code'];
  const slugs = ['seo'];
  assert.equal(await codeOf('theme', { slugs, action: 'deactivate' }), 'VALIDATION');
  assert.equal(await codeOf('theme', { slugs: ['a', 'b'], action: 'activate' }), 'VALIDATION');
  assert.equal(await codeOf('plugin', { slugs, action: 'install' }), 'VALIDATION');
  assert.equal(await codeOf('plugin', { slugs: ['--require=x'], action: 'activate' }), 'VALIDATION');
  assert.equal(await codeOf('plugin', { slugs, action: 'activate' }), 'VALIDATION');
  assert.equal(await codeOf('plugin', { slugs, action: 'install', site_ids: [site.id] }), 'NOT_FOUND');
  assert.equal(
    await codeOf('plugin', { slugs, action: 'activate', reseller_email: 'someone@else.example' }),
    'TENANT_MISMATCH',
  );
});

test('of two changes of the same sites at the same time, one changes each site', async () => {
  const own = await tenant(server);
  const { client, partner, customer } = own;
  const item = { kind: 'plugin', slug: 'seo', name: 'SEO', version: '1.0', active: false } as const;
  const sites = await Promise.all(['one', 'two'].map((name) => server.scenario.site(partner, customer, { name })));
  for (const site of sites) await server.scenario.installed(site, [item]);
  await server.scenario.extension(partner, customer, { ...item, version: '1.0' });
  const available = await client.get<unknown[]>('/plugin/available/sites?slug=seo&version=1.0');
  assert.equal(available.body.length, 2);
  // Neither change ends before both have begun.
  const release = await holdTasks(own);
  const ids = sites.map(({ id }) => id);
  const started = await Promise.all(
    [ids, ids.toReversed()].map((site_ids) =>
      startChange(client, 'plugin', { slugs: ['seo'], action: 'activate', site_ids }),
    ),
  );
  const runs = await Promise.all(started.map((id) => runNow(client, id)));
  await release();
  for (const id of ids) {
    const tasks = runs.map((run) => run.sites.find(({ site_id }) => site_id === id)?.task_id);
    assert.equal(tasks.filter(Boolean).length, 1, JSON.stringify(runs));
  }
});
