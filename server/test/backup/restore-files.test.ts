import type { BackupFiles } from '@panel/contract';
import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant } from '../site/site-support.ts';
import { archiveOf, backUp, backupsOf, finished, readSiteFile, siteFile, writeSiteFile } from './backup-support.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

/** A site with some files and their backup; `put` and `read` are of its document root. */
async function withFiles(name: string, files: Readonly<Record<string, string>>) {
  const mine = await tenant(server);
  const site = await readySite(mine, name);
  const id = site.site_id;
  const put = (file: string, text: string) => writeSiteFile(server.dataDir, id, file, text);
  for (const [file, text] of Object.entries(files)) await put(file, text);
  const backup = await backUp(mine.client, site.fqdn);
  return { ...mine, site, backup, put, read: (file: string) => readSiteFile(server, id, file) };
}

async function filesOf(client: Client, id: string, query = ''): Promise<BackupFiles> {
  const { status, text, body } = await client.get<BackupFiles>(`/backup/${id}/files${query}`);
  assert.equal(status, 200, text);
  return body;
}
const paths = ({ entries }: BackupFiles) => entries.map(({ path: at, kind }) => (kind === 'folder' ? `${at}/` : at));

test('the files of a backup are looked through by folder and by search', async () => {
  const { client, backup } = await withFiles('shelf', {
    'pages/about.html': 'about us',
    'pages/team/ann.html': 'Ann',
    'Über uns.html': 'ü',
    'zebra.txt': 'z',
  });
  const root = await filesOf(client, backup.id);
  assert.deepEqual(
    paths(root).filter((at) => at !== 'index.html'),
    ['pages/', 'zebra.txt', 'Über uns.html'],
  );
  assert.equal(root.complete, true);
  assert.equal(root.entries.find(({ path: at }) => at === 'pages')?.size, 'about us'.length + 'Ann'.length);
  assert.deepEqual(paths(await filesOf(client, backup.id, '?folder=pages')), ['pages/team/', 'pages/about.html']);
  assert.deepEqual(paths(await filesOf(client, backup.id, '?find=ANN')), ['pages/team/ann.html']);
  assert.deepEqual(paths(await filesOf(client, backup.id, '?folder=nowhere')), []);
  assert.equal((await client.get(`/backup/${backup.id}/files?folder=..%2Fx`)).status, 422);
});

test('a page of a large folder has a bound, and says how many there are', async () => {
  const files = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`many/${1000 + index}.txt`, 'x']));
  const { client, backup } = await withFiles('many', files);
  const first = await filesOf(client, backup.id, '?folder=many');
  assert.deepEqual([first.entries.length, first.total, first.pageSize], [100, 130, 100]);
  const rest = await filesOf(client, backup.id, '?folder=many&pageIndex=1');
  assert.deepEqual(paths(rest).slice(-1), ['many/1129.txt']);
  assert.equal(rest.entries.length, 30);
});

test('one file comes back, everything else stays, and a backup of the present site leads back', async () => {
  const { client, site, backup, put, read } = await withFiles('one', { 'a/page.html': 'first', 'other.html': 'first' });
  await put('a/page.html', 'second');
  await put('other.html', 'second');
  await put('a/new.html', 'new');
  const task = await finished(client, '/backup/restore-files', { id: backup.id, paths: ['a/page.html'] });
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.deepEqual(
    [await read('a/page.html'), await read('other.html'), await read('a/new.html')],
    ['first', 'second', 'new'],
  );
  const [safety] = await backupsOf(client, site.site_id);
  assert.deepEqual([safety?.type, safety?.status], ['system_generated', 'succeeded']);
  assert.equal((await finished(client, '/backup/restore', { id: safety?.id })).status, 'succeeded');
  assert.equal(await read('a/page.html'), 'second');
});

test('a folder that was deleted comes back with everything in it', async () => {
  const { client, site, backup, read } = await withFiles('folder', { 'a/b/one.txt': '1', 'a/two.txt': '2' });
  await rm(siteFile(server.dataDir, site.site_id, 'a'), { recursive: true });
  const chosen = { id: backup.id, paths: ['a/b/one.txt', 'a'], without_backup: true };
  const task = await finished(client, '/backup/restore-files', chosen);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.deepEqual([await read('a/b/one.txt'), await read('a/two.txt')], ['1', '2']);
  assert.equal((await backupsOf(client, site.site_id)).length, 1);
});

test('what is no regular file now is left alone, and nothing is written through a link', async () => {
  const { client, site, backup } = await withFiles('links', {
    'a/one.txt': 'mine',
    'b/two.txt': 'mine',
    'c.txt': 'mine',
  });
  const at = (name: string) => siteFile(server.dataDir, site.site_id, name);
  const outside = path.join(server.dataDir, 'outside');
  await mkdir(outside);
  await writeFile(path.join(outside, 'one.txt'), 'theirs');
  await rm(at('a'), { recursive: true });
  await symlink(outside, at('a'));
  await rm(at('b/two.txt'));
  await symlink(path.join(outside, 'one.txt'), at('b/two.txt'));
  await rm(at('c.txt'));
  await mkdir(at('c.txt'));
  const chosen = { id: backup.id, paths: ['a', 'b', 'c.txt'], without_backup: true };
  const task = await finished(client, '/backup/restore-files', chosen);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.equal(await readFile(path.join(outside, 'one.txt'), 'utf8'), 'theirs');
  assert.deepEqual(
    [(await lstat(at('a'))).isSymbolicLink(), (await lstat(at('b/two.txt'))).isSymbolicLink()],
    [true, true],
  );
  assert.equal((await lstat(at('c.txt'))).isDirectory(), true);
});

test('paths that are none, that the backup does not have, and backups of others are refused', async () => {
  const { client, backup, put, read } = await withFiles('refused', { 'a.txt': 'first' });
  await put('a.txt', 'second');
  for (const wrong of [['../wp-config.php'], ['/etc/passwd'], [''], [], Array.from({ length: 101 }, () => 'a.txt')])
    assert.equal((await client.post('/backup/restore-files', { id: backup.id, paths: wrong })).status, 422);
  const missing = { id: backup.id, paths: ['a.txt', 'gone.txt'], without_backup: true };
  const task = await finished(client, '/backup/restore-files', missing);
  assert.equal(task.status, 'failed');
  assert.match(task.error?.message ?? '', /does not have all of the files/);
  assert.equal(await read('a.txt'), 'second');
  const other = await tenant(server);
  assert.equal((await other.client.get(`/backup/${backup.id}/files`)).status, 404);
  assert.equal((await other.client.post('/backup/restore-files', { id: backup.id, paths: ['a.txt'] })).status, 404);
});

test('an archive that is damaged is not listed, and puts nothing back', async () => {
  const { client, backup, put, read } = await withFiles('damaged', { 'a.txt': 'first' });
  await put('a.txt', 'second');
  const file = archiveOf(server.dataDir, backup);
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length / 2));
  const listed = await client.get<{ code: string }>(`/backup/${backup.id}/files`);
  assert.deepEqual([listed.status, listed.body.code], [503, 'SITE_UNAVAILABLE']);
  const task = await finished(client, '/backup/restore-files', { id: backup.id, paths: ['a.txt'] });
  assert.equal(task.status, 'failed');
  assert.equal(await read('a.txt'), 'second');
});
