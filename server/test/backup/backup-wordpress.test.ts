import type { SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { phpMissing, realHosting } from '../hosting/hosting-support.ts';
import { readySite, tenant, visit, type Tenant } from '../site/site-support.ts';
import { backUp, backupById, backupsOf, finished, readSiteFile, writeSiteFile } from './backup-support.ts';

const missing = await phpMissing();

describe('backups of a WordPress', { skip: missing ?? false }, () => {
  let server: TestServer;
  let mine: Tenant;
  let site: { site_id: string; fqdn: string };
  before(async () => {
    server = await startTestServer({
      hosting: realHosting(),
    });
    mine = await tenant(server);
    site = await readySite(mine, 'blog');
  });
  after(() => server.stop());

  const wp = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await server.app.hosting.exec(site.site_id, args);
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  const page = () => readSiteFile(server, site.site_id, 'wp-content/page.txt');
  const change = async (text: string) => {
    await wp('option', 'update', 'blogname', text);
    await writeSiteFile(server.dataDir, site.site_id, 'wp-content/page.txt', text);
  };
  const restore = async (id: string, parts: Record<string, boolean> = {}) => {
    const task = await finished(mine.client, '/backup/restore', { id, ...parts });
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  };

  test('whole, files alone and database alone come back, and the site answers', async () => {
    await change('First');
    const backup = await backUp(mine.client, site.fqdn);
    await change('Second');
    await restore(backup.id);
    assert.deepEqual([await wp('option', 'get', 'blogname'), await page()], ['First', 'First']);
    assert.match((await visit(server, site.fqdn)).text, /<title>First<\/title>/);

    await change('Third');
    await restore(backup.id, { restore_db_files: false });
    assert.deepEqual([await wp('option', 'get', 'blogname'), await page()], ['Third', 'First']);

    await change('Fourth');
    await restore(backup.id, { restore_files: false });
    assert.deepEqual([await wp('option', 'get', 'blogname'), await page()], ['First', 'Fourth']);
    const answer = await visit(server, site.fqdn);
    assert.equal(answer.status, 200);
    assert.match(answer.text, /<title>First<\/title>/);

    const overview = await mine.client.get<SiteOverview>(`/site/${site.site_id}/overview?check=now`);
    assert.ok(
      overview.body.evidence.every(({ ok }) => ok),
      overview.text,
    );
    const [safety] = await backupsOf(mine.client, site.site_id);
    await restore(safety?.id ?? '');
    assert.deepEqual([await wp('option', 'get', 'blogname'), await page()], ['Fourth', 'Fourth']);
  });

  test('a site whose database is broken can be restored without a safety backup if its owner chooses to', async () => {
    await change('Whole');
    const backup = await backUp(mine.client, site.fqdn);
    const file = path.join(server.dataDir, 'sites', site.site_id, 'live/data/wordpress.sqlite');
    await writeFile(file, 'This is no database.');
    const refused = await finished(mine.client, '/backup/restore', { id: backup.id });
    assert.equal(refused.status, 'failed');
    assert.equal(refused.steps.find(({ state }) => state === 'failed')?.name, 'pack');

    const before = (await backupsOf(mine.client, site.site_id)).length;
    const task = await finished(mine.client, '/backup/restore', { id: backup.id, without_backup: true });
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    assert.deepEqual(
      task.steps.map(({ name }) => name),
      ['fetch', 'restore', 'answer'],
    );
    assert.equal(await wp('option', 'get', 'blogname'), 'Whole');
    assert.equal((await backupsOf(mine.client, site.site_id)).length, before);
  });

  test('files that are compressed already are kept as they are, between others that shrink', async () => {
    const random = randomBytes(700_000).toString('latin1');
    const names = { 'a.txt': 'a'.repeat(300_000), 'b.jpg': random, 'c.txt': 'short', 'd.txt': 'd'.repeat(300_000) };
    for (const [name, text] of Object.entries(names))
      await writeSiteFile(server.dataDir, site.site_id, `wp-content/${name}`, text);
    const backup = await backUp(mine.client, site.fqdn);
    for (const name of Object.keys(names)) await writeSiteFile(server.dataDir, site.site_id, `wp-content/${name}`, '');
    await restore(backup.id);
    for (const [name, text] of Object.entries(names))
      assert.equal(await readSiteFile(server, site.site_id, `wp-content/${name}`), text, name);
  });

  test('a backup is proven beside the site, which stays as it is', async () => {
    await change('Live');
    const backup = await backUp(mine.client, site.fqdn);
    const task = await finished(mine.client, '/backup/prove', { id: backup.id });
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    const { proof } = await backupById(mine.client, backup.id);
    assert.equal(proof?.ok, true, JSON.stringify(proof));
    assert.deepEqual([await wp('option', 'get', 'blogname'), await page()], ['Live', 'Live']);
  });

  test('a new site from a backup answers at its own address, with its links rewritten and its users', async () => {
    await change('Original');
    const [id] = (await wp('post', 'list', '--format=ids')).split(' ');
    await wp(
      'post',
      'update',
      id ?? '',
      `--post_content=<a href="${await wp('option', 'get', 'home')}/about">About</a>`,
    );
    const backup = await backUp(mine.client, site.fqdn);
    const fqdn = mine.fqdn('from-backup');
    const task = await finished(mine.client, '/backup/create/site', { fqdn, backup: { id: backup.id } });
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    const copy = async (...args: string[]) => (await server.app.hosting.exec(task.site_id ?? '', args)).stdout.trim();
    const content = await copy('post', 'get', id ?? '', '--field=post_content');
    assert.equal(content, `<a href="${await copy('option', 'get', 'home')}/about">About</a>`);
    assert.ok(content.includes(`//${fqdn}`), content);
    assert.equal(await copy('user', 'list', '--field=user_login'), 'owner');
    const page = await visit(server, fqdn);
    assert.equal(page.status, 200);
    assert.match(page.text, /<title>Original<\/title>/);
    const salts = "echo AUTH_KEY, ' ', LOGGED_IN_SALT, ' ', NONCE_SALT;";
    const [ours, theirs] = [await copy('eval', salts), await wp('eval', salts)].map((text) => text.split(' '));
    for (const [at, salt] of (ours ?? []).entries()) {
      assert.match(salt, /^[A-Za-z0-9+/]{64}$/);
      assert.notEqual(salt, theirs?.[at], 'a session of the original is none of the copy');
    }
    assert.ok(!page.text.includes(site.fqdn), 'the old address is left in the page');
  });
});
