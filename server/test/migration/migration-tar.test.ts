// Archives as many hosts give them: tar.gz.
import type { Migration } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { filesOf, listFiles } from '../../src/archive/import-files.ts';
import { planImport } from '../../src/archive/import-plan.ts';
import { packedContent, withArchive } from '../../src/archive/packed-content.ts';
import type { PanelError } from '../../src/kernel/errors.ts';
import { tarToZip } from '../../src/archive/tar-to-zip.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { tarGzOf, tarOf, type TarEntry } from '../import/tar-support.ts';
import { visit } from '../site/site-support.ts';
import { openSecureHost } from './old-host.ts';
import { moved, prepared, request, requested, shown, uploadedNewer, world } from './migration-support.ts';

let server: TestServer;
let folder: string;
before(async () => {
  server = await startTestServer({ env: { EGRESS_ALLOW: '127.0.0.1' } });
  folder = await mkdtemp(path.join(tmpdir(), 'panel-tar-'));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => readdir(path.join(server.dataDir, name)).catch((): string[] => []);
const index: TarEntry = { name: './index.html', content: '<!doctype html><title>Packed</title>' };

test('a tar.gz of a static site becomes a site at its address, with what a newer tar.gz has', async () => {
  const { client, staff, fqdn } = await world(server);
  const hidden: TarEntry = { name: './.htaccess', content: 'Deny from all' };
  const archive = tarGzOf([{ name: './', type: 'Directory' }, index, hidden]);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('second') }, archive);
  assert.equal(mine.file_size, archive.length);
  await prepared(client, mine);
  assert.equal((await moved(staff, mine.id, { status: 'inprogress' })).status, 200);
  const copy = await until('the copy', async () => {
    const now = await shown(client, mine.id);
    return now.status === 'inprogress' ? null : now;
  });
  assert.equal(copy.status, 'completed', copy.error ?? '');
  const newer = tarGzOf([{ name: './index.html', content: '<!doctype html><title>Packed again</title>' }]);
  assert.equal((await uploadedNewer(client, mine.id, newer)).status, 200);
  assert.equal((await moved(client, mine.id, { status: 'ready' })).status, 200);
  await until('the site at its address', async () => (await shown(client, mine.id)).status === 'ready');
  assert.match((await visit(server, fqdn('second'))).text, /<title>Packed again/);
  const root = path.join(server.dataDir, 'sites', String(copy.site_id), 'live/public');
  assert.deepEqual(await readdir(root), ['index.html']);
  assert.deepEqual([await inFolder('migrations'), await inFolder('uploads')], [[], []]);
});

test('a link may lead to a tar.gz; one without a WordPress fails with the reason', async () => {
  const { client, staff, fqdn } = await world(server);
  const bytes = tarGzOf([index]);
  const host = await openSecureHost((_req, res) => void res.end(bytes));
  const mine = await requested(client, { type: 'host', fqdn: fqdn('linked'), sharingLink: `${host.url}/site.tgz` });
  assert.equal((await moved(staff, mine.id, { status: 'inprogress' })).status, 200);
  const failed = await until('the end', async () => {
    const now = await shown(client, mine.id);
    return now.status === 'inprogress' ? null : now;
  });
  assert.match(failed.error ?? '', /contains no WordPress/);
  assert.ok((await inFolder('migrations')).every((name) => !name.startsWith('.part-')));
  await host.close();
});

test('every file of the tar is in the zip with its bytes, its name and its time', async () => {
  const picture = randomBytes(300_000);
  const long = `wp-content/uploads/${'ordner/'.repeat(15)}${'ü'.repeat(60)}.png`;
  const [file, to] = [path.join(folder, 'whole.tgz'), path.join(folder, 'whole.zip')];
  const entries: TarEntry[] = [
    { name: './', type: 'Directory' },
    { name: './wp-content/', type: 'Directory' },
    { name: './wp-content/empty.txt' },
    { name: `./${long}`, content: picture },
    { name: './wp-config.php', content: "<?php\n$table_prefix = 'shop_';\n" },
    { name: './dump.sql', content: '-- a dump\n'.repeat(20_000) },
  ];
  await writeFile(file, tarGzOf(entries));
  assert.deepEqual(await tarToZip({ file, to }), { files: 4 });
  const plan = await planImport({ file: to });
  assert.deepEqual([plan.kind, plan.tablePrefix, plan.skipped], ['wordpress', 'shop_', 1]);
  const found = [...filesOf(listFiles(plan))];
  assert.deepEqual(
    found.map((one) => one.path),
    ['public/wp-content/empty.txt', `public/${long}`, 'data/import.sql'],
  );
  assert.equal(found[1]?.modified.toISOString(), '2026-01-02T03:04:06.000Z');
  const content = await withArchive(to, async (zip) => {
    const parts: Buffer[] = [];
    for (const one of found.slice(1, 2)) for await (const part of packedContent(zip, one)) parts.push(part);
    return Buffer.concat(parts);
  });
  assert.ok(content.equals(picture));
});

/** Headers of empty files, each with another name. */
function headers(count: number): Buffer {
  const all = Buffer.alloc(512 * count, header({ name: 'f' }));
  for (let at = 0; at < all.length; at += 512) {
    all.write(randomBytes(8).toString('hex'), at, 'latin1');
    all.fill(' ', at + 148, at + 156);
    const sum = all.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
    all.write(sum.toString(8).padStart(6, '0') + '\0 ', at + 148, 'latin1');
  }
  return all;
}
const header = (entry: TarEntry) => tarOf([entry]).subarray(0, 512);

type Refused = [what: string, bytes: () => Buffer, reason: RegExp];
const REFUSED_AT_ONCE: Refused[] = [
  ['a gzip of garbage', () => gzipSync(randomBytes(5000)), /no tar archive/],
  ['a gzip of nothing', () => gzipSync(''), /no tar archive/],
  ['the beginning of a gzip', () => Buffer.from('1f8b0800', 'hex'), /damaged or incomplete/],
  [
    'a gzip of a gzip',
    () => gzipSync(tarGzOf([index, { name: 'a', content: randomBytes(9000) }])),
    /another compressed archive/,
  ],
  ['a tar that is not compressed', () => tarOf([index]), /neither a zip nor a tar\.gz/],
];

for (const [what, bytes, reason] of REFUSED_AT_ONCE)
  test(`refused with the reason, and nothing is stored: ${what}`, async () => {
    const { client, fqdn } = await world(server);
    const before = await inFolder('migrations');
    const answer = await request(client, { type: 'backup', fqdn: fqdn('refused') }, bytes());
    assert.equal(answer.body['code'], 'ARCHIVE_REFUSED', answer.text);
    assert.match(String(answer.body['message']), reason);
    assert.deepEqual([await inFolder('migrations'), await inFolder('uploads')], [before, []]);
  });

const REFUSED: Refused[] = [
  ['a path upwards', () => tarGzOf([index, { name: 'site/../../evil.html' }]), /leads outside/],
  ['an absolute path', () => tarGzOf([index, { name: '/etc/passwd' }]), /leads outside/],
  ['a path with line breaks', () => tarGzOf([index, { name: 'a\nb' }]), /not allowed/],
  ['a path that is too long', () => tarGzOf([index, { name: 'x/'.repeat(30) }]), /too long/],
  ['a symlink', () => tarGzOf([index, { name: 'l', type: 'SymbolicLink', linkpath: '/etc' }]), /link or special file/],
  ['a hard link', () => tarGzOf([index, { name: 'l', type: 'Link', linkpath: 'index.html' }]), /link or special file/],
  ['a device', () => tarGzOf([index, { name: 'd', type: 'CharacterDevice' }]), /link or special file/],
  ['a pipe', () => tarGzOf([index, { name: 'p', type: 'FIFO' }]), /link or special file/],
  ['a name twice', () => tarGzOf([index, { name: 'INDEX.html' }]), /more than once/],
  ['a bomb by ratio', () => tarGzOf([index, { name: 'z', content: Buffer.alloc(8 * 1024 ** 2) }]), /far more than/],
  [
    'a bomb after the end',
    () => gzipSync(Buffer.concat([tarOf([index]), Buffer.alloc(8 * 1024 ** 2)])),
    /far more than/,
  ],
  [
    'a bomb by a declared size, of which nothing is there',
    () => gzipSync(Buffer.concat([tarOf([index]).subarray(0, -1024), header({ name: 'b', size: 2 * 1024 ** 3 })])),
    /larger than 1024 MB/,
  ],
  [
    'a million entries',
    // A gzip may have several parts.
    () => Buffer.concat(Array<Buffer>(100).fill(gzipSync(headers(10_000)))),
    /more than 20000 files/,
  ],
  [
    'a header of a megabyte',
    () => tarGzOf([index, { name: 'x', type: 'ExtendedHeader', content: randomBytes(2 ** 20) }]),
    /cannot be read/,
  ],
  [
    'a truncated gzip',
    () => tarGzOf([index, { name: 'a', content: randomBytes(9000) }]).subarray(0, -2000),
    /damaged or incomplete/,
  ],
  [
    'a truncated tar',
    () => gzipSync(tarOf([{ name: 'index.html', content: randomBytes(9000) }]).subarray(0, 5000)),
    /damaged or incomplete/,
  ],
  [
    'a damaged header',
    () => gzipSync(Buffer.concat([tarOf([index]).subarray(0, -1024), randomBytes(512)])),
    /damaged or incomplete/,
  ],
  ['nothing of a site', () => tarGzOf([{ name: 'readme.txt' }]), /neither an index\.html nor a WordPress/],
];

for (const [what, bytes, reason] of REFUSED)
  test(`refused with the reason: ${what}`, async () => {
    const [file, to] = [path.join(folder, 'refused.tgz'), path.join(folder, 'refused.zip')];
    await writeFile(file, bytes());
    await assert.rejects(
      tarToZip({ file, to }).then(() => planImport({ file: to })),
      (error: PanelError) => error.code === 'ARCHIVE_REFUSED' && reason.test(String(error.values['reason'])),
    );
    await rm(to);
  });

for (const what of ['a bomb by ratio', 'nothing of a site'])
  test(`the migration fails with the reason, and nothing is left: ${what}`, async () => {
    const { client, fqdn } = await world(server);
    const before = await inFolder('migrations');
    const [, bytes, reason] = REFUSED.find(([name]) => name === what) ?? assert.fail();
    const mine = await requested(client, { type: 'backup', fqdn: fqdn('refused') }, bytes());
    const task = await prepared(client, mine);
    const { status, error } = await shown(client, mine.id);
    assert.deepEqual([task.status, task.error?.code, status], ['failed', 'ARCHIVE_REFUSED', 'failed']);
    assert.match(error ?? '', reason);
    assert.deepEqual([await inFolder('migrations'), await inFolder('uploads')], [before, []]);
  });

test('a migration cannot start while its archive is prepared; cancelled, it leaves nothing', async (t) => {
  const { client, staff, fqdn } = await world(server);
  const before = await inFolder('migrations');
  const { uploads } = server.app;
  const run = uploads.run.bind(uploads);
  t.mock.method(uploads, 'run', (async (job, owner, input, gone) => {
    if (job !== 'tarToZip' || !gone) return run(job, owner, input, gone);
    await once(gone, 'abort');
    throw gone.reason;
  }) satisfies typeof run);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('large') }, tarGzOf([index]));
  const early = await moved(staff, mine.id, { status: 'inprogress' });
  assert.deepEqual([early.body['code'], early.body['task_id']], ['TASK_RUNNING', mine.task_id], early.text);
  assert.equal((await moved(client, mine.id, { status: 'cancelled' })).status, 200);
  assert.equal((await prepared(client, mine)).status, 'cancelled');
  assert.equal((await shown(client, mine.id)).status, 'cancelled');
  assert.deepEqual([await inFolder('migrations'), await inFolder('uploads')], [before, []]);
});

test('without room for a zip of it, a migration fails with what to do, and keeps its archive for another attempt', async (t) => {
  const { client, fqdn } = await world(server);
  const hasRoom = t.mock.method(server.app.disk, 'hasRoom', async () => false);
  const mine = await requested(client, { type: 'backup', fqdn: fqdn('full') }, tarGzOf([index]));
  const task = await prepared(client, mine);
  assert.deepEqual([task.status, task.error?.code], ['failed', 'DISK_FULL']);
  assert.match((await shown(client, mine.id)).error ?? '', /could not prepare the archive.*no space left/);
  hasRoom.mock.restore();
  const again = (await client.post<{ data: Migration }>(`/migration/site/${mine.id}/retry`, {})).body.data;
  assert.equal((await prepared(client, again)).status, 'succeeded');
  assert.equal((await moved(client, again.id, { status: 'cancelled' })).status, 200);
});
