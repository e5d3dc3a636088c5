import type { Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, holdTasks, readySite, startSite, taskAt, tenant, visit, WP_INFO, type Tenant } from './site-support.ts';

/** Cancelling tasks on a site, over HTTP. Names that begin with `hang-` stop their task at that step. */
let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const siteNamed = async (own: Tenant, name: string) =>
  (await own.client.get<{ pageElements: Site[] }>('/site?pageSize=50')).body.pageElements.find(
    (site) => site.fqdn === own.fqdn(name),
  );
const folderOf = (siteId: string) => path.join(server.app.config.dataDir, 'sites', siteId);
const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

test('a cancelled creation leaves nothing: no site, no files, and its name is available', async () => {
  const own = await tenant(server);
  const id = await startSite(own, 'hang-start-a');
  const running = await taskAt(own, id, 'start');
  assert.deepEqual(
    [running.kind, running.label, running.resource, running.resource_id, running.title],
    ['site.create', 'Creating the site', 'site', running.site_id, own.fqdn('hang-start-a')],
  );
  assert.match(String(running.cancel), /its name becomes available/);
  assert.ok(await isThere(folderOf(String(running.site_id))));
  const answer = await own.client.post<Task>(`/task/${id}/cancel`);
  assert.equal(answer.status, 200, answer.text);
  const done = await ended(own.client, id);
  assert.deepEqual([done.status, done.error], ['cancelled', null]);
  assert.equal(await siteNamed(own, 'hang-start-a'), undefined);
  assert.equal(await isThere(folderOf(String(running.site_id))), false);
  assert.equal((await own.client.get(`/site/fqdn/${own.fqdn('hang-start-a')}/check`)).body['used'], false);
  const again = await own.client.post(`/task/${id}/cancel`);
  assert.deepEqual([again.status, again.body['code']], [409, 'TASK_ENDED']);
  assert.match(String(again.body['message']), /was cancelled/);
});

test('a cancelled installation keeps the site, which can be installed again', async () => {
  const own = await tenant(server);
  const reserved = await ended(
    own.client,
    (await own.client.post('/site', { fqdn: own.fqdn('hang-once-start-b') })).body['task_id'],
  );
  const install = { site_id: reserved.site_id, type: 'wordpress', wp_info: WP_INFO };
  const id = String((await own.client.post('/site/finalize', install)).body['task_id']);
  await taskAt(own, id, 'start');
  assert.equal((await own.client.post(`/task/${id}/cancel`)).status, 200);
  assert.equal((await ended(own.client, id)).status, 'cancelled');
  const site = await siteNamed(own, 'hang-once-start-b');
  assert.deepEqual([site?.status, site?.task_id], ['failed', null]);
  const second = await own.client.post('/site/finalize', install);
  assert.equal((await ended(own.client, second.body['task_id'])).status, 'succeeded', second.text);
});

test('a cancelled rename leaves the site ready under its old name, and the new one available', async () => {
  const own = await tenant(server);
  const { fqdn } = await readySite(own, 'steady');
  const to = own.fqdn('hang-rename-c');
  const started = await own.client.put(`/site/${fqdn}/by-fqdn`, { new_fqdn: to });
  const id = String(started.body['task_id']);
  await taskAt(own, id, 'move');
  assert.equal((await own.client.post(`/task/${id}/cancel`)).status, 200);
  assert.equal((await ended(own.client, id)).status, 'cancelled');
  const site = await siteNamed(own, 'steady');
  assert.deepEqual([site?.status, site?.task_id], ['ready', null]);
  assert.equal((await visit(server, fqdn)).status, 200);
  assert.equal((await own.client.get(`/site/fqdn/${to}/check`)).body['used'], false);
});

test('a deletion can be cancelled while it waits, and never after it has started', async () => {
  const own = await tenant(server);
  const one = await readySite(own, 'spared');
  const release = await holdTasks(own);
  const waiting = String((await own.client.delete(`/site/delete/${one.site_id}`)).body['task_id']);
  assert.equal((await own.client.post<Task>(`/task/${waiting}/cancel`)).body.status, 'cancelled');
  const site = await siteNamed(own, 'spared');
  assert.deepEqual([site?.status, site?.task_id], ['ready', null]);
  assert.equal((await visit(server, one.fqdn)).status, 200);
  await release();

  const again = String((await own.client.delete(`/site/delete/${one.site_id}`)).body['task_id']);
  assert.equal((await ended(own.client, again)).status, 'succeeded');
  const late = await own.client.post(`/task/${again}/cancel`);
  assert.deepEqual([late.status, late.body['code']], [409, 'TASK_ENDED']);
});

test('nobody else sees or cancels a task, except staff of the partner', async () => {
  const own = await tenant(server);
  const id = await startSite(own, 'hang-start-f');
  const other = await tenant(server);
  assert.equal((await other.client.get(`/task/${id}`)).status, 404);
  assert.equal((await other.client.post(`/task/${id}/cancel`)).status, 404);
  const neighbour = await server.as(own.partner, await server.scenario.customer(own.partner));
  assert.equal((await neighbour.post(`/task/${id}/cancel`)).status, 404);
  assert.equal((await own.client.post(`/task/${id}/cancel`)).status, 200);
  assert.equal((await ended(own.client, id)).status, 'cancelled');
});
