import type { Blueprint, Notification, Page, Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { ended, newSite, readySite, tenant, visit } from '../site/site-support.ts';
import { readSiteFile, writeSiteFile } from '../backup/backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const archiveOf = (id: string): string => path.join(server.dataDir, 'backups/blueprints', id, 'archive.tar.gz');
const byId = async (client: Client, id: string) => (await client.get<Blueprint>(`/blueprint/${id}`)).body;
const listed = async (client: Client, query = '') =>
  (await client.get<Page<Blueprint>>(`/blueprint?orderBy=name${query}`)).body.pageElements;
const names = async (client: Client, query?: string) => (await listed(client, query)).map(({ name }) => name);

/** A complete blueprint of a site. */
async function makeBlueprint(client: Client, fqdn: string, name: string): Promise<Blueprint> {
  const started = await client.post<{ id: string; task_id: string }>('/blueprint', { site_fqdn: fqdn, name });
  assert.equal(started.status, 200, started.text);
  const task = await ended(client, started.body.task_id);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  return byId(client, started.body.id);
}

async function createdFrom(client: Client, fqdn: string, blueprint: unknown): Promise<Task> {
  const started = await client.post('/site', newSite(fqdn, { blueprint }));
  assert.equal(started.status, 200, started.text);
  return ended(client, started.body['task_id']);
}

test('a blueprint is made by a task of its site, stored with its SHA-256, reported, and a new site starts from it', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'studio');
  await writeSiteFile(server.dataDir, site.site_id, 'index.html', '<h1>Studio</h1>');
  const started = await mine.client.post<{ id: string; task_id: string }>('/blueprint', {
    ...{ site_fqdn: site.fqdn, name: ' Studio ', includes_content: true },
    ...{ partner_domain: mine.partner.domain, reseller_email: mine.partner.supportEmail },
  });
  assert.equal(started.status, 200, started.text);
  const task = await ended(mine.client, started.body.task_id);
  assert.deepEqual(
    task.steps.map(({ name, state }) => [name, state]),
    [
      ['pack', 'done'],
      ['store', 'done'],
      ['verify', 'done'],
    ],
  );
  const made = await byId(mine.client, started.body.id);
  const { name, site_fqdn, includes_content, is_offered, is_partners, can_change, status } = made;
  assert.deepEqual(
    { name, site_fqdn, includes_content, is_offered, is_partners, can_change, status },
    {
      ...{ name: 'Studio', site_fqdn: site.fqdn, includes_content: true, is_offered: false },
      ...{ is_partners: false, can_change: true, status: 'succeeded' },
    },
  );
  assert.deepEqual((await readdir(path.dirname(archiveOf(made.id)))).sort(), ['archive.tar.gz', 'manifest.json']);
  assert.deepEqual(await readdir(path.join(server.dataDir, 'backup-work')), []);
  const { body } = await mine.client.get<Page<Notification>>('/notification?pageSize=1');
  assert.deepEqual(
    body.pageElements.map(({ type, link }) => [type, link]),
    [['blueprint_created', `/manage-site/blueprints/${site.site_id}`]],
  );

  const creation = await createdFrom(mine.client, mine.fqdn('copy'), { id: made.id, name: made.name });
  assert.equal(creation.status, 'succeeded', JSON.stringify(creation.error));
  assert.deepEqual(
    creation.steps.map(({ name: step }) => step).filter((step) => step === 'fetch' || step === 'blueprint'),
    ['fetch', 'blueprint'],
  );
  assert.equal(await readSiteFile(server, creation.site_id ?? '', 'index.html'), '<h1>Studio</h1>');
  assert.match((await visit(server, mine.fqdn('copy'))).text, /<h1>Studio<\/h1>/);
  assert.deepEqual(await readdir(path.join(server.dataDir, 'backup-work')), []);
});

test('“Default” has no id, and is a fresh site', async () => {
  const mine = await tenant(server);
  const task = await createdFrom(mine.client, mine.fqdn('plain'), { id: null, name: 'Default' });
  assert.equal(task.status, 'succeeded');
  assert.ok(!task.steps.some(({ name }) => name === 'blueprint'));
});

test('a blueprint is found by its name and its site, renamed, and deleted with its archive; created sites stay', async () => {
  const mine = await tenant(server);
  const [one, two] = [await readySite(mine, 'one'), await readySite(mine, 'two')];
  const [shop, blog] = [
    await makeBlueprint(mine.client, one.fqdn, 'Shop'),
    await makeBlueprint(mine.client, two.fqdn, 'Blog'),
  ];
  assert.deepEqual(await names(mine.client), ['Blog', 'Shop']);
  assert.deepEqual(await names(mine.client, '&keyword=SH'), ['Shop']);
  assert.deepEqual(await names(mine.client, `&site_id=${two.site_id}`), ['Blog']);
  assert.deepEqual(await names(mine.client, '&pageSize=1&pageIndex=1'), ['Shop']);

  const renamed = await mine.client.put(`/blueprint/${shop.id}`, { name: ' Store ' });
  assert.deepEqual([renamed.status, renamed.body['status']], [200, 'updated']);
  assert.equal((await byId(mine.client, shop.id)).name, 'Store');
  assert.equal((await mine.client.put(`/blueprint/${shop.id}`, { name: ' ' })).body['code'], 'VALIDATION');
  assert.equal((await mine.client.put(`/blueprint/${shop.id}`, {})).body['code'], 'VALIDATION');

  const creation = await createdFrom(mine.client, mine.fqdn('store'), { id: shop.id });
  assert.deepEqual((await mine.client.delete(`/blueprint/${shop.id}`)).body['status'], true);
  assert.equal(existsSync(path.dirname(archiveOf(shop.id))), false);
  assert.equal((await mine.client.delete(`/blueprint/${shop.id}`)).status, 404);
  assert.deepEqual(await names(mine.client), ['Blog']);
  assert.equal((await mine.client.get<Site>(`/site/id/${creation.site_id}`)).body.status, 'ready');
  const refused = await mine.client.post('/site', newSite(mine.fqdn('late'), { blueprint: { id: shop.id } }));
  assert.equal(refused.body['code'], 'NOT_FOUND');

  const removal = await mine.client.delete(`/site/delete/${two.site_id}`);
  assert.equal((await ended(mine.client, removal.body['task_id'])).status, 'succeeded');
  assert.equal((await byId(mine.client, blog.id)).status, 'succeeded');
});

test('staff make blueprints of the partner, offer them to all customers, and stop offering them', async () => {
  const [mine, elsewhere] = [await tenant(server), await tenant(server)];
  const neighbour = await server.as(mine.partner, await server.scenario.customer(mine.partner));
  const staff = await server.as(mine.partner, await server.scenario.admin(mine.partner));
  const site = await readySite(mine, 'model');
  const own = await makeBlueprint(mine.client, site.fqdn, 'Own');
  const offer = await makeBlueprint(staff, site.fqdn, 'Starter');
  assert.equal(offer.is_partners, true);
  assert.deepEqual([await names(mine.client), await names(neighbour)], [['Own'], []]);
  assert.deepEqual(await names(staff), ['Own', 'Starter']);

  const set = (client: Client, id: string, is_offered: boolean) => client.put(`/blueprint/${id}`, { is_offered });
  assert.equal((await set(mine.client, own.id, true)).body['code'], 'FORBIDDEN');
  assert.equal((await set(staff, own.id, true)).body['code'], 'BLUEPRINT_NOT_PARTNERS');
  assert.equal((await set(staff, offer.id, true)).body['status'], 'updated');
  assert.deepEqual([await names(mine.client), await names(neighbour)], [['Own', 'Starter'], ['Starter']]);
  assert.deepEqual(await names(elsewhere.client), []);

  const [seen] = await listed(neighbour);
  assert.deepEqual(
    [seen?.is_offered, seen?.can_change, seen?.site_fqdn],
    [true, false, null],
    'customers see an offered one without its site',
  );
  assert.equal((await neighbour.put(`/blueprint/${offer.id}`, { name: 'Mine' })).body['code'], 'FORBIDDEN');
  assert.equal((await neighbour.delete(`/blueprint/${offer.id}`)).body['code'], 'FORBIDDEN');
  const creation = await createdFrom(neighbour, mine.fqdn('started'), { id: offer.id });
  assert.equal(creation.status, 'succeeded', JSON.stringify(creation.error));

  assert.equal((await set(staff, offer.id, false)).body['status'], 'updated');
  assert.deepEqual(await names(neighbour), []);
  const late = await neighbour.post('/site', newSite(mine.fqdn('late'), { blueprint: { id: offer.id } }));
  assert.equal(late.body['code'], 'NOT_FOUND');
});

test('a damaged archive is found, recorded, and nothing of it reaches the new site', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'broken');
  const made = await makeBlueprint(mine.client, site.fqdn, 'Broken');
  await appendFile(archiveOf(made.id), 'more');
  const task = await createdFrom(mine.client, mine.fqdn('victim'), { id: made.id });
  assert.equal(task.status, 'failed');
  assert.match(task.error?.message ?? '', /^The archive of this blueprint is damaged/);
  const { status, error } = await byId(mine.client, made.id);
  assert.deepEqual([status, error], ['failed', 'The archive is damaged: it is not what was stored.']);
  assert.deepEqual(await names(mine.client, '&usable=true'), []);
  const refused = await mine.client.post('/site', newSite(mine.fqdn('next'), { blueprint: { id: made.id } }));
  assert.equal(refused.body['code'], 'BLUEPRINT_NOT_COMPLETE');
  assert.deepEqual(await readdir(path.join(server.dataDir, 'backup-work')), []);

  // The failed site is installed again without it.
  const [failed] = (await mine.client.get<Page<Site>>('/site?pageSize=1')).body.pageElements;
  const again = await mine.client.post('/site/finalize', {
    ...{ site_id: failed?.site_id, type: 'wordpress', wp_info: newSite('').wp_info },
  });
  assert.equal((await ended(mine.client, again.body['task_id'])).status, 'succeeded');
});

test('a failed blueprint gives the reason and keeps no archive; the site stays ready', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'fail-snapshot-studio');
  const started = await mine.client.post<{ id: string }>('/blueprint', { site_fqdn: site.fqdn, name: 'Studio' });
  const failed = await ended(mine.client, (started.body as unknown as { task_id: string }).task_id);
  assert.equal(failed.status, 'failed');
  const made = await byId(mine.client, started.body.id);
  assert.deepEqual([made.status, made.size, made.error], ['failed', null, failed.error?.message]);
  assert.equal(existsSync(path.dirname(archiveOf(made.id))), false);
  assert.equal((await mine.client.get<Site>(`/site/id/${site.site_id}`)).body.status, 'ready');
});

test('one that is being made is neither deleted nor used, and a cancelled one leaves nothing', async () => {
  const idle = await startTestServer({ tasks: { concurrency: 0 } });
  try {
    const mine = await tenant(idle);
    const { fqdn } = await idle.scenario.site(mine.partner, mine.customer, { name: 'waiting' });
    const started = await mine.client.post<{ id: string; task_id: string }>('/blueprint', {
      ...{ site_fqdn: fqdn, name: 'Waiting' },
    });
    const { id, task_id } = started.body;
    const second = await mine.client.post('/blueprint', { site_fqdn: fqdn, name: 'Second' });
    assert.deepEqual([second.status, second.body['task_id']], [409, task_id]);
    assert.deepEqual((await mine.client.delete(`/blueprint/${id}`)).body['task_id'], task_id);
    const used = await mine.client.post('/site', newSite(mine.fqdn('early'), { blueprint: { id } }));
    assert.equal(used.body['code'], 'BLUEPRINT_NOT_COMPLETE');
    assert.equal((await mine.client.post(`/task/${task_id}/cancel`)).status, 200);
    assert.equal((await mine.client.get(`/blueprint/${id}`)).status, 404);
  } finally {
    await idle.stop();
  }
});

test('only a ready WordPress site of the account is a source, under its own partner; 20 blueprints at most', async () => {
  const [mine, theirs] = [await tenant(server), await tenant(server)];
  const foreign = await readySite(theirs, 'foreign');
  const code = async (body: Record<string, unknown>) =>
    (await mine.client.post('/blueprint', { name: 'B', ...body })).body['code'];
  assert.equal(await code({ site_fqdn: foreign.fqdn }), 'NOT_FOUND');
  const broken = await server.scenario.site(mine.partner, mine.customer, { name: 'broken', status: 'failed' });
  assert.equal(await code({ site_fqdn: broken.fqdn }), 'SITE_NOT_READY');
  const statics = await server.scenario.site(mine.partner, mine.customer, { name: 'pages', type: 'site_builder' });
  assert.equal(await code({ site_fqdn: statics.fqdn }), 'NOT_FOUND');
  const { fqdn } = await readySite(mine, 'hints');
  assert.equal(await code({ site_fqdn: fqdn, partner_domain: theirs.partner.domain }), 'TENANT_MISMATCH');
  assert.equal(await code({ site_fqdn: fqdn, reseller_email: theirs.partner.supportEmail }), 'TENANT_MISMATCH');
  assert.equal(await code({ site_fqdn: fqdn, name: '' }), 'VALIDATION');
  const theirOwn = await makeBlueprint(theirs.client, foreign.fqdn, 'Theirs');
  assert.equal((await mine.client.get(`/blueprint/${theirOwn.id}`)).status, 404);
  assert.equal((await mine.client.put(`/blueprint/${theirOwn.id}`, { name: 'Mine' })).status, 404);
  assert.equal((await mine.client.delete(`/blueprint/${theirOwn.id}`)).status, 404);
  const stolen = await mine.client.post('/site', newSite(mine.fqdn('stolen'), { blueprint: { id: theirOwn.id } }));
  assert.equal(stolen.body['code'], 'NOT_FOUND');

  await server.scenario.blueprints(mine.partner, mine.customer, 20);
  assert.equal(await code({ site_fqdn: fqdn }), 'BLUEPRINT_LIMIT');
});
