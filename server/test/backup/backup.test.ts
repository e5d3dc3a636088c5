// On both databases: backup.repo.ts.
import type { Notification, Page, Site, SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { deletedForGood, ended, readySite, tenant } from '../site/site-support.ts';
import { archiveOf, backUp, backupById, backupsOf, finished } from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

test('a backup is packed, stored with its SHA-256, read back, listed and reported', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'bakery');
  const started = await mine.client.post<{ id: string; task_id: string }>('/backup', { site_fqdn: site.fqdn });
  const task = await ended(mine.client, started.body.task_id);
  assert.deepEqual(
    task.steps.map(({ name, state }) => [name, state]),
    [
      ['pack', 'done'],
      ['store', 'done'],
      ['verify', 'done'],
    ],
  );
  const status = await mine.client.get(`/backup/status/${started.body.task_id}`);
  assert.deepEqual([status.body['status'], status.body['percent']], ['succeeded', 100]);

  const [backup] = await backupsOf(mine.client, site.site_id);
  assert.ok(backup);
  const { id, name, type, site_fqdn, task_id, partner_domain, reseller_email } = backup;
  assert.deepEqual(
    { id, name, type, site_fqdn, task_id, partner_domain, reseller_email, status: backup.status },
    {
      id: started.body.id,
      name: 'Manual backup',
      type: 'manual',
      site_fqdn: site.fqdn,
      task_id: started.body.task_id,
      partner_domain: mine.partner.domain,
      reseller_email: mine.partner.supportEmail,
      status: 'succeeded',
    },
  );
  const bytes = await readFile(archiveOf(server.dataDir, backup));
  assert.equal(createHash('sha256').update(bytes).digest('hex'), backup.sha256);
  assert.equal(bytes.length, backup.size);
  const folder = path.dirname(archiveOf(server.dataDir, backup));
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  assert.deepEqual([manifest['sha256'], manifest['size']], [backup.sha256, backup.size]);
  assert.deepEqual((await readdir(folder)).sort(), ['archive.tar.gz', 'manifest.json']);
  assert.deepEqual(await readdir(path.join(server.dataDir, 'backup-work')), []);

  const overview = await mine.client.get<SiteOverview>(`/site/${site.site_id}/overview`);
  assert.deepEqual(overview.body.backupSettings, { is_active: false, last_backup_date: backup.created_at });
  assert.equal(overview.body.site.task_id, null);
  const { body } = await mine.client.get<Page<Notification>>('/notification?pageSize=1');
  assert.deepEqual(
    body.pageElements.map(({ type: kind, link }) => [kind, link]),
    [['backup_created', `/manage-site/backup/${site.site_id}`]],
  );
});

test('a backup is found by its name, renamed and deleted with its archive', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'florist');
  const [first, second] = [
    await backUp(mine.client, site.fqdn, 'Before the sale'),
    await backUp(mine.client, site.fqdn, 'After the sale'),
  ];
  const named = async (query: string) =>
    (await mine.client.get<Page<{ name: string }>>(`/backup?site_fqdn=${site.fqdn}&${query}`)).body.pageElements.map(
      ({ name }) => name,
    );
  assert.deepEqual(await named('keyword=BEFORE'), ['Before the sale']);
  assert.deepEqual(await named('orderBy=name'), ['After the sale', 'Before the sale']);
  assert.deepEqual(await named('pageSize=1&pageIndex=1'), ['Before the sale']);
  assert.deepEqual(await named('type=daily'), []);

  assert.equal((await mine.client.put(`/backup/${first.id}`, { name: ' Summer ' })).status, 200);
  assert.equal((await backupById(mine.client, first.id)).name, 'Summer');
  assert.equal((await mine.client.put(`/backup/${first.id}`, { name: ' ' })).body['code'], 'VALIDATION');

  assert.equal((await mine.client.delete(`/backup/${first.id}`)).status, 200);
  assert.equal(existsSync(path.dirname(archiveOf(server.dataDir, first))), false);
  assert.equal((await mine.client.delete(`/backup/${first.id}`)).status, 404);
  assert.deepEqual(
    (await backupsOf(mine.client, site.site_id)).map(({ id }) => id),
    [second.id],
  );
});

test('while a task works on the site, nothing else does, and a backup stays', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'busy');
  const backup = await backUp(mine.client, site.fqdn);
  const restore = await mine.client.post('/backup/restore', { id: backup.id });
  for (const answer of [
    await mine.client.post('/backup', { site_fqdn: site.fqdn }),
    await mine.client.post('/backup/restore', { id: backup.id }),
    await mine.client.delete(`/backup/${backup.id}`),
  ])
    assert.deepEqual([answer.body['code'], answer.body['task_id']], ['TASK_RUNNING', restore.body['task_id']]);
  assert.equal((await ended(mine.client, restore.body['task_id'])).status, 'succeeded');
});

test('a failed backup gives the reason, keeps no archive, and the site stays ready', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'fail-snapshot-shop');
  const again = await mine.client.post<{ id: string; task_id: string }>('/backup', { site_fqdn: site.fqdn });
  const failed = await ended(mine.client, again.body.task_id);
  assert.equal(failed.status, 'failed');
  const backup = await backupById(mine.client, again.body.id);
  assert.deepEqual([backup.status, backup.size, backup.error], ['failed', null, failed.error?.message]);
  assert.equal(existsSync(path.dirname(archiveOf(server.dataDir, backup))), false);
  assert.equal((await mine.client.post('/backup/restore', { id: backup.id })).body['code'], 'BACKUP_NOT_COMPLETE');
  assert.equal((await mine.client.post('/backup/download', { id: backup.id })).body['code'], 'BACKUP_NOT_COMPLETE');
  const overview = await mine.client.get<SiteOverview>(`/site/${site.site_id}/overview`);
  assert.deepEqual([overview.body.site.status, overview.body.backupSettings.last_backup_date], ['ready', null]);
});

test('a cancelled backup leaves nothing', async () => {
  const idle = await startTestServer({ tasks: { concurrency: 0 } });
  try {
    const mine = await tenant(idle);
    const { id, fqdn } = await idle.scenario.site(mine.partner, mine.customer, { name: 'waiting' });
    const started = await mine.client.post('/backup', { site_fqdn: fqdn });
    const [queued] = await backupsOf(mine.client, id);
    assert.equal(queued?.status, 'queued');
    assert.equal((await mine.client.post(`/task/${String(started.body['task_id'])}/cancel`)).status, 200);
    assert.deepEqual(await backupsOf(mine.client, id), []);
    assert.equal((await mine.client.get<Site>(`/site/id/${id}`)).body.task_id, null);
  } finally {
    await idle.stop();
  }
});

test('only a ready WordPress site of the account is backed up, under its own partner', async () => {
  const [mine, theirs] = [await tenant(server), await tenant(server)];
  const foreign = await readySite(theirs, 'foreign');
  const code = async (body: Record<string, unknown>) => (await mine.client.post('/backup', body)).body['code'];
  assert.equal(await code({ site_fqdn: foreign.fqdn }), 'NOT_FOUND');
  const broken = await server.scenario.site(mine.partner, mine.customer, { name: 'broken', status: 'failed' });
  assert.equal(await code({ site_fqdn: broken.fqdn }), 'SITE_NOT_READY');
  const statics = await server.scenario.site(mine.partner, mine.customer, { name: 'pages', type: 'site_builder' });
  assert.equal(await code({ site_fqdn: statics.fqdn }), 'NOT_FOUND');
  const { fqdn } = await readySite(mine, 'hints');
  assert.equal(await code({ site_fqdn: fqdn, partner_domain: theirs.partner.domain }), 'TENANT_MISMATCH');
  assert.equal(await code({ site_fqdn: fqdn, reseller_email: theirs.partner.supportEmail }), 'TENANT_MISMATCH');
  assert.equal(await code({ site_fqdn: fqdn, type: 'daily' }), 'VALIDATION');
});

test('a site that is deleted for good takes its backups with it', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'leaving');
  const backup = await backUp(mine.client, site.fqdn);
  await deletedForGood(mine.client, site.site_id);
  assert.equal(existsSync(path.join(server.dataDir, 'backups', site.site_id)), false);
  assert.equal((await mine.client.get(`/backup/${backup.id}`)).status, 404);
});

test('a site has 20 manual backups at most', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'collector');
  const backup = await backUp(mine.client, site.fqdn);
  await server.scenario.backups(site.site_id, 19);
  const refused = await mine.client.post('/backup', { site_fqdn: site.fqdn });
  assert.deepEqual([refused.status, refused.body['code']], [409, 'BACKUP_LIMIT']);
  await mine.client.delete(`/backup/${backup.id}`);
  assert.equal((await finished(mine.client, '/backup', { site_fqdn: site.fqdn })).status, 'succeeded');
});

test('below the disk reserve no backup is made', async () => {
  const low = await startTestServer({ env: { DISK_RESERVE_MB: '1000000000' } });
  try {
    const mine = await tenant(low);
    const site = await low.scenario.site(mine.partner, mine.customer, { name: 'full' });
    const refused = await mine.client.post('/backup', { site_fqdn: site.fqdn });
    assert.deepEqual([refused.status, refused.body['code']], [507, 'DISK_FULL']);
    assert.deepEqual(await backupsOf(mine.client, site.id), []);
    const [backup] = await low.scenario.backups(site.id, 1);
    const copy = await mine.client.post('/backup/create/site', { id: backup, fqdn: mine.fqdn('copy') });
    assert.deepEqual([copy.status, copy.body['code']], [507, 'DISK_FULL']);
  } finally {
    await low.stop();
  }
});

test('a storage that does not answer does not delay the end of a failed backup; what is left is removed later', async () => {
  const mine = await tenant(server);
  const site = await readySite(mine, 'slow-storage');
  const { storage } = server.app;
  const { put, removeFolder } = storage;
  const { promise: asked, resolve: ask } = Promise.withResolvers<string>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  storage.put = async () => {
    throw new HostingError('UNSUPPORTED', 'The storage refused it.', { retryable: false });
  };
  storage.removeFolder = async (folder) => {
    ask(folder);
    await answered;
    return removeFolder(folder);
  };
  try {
    const started = await mine.client.post<{ id: string; task_id: string }>('/backup', { site_fqdn: site.fqdn });
    const folder = await asked;
    const task = await ended(mine.client, started.body.task_id);
    assert.deepEqual([task.status, task.error?.message], ['failed', 'The storage refused it.']);
    assert.equal(folder, `${site.site_id}/${started.body.id}`);
    assert.equal((await mine.client.get<Site>(`/site/id/${site.site_id}`)).body.task_id, null);
  } finally {
    Object.assign(storage, { put, removeFolder });
    answer();
  }
});
