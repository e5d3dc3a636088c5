import type { Migration, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, until, type Answer, type Client, type TestServer } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { migrationsWithArchive } from '../../src/modules/migration/migration.repo.ts';
import { deletedForGood, ended, visit } from '../site/site-support.ts';
import { moved, requested, shown, uploadedNewer, world } from './migration-support.ts';

const page = (text: string) => ({ name: 'index.html', content: `<!doctype html><title>The bakery</title>${text}` });
const OLD = zipOf([page('old'), { name: 'gone.txt', content: 'gone' }, { name: 'same.txt', content: 'same' }]);
const NEW = zipOf([
  page('new, and longer'),
  { name: 'same.txt', content: 'same' },
  { name: 'more.txt', content: 'more' },
]);
const DAMAGED = zipOf([page('new'), { name: 'data.bin', content: Buffer.alloc(4000, 7), size: 4001 }]);

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const left = async () => [
  ...(await readdir(path.join(server.dataDir, 'migrations')).catch(() => [])),
  ...(await readdir(path.join(server.dataDir, 'sites'))).filter((name) => name.includes('rehearsal')),
];

/** A complete copy of the old site. */
async function copied() {
  const own = await world(server);
  const { id } = await requested(own.client, { type: 'backup', fqdn: own.fqdn('bakery') }, OLD);
  assert.equal((await moved(own.staff, id, { status: 'inprogress' })).status, 200);
  await until('the copy', async () => (await shown(own.client, id)).status === 'completed');
  return { ...own, id };
}

/** Moves the copy to its address, and waits for the end of the task. */
async function atItsAddress(client: Client, id: string, more = {}): Promise<{ task: Task; now: Migration }> {
  const answer = await moved(client, id, { status: 'ready', ...more });
  assert.equal(answer.status, 200, answer.text);
  const task = await ended(client, (answer.body['data'] as Migration).task_id);
  return { task, now: await shown(client, id) };
}

test('a newer backup replaces the content of the copy before the move, which shows what changed', async () => {
  const { client, id, fqdn } = await copied();
  const answer = await uploadedNewer(client, id, NEW);
  assert.equal(answer.status, 200, answer.text);
  const { now } = await atItsAddress(client, id);
  assert.equal(now.status, 'ready', now.error ?? '');
  assert.equal(now.carried?.result, 'carried');
  const { added, changed, removed } = (now.carried?.result === 'carried' && now.carried.files) || {};
  assert.deepEqual([added?.paths, changed?.paths, removed?.paths], [['more.txt'], ['index.html'], ['gone.txt']]);
  assert.match((await visit(server, fqdn('bakery'))).text, /new, and longer/);
  assert.equal((await visit(server, fqdn('bakery'), '/gone.txt')).status, 404);
  assert.deepEqual(await left(), []);
});

test('the same archive again changes nothing; without one there is nothing to bring over', async () => {
  const same = await copied();
  assert.equal((await uploadedNewer(same.client, same.id, OLD)).status, 200);
  const unchanged = await atItsAddress(same.client, same.id);
  assert.deepEqual([unchanged.now.status, unchanged.now.carried?.result], ['ready', 'unchanged']);
  const none = await copied();
  const { now } = await atItsAddress(none.client, none.id);
  assert.deepEqual([now.status, now.carried?.result], ['ready', 'none']);
  const unwanted = await copied();
  assert.equal((await uploadedNewer(unwanted.client, unwanted.id, NEW)).status, 200);
  const as = await atItsAddress(unwanted.client, unwanted.id, { carry: false });
  assert.deepEqual([as.now.status, as.now.carried], ['ready', null]);
  assert.match((await visit(server, unwanted.fqdn('bakery'))).text, /old/);
  assert.deepEqual(await left(), []);
});

test('a newer archive of which no site can be made leaves the copy as it is, and the move can be repeated', async () => {
  const { client, id, fqdn } = await copied();
  assert.equal((await uploadedNewer(client, id, DAMAGED)).status, 200);
  const failed = await atItsAddress(client, id);
  assert.equal(failed.task.status, 'failed');
  assert.match(failed.now.error ?? '', /^The archive is damaged/);
  assert.deepEqual([failed.now.status, failed.now.carried], ['completed', null]);
  assert.match((await visit(server, new URL(String(failed.now.site_url)).hostname)).text, /old/);
  assert.equal((await uploadedNewer(client, id, NEW)).status, 200);
  const { now } = await atItsAddress(client, id);
  assert.deepEqual([now.status, now.error, now.carried?.result], ['ready', null, 'carried']);
  assert.match((await visit(server, fqdn('bakery'))).text, /new, and longer/);
});

test('only its customer uploads a newer backup, and only for a complete copy', async () => {
  const { client, staff, partner, id } = await copied();
  const codeOf = (answer: Answer) => [answer.status, answer.body['code']];
  const neighbour = await server.as(partner, await server.scenario.customer(partner));
  assert.deepEqual(codeOf(await uploadedNewer(neighbour, id, NEW)), [404, 'NOT_FOUND']);
  assert.deepEqual(codeOf(await uploadedNewer((await world(server)).client, id, NEW)), [404, 'NOT_FOUND']);
  assert.deepEqual(codeOf(await uploadedNewer(staff, id, NEW)), [403, 'FORBIDDEN']);
  assert.equal((await uploadedNewer(client, id, Buffer.from('text'))).body['code'], 'ARCHIVE_REFUSED');
  assert.deepEqual((await client.get(`/migration/site/${id}/written`)).body['newer'], []);
  assert.equal((await neighbour.get(`/migration/site/${id}/written`)).status, 404);
  await atItsAddress(client, id);
  assert.deepEqual(codeOf(await uploadedNewer(client, id, NEW)), [409, 'CONFLICT']);
});

test('a copy that its owner has given the address already gets the changes, too', async () => {
  const { client, id, fqdn } = await copied();
  const { hostname } = new URL(String((await shown(client, id)).site_url));
  const renamed = await client.put(`/site/${hostname}/by-fqdn`, { fqdn: hostname, new_fqdn: fqdn('bakery') });
  assert.equal(renamed.status, 200, renamed.text);
  assert.equal((await ended(client, renamed.body['task_id'])).status, 'succeeded');
  assert.equal((await uploadedNewer(client, id, DAMAGED)).status, 200);
  const failed = await atItsAddress(client, id);
  assert.deepEqual([failed.task.status, failed.now.status], ['failed', 'completed']);
  assert.match((await visit(server, fqdn('bakery'))).text, /old/);
  assert.equal((await uploadedNewer(client, id, NEW)).status, 200);
  const { now } = await atItsAddress(client, id);
  assert.deepEqual([now.status, now.error, now.carried?.result], ['ready', null, 'carried']);
  assert.match((await visit(server, fqdn('bakery'))).text, /new, and longer/);
  assert.deepEqual(await left(), []);
});

test('a newer backup is refused when it is not of the same kind as the copy, and when there is no copy', async () => {
  const { client, id } = await copied();
  const wordpress = zipOf([
    { name: 'wp-content/index.php', content: '<?php' },
    { name: 'dump.sql', content: 'CREATE TABLE wp_options (a int);' },
  ]);
  const refused = await uploadedNewer(client, id, wordpress);
  assert.equal(refused.body['code'], 'ARCHIVE_REFUSED');
  assert.match(refused.text, /The copy is a static site/);
  assert.equal((await uploadedNewer(client, id, NEW)).status, 200);
  await deletedForGood(client, String((await shown(client, id)).site_id));
  assert.equal((await uploadedNewer(client, id, NEW)).body['code'], 'CONFLICT');
  assert.deepEqual(await migrationsWithArchive(server.app.db, [id]), [], 'its archive is swept');
});
