import type { Notification, Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { visit } from '../site/site-support.ts';
import { backUp, backupById, changedSite, finished, siteFile } from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const rehearsals = async () =>
  (await readdir(path.join(server.dataDir, 'sites'))).filter((name) => name.includes('rehearsal'));

test('a backup is proven beside its site, which stays as it is', async () => {
  const { client, site, backup, content } = await changedSite(server, 'bakery');
  const task = await finished(client, '/backup/prove', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  const { proof } = await backupById(client, backup.id);
  assert.equal(proof?.ok, true);
  assert.ok(proof.checks.length > 0 && proof.checks.every(({ ok }) => ok), JSON.stringify(proof));
  assert.equal(await content(), 'second');
  assert.equal((await visit(server, site.fqdn, '/page.html')).text, 'second');
  assert.equal(proof.picture_url, null, 'this server takes no pictures');
  assert.deepEqual(await rehearsals(), []);
  assert.equal((await client.get<Site>(`/site/id/${site.site_id}`)).body.task_id, null);
});

test('a backup that does not answer is not proven, with its evidence', async () => {
  const { client, site, content } = await changedSite(server, 'silent');
  await rm(siteFile(server.dataDir, site.site_id, 'index.html'));
  const silent = await backUp(client, site.fqdn);
  const task = await finished(client, '/backup/prove', { id: silent.id });
  assert.deepEqual([task.status, task.error?.code], ['failed', 'NOT_VERIFIED']);
  const { proof, status } = await backupById(client, silent.id);
  assert.deepEqual([proof?.ok, status], [false, 'succeeded']);
  assert.ok(proof?.checks.some(({ ok }) => !ok));
  assert.equal(await content(), 'second');
  assert.deepEqual(await rehearsals(), []);
  const { body } = await client.get<Page<Notification>>('/notification?pageSize=1');
  assert.deepEqual(body.pageElements[0]?.type, 'backup_failed');
});

test('the restored copy is pictured; the picture is deleted with the backup', async (t) => {
  const pictured = await startTestServer({ env: { SITE_PICTURES: 'auto' } });
  t.after(() => pictured.stop());
  if (!(await pictured.app.pictures?.available())) return t.skip('Chromium does not start in a sandbox here');
  const { client, partner, site, backup } = await changedSite(pictured, 'seen');
  assert.equal((await finished(client, '/backup/prove', { id: backup.id })).status, 'succeeded');
  const { proof } = await backupById(client, backup.id);
  const see = async (of: Client) => (await of.get(String(proof?.picture_url), { accept: 'image/png' })).status;
  const neighbour = await pictured.as(partner, await pictured.scenario.customer(partner));
  assert.deepEqual([await see(client), await see(neighbour), await see(pictured.anonymous(partner))], [200, 404, 404]);
  assert.equal((await client.delete(`/backup/${backup.id}`)).status, 200);
  assert.equal(await see(client), 404);
  assert.ok(await pictured.app.storage.isEmpty(`${site.site_id}/${backup.id}`));
});
