import type { BinnedSite, Page, SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { LOCAL_KINDS } from '../../src/hosting/local/kinds/index.ts';
import { Client, until, type TestServer } from '../../src/testing/index.ts';
import { createFastDriver } from '../../src/testing/fast-driver.ts';
import { processKind } from '../../src/testing/process-kind.ts';
import { backUp, finished, writeSiteFile } from '../backup/backup-support.ts';
import {
  checkAll,
  claimed,
  connected,
  startInWorld,
  txtRecord,
  type Claimant,
  type World,
} from '../domain/domain-support.ts';
import { give, staffOf, upgraded } from '../license/license-support.ts';
import { ended, tenant } from './site-support.ts';

/*
 * A kind of workload that no module knows: a process that answers HTTP (process-kind.ts). It gets hosts, backups, a
 * domain, certificates, cache, limits, numbers and the bin as every other kind does.
 */

const world: World = new Map();
let server: TestServer;
let stop: () => Promise<void>;
let own: Claimant;

const visit = (target = '/', host = own.subDomain) =>
  new Client(server.port, host).get(target, { accept: 'text/html' });
const write = (text: string) => writeSiteFile(server.dataDir, own.siteId, 'page.html', text);
const overview = async () => (await own.client.get<SiteOverview>(`/site/${own.siteId}/overview`)).body;
const taskOf = async (started: { status: number; text: string; body: Record<string, unknown> }) => {
  assert.equal(started.status, 200, started.text);
  const task = await ended(own.client, started.body['task_id']);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  return task;
};

before(async () => {
  ({ server, stop } = await startInWorld(world, {
    hosting: (dataDir) => createFastDriver(dataDir, { kinds: [...LOCAL_KINDS, processKind] }),
    env: { HTTPS_PORT: '0' },
  }));
  const who = await tenant(server);
  const row = await server.scenario.site(who.partner, who.customer, {
    ...{ name: 'worker', title: 'Worker', type: 'ftp', kind: 'process', status: 'pending', assignedAt: null },
  });
  const { id: resourceId, partnerId, customerId, fqdn: title } = row;
  const made = { kind: 'site.create', partnerId, customerId, userId: customerId, resourceId, title, payload: {} };
  const taskId = await server.db.transaction((tx) => server.app.tasks.enqueue(tx, made));
  const task = await server.app.tasks.waitFor(taskId);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  own = { ...who, siteId: row.id, subDomain: row.fqdn };
});
after(() => stop());

test('its process answers at its host, is checked and measured, and its visits are counted', async () => {
  const answer = await visit();
  assert.deepEqual([answer.status, answer.text], [200, '<h1>Worker</h1>']);
  await server.flushUsage();
  const { site, evidence, days } = await overview();
  assert.deepEqual([site.status, evidence.map(({ ok }) => ok)], ['ready', [true]]);
  assert.ok((site.file_size ?? 0) > 500 && (days.at(-1)?.requests ?? 0) > 0, JSON.stringify(days.at(-1)));
});

test('it is backed up, and restored from the backup', async () => {
  await write('<h1>first</h1>');
  const backup = await backUp(own.client, own.subDomain);
  await write('<h1>second</h1>');
  assert.equal((await visit()).text, '<h1>second</h1>');
  const task = await finished(own.client, '/backup/restore', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.equal((await visit()).text, '<h1>first</h1>');
});

test('a larger plan reaches its process', async () => {
  const before = (await visit('/pid')).text;
  const license = await give(await staffOf(server, own.partner), own.customer, { product: 'site_basic' });
  assert.notEqual((await upgraded(own.client, license.id, own.siteId)).plan_type, 'FREE');
  const after = (await visit('/pid')).text;
  assert.match(after, /^\d+$/);
  assert.notEqual(after, before);
});

test('what it allows is kept by the cache until it is purged', async () => {
  const rules = { file_type: [], default_cache_time: 43_200, is_stale: false, ignore_cache: true, qsh: false };
  const origin = 'anything';
  const saved = await own.client.put(`/cdn/update/${own.siteId}`, {
    cache_settings: { ...rules, hostname: own.subDomain, origin },
  });
  assert.equal(saved.status, 200, saved.text);
  await write('<h1>kept</h1>');
  const kept = await until('the page to be kept', async () => {
    await visit();
    const { text, headers } = await visit();
    return headers['age'] === undefined ? null : text;
  });
  await write('<h1>newer</h1>');
  assert.equal((await visit()).text, kept);
  const purged = await own.client.post('/cdn/purge', { purge_settings: { fqdn: own.subDomain, urls: ['/*'] } });
  assert.equal(purged.status, 200, purged.text);
  assert.equal((await visit()).text, '<h1>newer</h1>');
});

test('it gets a domain, with a certificate for it', async () => {
  const domain = await claimed(own, 'worker-of-tests.example');
  world.set('worker-of-tests.example', {
    records: [txtRecord(domain), { type: 'A', name: '@', ttl: 300, value: '127.0.0.1' }],
  });
  await checkAll(server);
  await connected(server, own);
  assert.equal((await visit('/', 'worker-of-tests.example')).text, '<h1>newer</h1>');
  const ssl = await own.client.get<{ hosts: string[]; certificate: unknown }>(`/site/${own.siteId}/ssl`);
  assert.ok(ssl.body.hosts.includes('worker-of-tests.example'), ssl.text);
});

test('in the bin it does not run, it comes back, and deleted for good nothing of it is left', async () => {
  const remove = () => own.client.delete(`/site/delete/${own.siteId}?infra_domain_id=x`);
  await taskOf(await remove());
  assert.ok(!server.app.hosting.running().includes(own.siteId));
  assert.equal((await visit('/', 'worker-of-tests.example')).status, 421);
  await taskOf(await own.client.post('/site/bin/restore', { site_id: own.siteId }));
  assert.equal((await visit('/', 'worker-of-tests.example')).text, '<h1>newer</h1>');
  await taskOf(await remove());
  const [binned] = (await own.client.get<Page<BinnedSite>>('/site/bin')).body.pageElements;
  assert.equal(binned?.site_id, own.siteId);
  await taskOf(await own.client.delete(`/site/bin/${own.siteId}`));
  assert.ok(!existsSync(path.join(server.dataDir, 'sites', own.siteId)));
});
