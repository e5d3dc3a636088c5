import type { Notification, Page, SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { eq } from 'drizzle-orm';
import { workload as siteTable } from '../../src/db/schema.ts';
import { ended, visit, WP_INFO, type Tenant } from '../site/site-support.ts';
import {
  archiveOf,
  backUp,
  backupById,
  backupsOf,
  changedSite,
  finished,
  siteFile,
  writeSiteFile,
} from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const lastNotice = async ({ client }: Pick<Tenant, 'client'>) =>
  (await client.get<Page<Notification>>('/notification?pageSize=1')).body.pageElements[0];

test('a restore brings the files back, and makes a backup of the present site first that leads back', async () => {
  const mine = await changedSite(server, 'bakery');
  const { client, site, backup, content } = mine;
  const task = await finished(client, '/backup/restore', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.equal(await content(), 'first');
  assert.equal((await visit(server, site.fqdn, '/page.html')).text, 'first');
  const [safety] = await backupsOf(client, site.site_id);
  assert.deepEqual(
    [safety?.type, safety?.name, safety?.status],
    ['system_generated', 'Before restoring “First”', 'succeeded'],
  );
  assert.equal((await lastNotice(mine))?.type, 'backup_restored');

  const back = await finished(client, '/backup/restore', { id: safety?.id });
  assert.equal(back.status, 'succeeded', JSON.stringify(back.error));
  assert.equal(await content(), 'second');
  const overview = await client.get<SiteOverview>(`/site/${site.site_id}/overview`);
  assert.deepEqual([overview.body.site.status, overview.body.site.task_id], ['ready', null]);
});

test('the oldest safety backup can be restored: it is not deleted during its own restore', async () => {
  const { client, site, backup, content } = await changedSite(server, 'oldest');
  for (let count = 0; count < 5; count += 1)
    assert.equal((await finished(client, '/backup/restore', { id: backup.id })).status, 'succeeded');
  const safety = (await backupsOf(client, site.site_id)).filter(({ type }) => type === 'system_generated');
  const oldest = safety.at(-1)?.id ?? '';
  assert.equal(safety.length, 5);
  assert.equal((await finished(client, '/backup/restore', { id: oldest })).status, 'succeeded');
  assert.equal(await content(), 'second');
  assert.equal((await backupById(client, oldest)).status, 'succeeded');
});

test('a damaged archive is found by its SHA-256 and never restored', async () => {
  const { client, site, backup, content } = await changedSite(server, 'damaged');
  assert.equal((await finished(client, '/backup/prove', { id: backup.id })).status, 'succeeded');
  const file = archiveOf(server.dataDir, backup);
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
  await writeFile(file, bytes);

  const task = await finished(client, '/backup/restore', { id: backup.id });
  assert.equal(task.status, 'failed');
  assert.equal(task.error?.code, 'BACKUP_DAMAGED');
  assert.deepEqual(
    task.steps.filter(({ state }) => state !== 'idle').map(({ name, state }) => [name, state]),
    [['fetch', 'failed']],
  );
  assert.equal(await content(), 'second');
  const now = await backupById(client, backup.id);
  assert.deepEqual(
    [now.status, now.error, now.proof],
    ['failed', 'The archive is damaged: it is not what was stored.', null],
  );
  assert.equal((await client.post('/backup/restore', { id: backup.id })).body['code'], 'BACKUP_NOT_COMPLETE');
  assert.equal((await backupsOf(client, site.site_id)).length, 1);
  const overview = await client.get<SiteOverview>(`/site/${site.site_id}/overview`);
  assert.equal(overview.body.site.status, 'ready');
});

test('an archive that the storage does not have now can be restored once it is back', async () => {
  const { client, backup, content } = await changedSite(server, 'gone');
  const file = archiveOf(server.dataDir, backup);
  await rename(file, `${file}.unmounted`);
  const task = await finished(client, '/backup/restore', { id: backup.id });
  assert.equal(task.error?.code, 'COMMAND_FAILED');
  assert.match(task.error?.message ?? '', /^The storage does not have the archive of this backup now\./);
  assert.equal(await content(), 'second');
  assert.equal((await backupById(client, backup.id)).status, 'succeeded');
  await rename(`${file}.unmounted`, file);
  assert.equal((await finished(client, '/backup/restore', { id: backup.id })).status, 'succeeded');
  assert.equal(await content(), 'first');
});

test('an archive that cannot be read now is not taken for a damaged one', async () => {
  const { client, backup, content } = await changedSite(server, 'unreadable');
  const file = archiveOf(server.dataDir, backup);
  await rm(file);
  await mkdir(file);
  const task = await finished(client, '/backup/restore', { id: backup.id });
  const sentences = [
    'We could not read the backup.',
    'Try again in a few minutes. If it keeps failing, contact support.',
  ];
  assert.deepEqual([task.error?.code, task.error?.message], ['COMMAND_FAILED', sentences.join(' ')]);
  // For pages in other languages.
  const texts = sentences.map((template) => ({ template, values: {} }));
  assert.deepEqual(task.error?.texts, texts);
  assert.equal((await backupById(client, backup.id)).status, 'succeeded');
  assert.equal(await content(), 'second');
});

test('when the restored site does not answer, its previous content is put back', async () => {
  const mine = await changedSite(server, 'silent');
  const { client, site, content, change } = mine;
  await rm(siteFile(server.dataDir, site.site_id, 'index.html'));
  await change('without a start page');
  const silent = await backUp(client, site.fqdn, 'Silent');
  await writeSiteFile(server.dataDir, site.site_id, 'index.html', 'Welcome');
  await change('with a start page');

  const task = await finished(client, '/backup/restore', { id: silent.id });
  assert.deepEqual([task.status, task.error?.code], ['failed', 'NOT_VERIFIED']);
  assert.equal(await content(), 'with a start page');
  assert.equal((await visit(server, site.fqdn)).text, 'Welcome');
  assert.match((await lastNotice(mine))?.description ?? '', /Its previous content is back\.$/);
});

test('the panel keeps the last five backups that it made before a restore', async () => {
  const { client, site, backup } = await changedSite(server, 'restless');
  for (let i = 0; i < 6; i += 1)
    assert.equal((await finished(client, '/backup/restore', { id: backup.id })).status, 'succeeded');
  const types = (await backupsOf(client, site.site_id)).map(({ type }) => type);
  assert.deepEqual(types, [...Array.from({ length: 5 }, () => 'system_generated'), 'manual']);
});

test('a site without a database has no part to restore', async () => {
  const { client, backup, content } = await changedSite(server, 'parts');
  const task = await finished(client, '/backup/restore', { id: backup.id, restore_files: false });
  assert.equal(task.error?.code, 'UNSUPPORTED');
  assert.equal(await content(), 'second');
  const none = await client.post('/backup/restore', { id: backup.id, restore_files: false, restore_db_files: false });
  assert.equal(none.body['code'], 'VALIDATION');
});

test('when the previous content cannot be put back, the site has failed, and a backup leads out of that', async () => {
  const mine = await changedSite(server, 'fail-restore-x');
  const { client, site, change } = mine;
  await rm(siteFile(server.dataDir, site.site_id, 'index.html'));
  await change('without a start page');
  const started = await client.put('/site/upgrade/php', { fqdn: site.fqdn, php_version: '8.5' });
  assert.equal(started.status, 200, started.text);
  const task = await ended(client, started.body['task_id']);
  assert.deepEqual([task.status, task.error?.code], ['failed', 'NOT_VERIFIED']);
  assert.match(task.error?.message ?? '', /What it had changed could not be put back\.$/);
  const overview = async () => (await client.get<SiteOverview>(`/site/${site.site_id}/overview`)).body;
  const broken = await overview();
  assert.deepEqual([broken.site.status, broken.site.task_id], ['failed', null]);
  assert.equal(broken.failed_task?.task_id, task.task_id);
  assert.ok(broken.backupSettings.last_backup_date);
  assert.match(
    (await lastNotice(mine))?.description ?? '',
    /could not be put back\. Restore a backup, or contact support\.$/,
  );

  // It was installed long ago: nothing installs it again.
  const again = await client.post('/site/finalize', { site_id: site.site_id, type: 'wordpress', wp_info: WP_INFO });
  assert.equal(again.body['code'], 'BAD_TRANSITION');
  // A restore that fails before it changes anything leaves the site failed, too.
  const [safety] = await backupsOf(client, site.site_id);
  const kept = archiveOf(server.dataDir, { id: safety?.id ?? '', site_id: site.site_id });
  await rename(kept, `${kept}.unmounted`);
  assert.equal((await finished(client, '/backup/restore', { id: safety?.id })).status, 'failed');
  assert.equal((await overview()).site.status, 'failed');
});

test('a failed site is ready again once a backup of it was restored', async () => {
  const { client, site, backup, content } = await changedSite(server, 'repaired');
  await server.db.update(siteTable).set({ status: 'failed' }).where(eq(siteTable.id, site.site_id));
  const task = await finished(client, '/backup/restore', { id: backup.id });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.equal(await content(), 'first');
  assert.equal((await client.get<SiteOverview>(`/site/${site.site_id}/overview`)).body.site.status, 'ready');
});
