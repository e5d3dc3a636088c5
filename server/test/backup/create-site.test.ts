import type { Backup, Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, tenant, visit } from '../site/site-support.ts';
import { archiveOf, backupById, changedSite, finished, readSiteFile } from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

test('a new site has the content of the backup, and the old one stays as it is', async () => {
  const mine = await changedSite(server, 'source');
  const fqdn = mine.fqdn('copy');
  const task = await finished(mine.client, '/backup/create/site', {
    ...{ fqdn, domain: mine.partner.sitesDomain, customer_id: null, type: 'wordpress', siteName: 'copy' },
    ...{ blueprint: null, license_key: null, stripe_license_id: null },
    partner_domain: mine.partner.domain,
    reseller_email: mine.partner.supportEmail,
    backup: {
      id: mine.backup.id,
      partner_domain: mine.partner.domain,
      reseller_email: mine.partner.supportEmail,
      site_fqdn: mine.site.fqdn,
      task_id: mine.backup.task_id,
    },
  });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.deepEqual(
    task.steps.map(({ name }) => name),
    ['reserve', 'fetch', 'restore', 'start', 'verify', 'measure'],
  );
  const site = (await mine.client.get<Site>(`/site/id/${task.site_id}`)).body;
  assert.deepEqual([site.fqdn, site.status, site.title], [fqdn, 'ready', 'A blog']);
  assert.equal(await readSiteFile(server, task.site_id ?? '', 'page.html'), 'first');
  assert.equal((await visit(server, fqdn, '/page.html')).text, 'first');
  assert.equal(await mine.content(), 'second');
  assert.deepEqual(await readdir(path.join(server.dataDir, 'backup-work')), []);
});

test('a damaged archive makes no site: the task fails, the backup is marked, the new name can be deleted', async () => {
  const { client, backup, fqdn } = await changedSite(server, 'broken-source');
  await truncate(archiveOf(server.dataDir, backup), 100);
  const task = await finished(client, '/backup/create/site', { fqdn: fqdn('broken'), backup: { id: backup.id } });
  assert.deepEqual([task.status, task.error?.code], ['failed', 'BACKUP_DAMAGED']);
  assert.equal((await backupById(client, backup.id)).status, 'failed');
  const again = await client.post('/backup/create/site', { fqdn: fqdn('broken-2'), backup: { id: backup.id } });
  assert.equal(again.body['code'], 'BACKUP_NOT_COMPLETE');
  await assert.rejects(readdir(path.join(server.dataDir, 'sites', task.site_id ?? '', 'live')), { code: 'ENOENT' });
});

test('another customer’s backup is not found, and fields that name another account are refused', async () => {
  const { backup, client, fqdn } = await changedSite(server, 'private');
  const other = await tenant(server);
  const theirs = await other.client.post('/backup/create/site', {
    fqdn: other.fqdn('stolen'),
    backup: { id: backup.id },
  });
  assert.equal(theirs.body['code'], 'NOT_FOUND');
  const mismatch = await client.post('/backup/create/site', {
    fqdn: fqdn('mine'),
    backup: { id: backup.id, partner_domain: 'elsewhere.example' },
  });
  assert.equal(mismatch.body['code'], 'TENANT_MISMATCH');
  const taken = await client.post('/backup/create/site', { fqdn: fqdn('private'), backup: { id: backup.id } });
  assert.equal(taken.body['code'], 'NAME_TAKEN');
});

test('a backup of a site in the bin is listed on request, and becomes a site', async () => {
  const { client, site, backup, fqdn } = await changedSite(server, 'deleted');
  const deleted = await client.delete(`/site/delete/${site.site_id}`);
  assert.equal((await ended(client, deleted.body['task_id'])).status, 'succeeded');
  const list = async (query: string) =>
    (await client.get<Page<Backup>>(`/backup${query}`)).body.pageElements.map(({ id }) => id);
  assert.ok(!(await list('')).includes(backup.id));
  assert.ok((await list('?include_deleted=true')).includes(backup.id));
  const task = await finished(client, '/backup/create/site', { fqdn: fqdn('revived'), backup: { id: backup.id } });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.equal(await readSiteFile(server, task.site_id ?? '', 'page.html'), 'first');
});
