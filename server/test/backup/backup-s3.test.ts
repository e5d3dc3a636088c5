import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { startTestServer } from '../../src/testing/index.ts';
import { startS3 } from '../release/s3-support.ts';
import { visit } from '../site/site-support.ts';
import { backupById, changedSite, finished } from './backup-support.ts';

test('with STORAGE_URL backups are made, proven, restored and deleted in a bucket', async (t) => {
  const { address, stop } = await startS3(t);
  const server = await startTestServer({ env: { STORAGE_URL: address.replace('http:', 's3+http:') } });
  t.after(() => server.stop());
  const { client, site, backup, content } = await changedSite(server, 'remote');
  assert.equal((await finished(client, '/backup/prove', { id: backup.id })).status, 'succeeded');

  const stored = `${site.site_id}/${backup.id}/archive.tar.gz`;
  assert.equal(await server.app.storage.size(stored), backup.size);
  assert.equal((await finished(client, '/backup/restore', { id: backup.id })).status, 'succeeded');
  assert.equal(await content(), 'first');
  assert.equal((await visit(server, site.fqdn, '/page.html')).text, 'first');
  assert.equal((await client.delete(`/backup/${backup.id}`)).status, 200);
  assert.equal(await server.app.storage.isEmpty(`${site.site_id}/${backup.id}`), true);
  assert.ok(!(await readdir(server.dataDir)).includes('backups'));

  const again = await changedSite(server, 'unreachable');
  await stop();
  const task = await finished(again.client, '/backup/restore', { id: again.backup.id });
  assert.equal(task.error?.code, 'COMMAND_FAILED');
  assert.equal(await again.content(), 'second');
  assert.equal((await backupById(again.client, again.backup.id)).status, 'succeeded');
  assert.equal((await again.client.delete(`/backup/${again.backup.id}`)).status, 200);
  assert.equal((await again.client.get(`/backup/${again.backup.id}`)).status, 404);
});
