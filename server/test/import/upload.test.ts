import type { Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { planImport } from '../../src/archive/import-plan.ts';
import { createLoopClock } from '../../src/lib/loop-clock.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { uploadSite } from './import-support.ts';
import { pluginZip, zipOf, type ZipEntry } from '../extension/zip-support.ts';
import { ended, tenant, visit, type Tenant } from '../site/site-support.ts';

let server: TestServer;
let mine: Tenant;
before(async () => {
  server = await startTestServer();
  mine = await tenant(server);
});
after(() => server.stop());

const stored = () => readdir(path.join(server.dataDir, 'imports')).catch((): string[] => []);
const sites = async () => (await mine.client.get<Site[]>('/site/')).body.length;

const upload = ({ client }: Pick<Tenant, 'client'>, fqdn: string, zip: Buffer, fields?: Record<string, string>) =>
  uploadSite(client, fqdn, zip, fields);

const index: ZipEntry = { name: 'my-site/index.html', content: '<!doctype html><title>Mine</title>' };

test('a zip of a static site becomes a site: its folder is the root, hidden files stay out', async () => {
  const zip = zipOf([
    { name: 'my-site/', mode: 0o040755 },
    index,
    { name: 'my-site/css/style.css', content: 'a{}' },
    { name: 'my-site/.env', content: 'SECRET=1' },
    { name: 'my-site/.git/config', content: '[core]' },
    { name: 'my-site/.well-known/security.txt', content: 'Contact: mailto:a@example.com' },
    { name: '__MACOSX/my-site/._index.html', content: 'x' },
  ]);
  const fqdn = mine.fqdn('pages');
  const started = await upload(mine, fqdn, zip);
  assert.equal(started.status, 200, started.text);
  const task = await ended(mine.client, started.body['task_id']);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.deepEqual(
    task.steps.map(({ name }) => name),
    ['reserve', 'import', 'start', 'verify', 'measure'],
  );
  const site = (await mine.client.get<Site>(`/site/id/${task.site_id}`)).body;
  assert.deepEqual([site.type, site.status], ['ftp', 'ready']);
  assert.match((await visit(server, fqdn)).text, /<title>Mine/);
  assert.equal((await visit(server, fqdn, '/css/style.css')).text, 'a{}');
  assert.match((await visit(server, fqdn, '/.well-known/security.txt')).text, /^Contact/);
  const root = path.join(server.dataDir, 'sites', task.site_id ?? '', 'live/public');
  assert.deepEqual((await readdir(root)).sort(), ['.well-known', 'css', 'index.html']);
  assert.deepEqual(await stored(), []);
});

test('the choice about tables without the prefix reaches the host of the site, and is no by default', async () => {
  for (const [name, fields, expected] of [
    ['asked', { other_tables: 'true' }, true],
    ['unasked', {}, false],
  ] as const) {
    const started = await upload(mine, mine.fqdn(name), zipOf([index]), fields);
    const { site_id } = await ended(mine.client, started.body['task_id']);
    const record = await readFile(path.join(server.dataDir, 'sites', site_id ?? '', 'site.json'), 'utf8');
    assert.equal(JSON.parse(record).otherTables, expected, record);
  }
  const refused = await upload(mine, mine.fqdn('perhaps'), zipOf([index]), { other_tables: 'perhaps' });
  assert.deepEqual([refused.status, refused.body['code']], [422, 'VALIDATION']);
});

test('a failed import deletes the upload, and says why', async () => {
  const zip = zipOf([index, { name: 'my-site/a.txt', content: 'abc' }]);
  // The checksum of the last file in the list of contents.
  const at = zip.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 16;
  zip.writeUInt32LE(zip.readUInt32LE(at) ^ 1, at);
  const started = await upload(mine, mine.fqdn('damaged'), zip);
  const task = await ended(mine.client, started.body['task_id']);
  assert.deepEqual([task.status, task.error?.code], ['failed', 'UNSUPPORTED']);
  assert.match(task.error?.message ?? '', /damaged: "my-site\/a\.txt"/);
  assert.deepEqual(await stored(), []);
});

const dump: ZipEntry = { name: 'site.sql', content: '-- a dump' };
const theme: ZipEntry = { name: 'wp-content/themes/a/style.css', content: 'x' };

const REFUSED: [what: string, bytes: () => Buffer, reason: RegExp][] = [
  ['a path upwards', () => zipOf([index, { name: 'my-site/../../evil.html' }]), /leads outside/],
  ['an absolute path', () => zipOf([index, { name: '/etc/passwd' }]), /leads outside/],
  ['a link', () => zipOf([index, { name: 'my-site/link', content: '/etc', mode: 0o120777 }]), /link or special file/],
  ['an encrypted file', () => zipOf([index, { name: 'my-site/a', flags: 1 }]), /encrypted/],
  [
    'a bomb by ratio',
    () => zipOf([index, { name: 'my-site/zeros', content: Buffer.alloc(8 * 1024 ** 2) }]),
    /far more than its size/,
  ],
  [
    'a bomb by size',
    () => zipOf([index, { name: 'my-site/a', size: 0xfffffff0 }, { name: 'my-site/b', size: 0xfffffff0 }]),
    /larger than 1024 MB/,
  ],
  [
    'a bomb by count',
    () => {
      const bytes = zipOf([index]);
      bytes.writeUInt16LE(20_001, bytes.length - 12);
      return bytes;
    },
    /more than 20000 files/,
  ],
  ['a truncated archive', () => zipOf([index]).subarray(0, -30), /damaged or incomplete/],
  ['another type of file', () => Buffer.from('%PDF-1.7 index.html'), /not a zip file/],
  ['nothing of a site', () => zipOf([{ name: 'readme.txt' }]), /neither an index\.html nor a WordPress/],
  ['a plugin', () => pluginZip('shop', '1.0'), /neither an index\.html nor a WordPress/],
  ['PHP beside an index.html', () => zipOf([index, { name: 'my-site/form.php' }]), /contains PHP/],
  ['wp-content without a dump', () => zipOf([theme]), /no database/],
  ['wp-content with a packed dump', () => zipOf([theme, { ...dump, name: 'site.sql.gz' }]), /Unpack the database dump/],
  ['a dump without wp-content', () => zipOf([dump]), /no wp-content folder/],
  ['two dumps', () => zipOf([theme, dump, { ...dump, name: 'old.sql' }]), /more than one database dump/],
];

for (const [what, bytes, reason] of REFUSED)
  test(`refused with the reason, and nothing is stored: ${what}`, async () => {
    const before = await sites();
    const answer = await upload(mine, mine.fqdn('refused'), bytes());
    assert.equal(answer.body['code'], 'ARCHIVE_REFUSED', answer.text);
    assert.match(String(answer.body['message']), reason);
    assert.deepEqual([await sites(), await stored()], [before, []]);
  });

test('a wp-config.php of line breaks is read without delay', async (t) => {
  const prefixIn = async (content: string) =>
    (await planImport(zipOf([theme, dump, { name: 'wp-config.php', content }]))).tablePrefix;
  assert.equal(await prefixIn("<?php\n\n \t$table_prefix = 'shop_';\n"), 'shop_');
  const clock = createLoopClock();
  t.after(() => clock.stop());
  for (let i = 0; i < 10; i += 1) assert.equal(await prefixIn('\n'.repeat(65_000)), null);
  const { cpuMs } = clock.take();
  assert.ok(cpuMs < 500, `a turn of the loop took ${cpuMs} ms of processor time`);
});

test('below the disk reserve nothing is uploaded', async () => {
  const low = await startTestServer({ env: { DISK_RESERVE_MB: '1000000000' } });
  try {
    const own = await tenant(low);
    const refused = await upload(own, own.fqdn('full'), zipOf([index]));
    assert.deepEqual([refused.status, refused.body['code']], [507, 'DISK_FULL']);
    const newer = new FormData();
    newer.append('backupZipFile', new File([new Uint8Array(zipOf([index]))], 'site.zip'));
    const archive = await own.client.form(`/migration/site/${randomUUID()}/archive`, newer);
    assert.deepEqual([archive.status, archive.body['code']], [507, 'DISK_FULL']);
    assert.deepEqual(await readdir(path.join(low.dataDir, 'imports')).catch(() => []), []);
  } finally {
    await low.stop();
  }
});

test('a taken name and another tenant are refused before anything is stored', async () => {
  const zip = zipOf([index]);
  const other = await tenant(server);
  const taken = await upload(other, other.fqdn('first'), zip);
  assert.equal(taken.status, 200, taken.text);
  await ended(other.client, taken.body['task_id']);
  assert.equal((await upload(other, other.fqdn('first'), zip)).body['code'], 'NAME_TAKEN');
  const named = await upload(other, other.fqdn('next'), zip, { partner_domain: 'elsewhere.example' });
  assert.equal(named.body['code'], 'TENANT_MISMATCH');
  assert.deepEqual(await stored(), []);
});
