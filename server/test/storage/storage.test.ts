import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, test, type TestContext } from 'node:test';
import { createFolderStorage } from '../../src/storage/folder-storage.ts';
import { createS3Storage } from '../../src/storage/s3-storage.ts';
import { StorageError, type Storage, type StorageErrorCode } from '../../src/storage/storage.ts';
import { startS3 } from '../release/s3-support.ts';

const PART_BYTES = 5 * 1024 ** 2;
let root: string;
before(async () => void (root = await mkdtemp(path.join(tmpdir(), 'panel-storage-'))));
after(() => rm(root, { recursive: true, force: true }));

const is = (code: StorageErrorCode) => (error: unknown) => error instanceof StorageError && error.code === code;

const kinds: Record<string, (t: TestContext) => Promise<Storage>> = {
  folder: async () => createFolderStorage(path.join(root, 'kept')),
  S3: async (t) => createS3Storage((await startS3(t)).address, PART_BYTES),
};

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: a file is stored, read whole and in part, replaced and removed`, async (t) => {
    const storage = await open(t);
    const stored = async (key: string) => text(await storage.read(key));
    const file = path.join(root, 'made.txt');
    await writeFile(file, 'abcdef');
    await storage.put('one/made.txt', { file });
    assert.equal(await stored('one/made.txt'), 'abcdef');
    assert.equal(await text(await storage.read('one/made.txt', { start: 2, end: 3 })), 'cd');
    assert.equal(await storage.size('one/made.txt'), 6);
    assert.equal(await readFile(file, 'utf8'), 'abcdef');

    // A repeated one, as after a crash, and one with other content.
    await storage.put('one/made.txt', { file });
    await storage.put('one/made.txt', { text: 'new' });
    assert.equal(await stored('one/made.txt'), 'new');
    await storage.put('one-more/other.txt', { text: 'stays' });
    assert.equal(await storage.isEmpty('one'), false);

    await storage.removeFolder('one');
    await storage.removeFolder('one');
    assert.equal(await storage.size('one/made.txt'), null);
    assert.equal(await storage.isEmpty('one'), true);
    assert.equal(await stored('one-more/other.txt'), 'stays');
    await assert.rejects(storage.read('one/made.txt'), is('MISSING'));
  });

  test(`${kind}: a large file comes back byte for byte, and from its middle`, async (t) => {
    const storage = await open(t);
    const bytes = randomBytes(2 * PART_BYTES + 12_345);
    const file = path.join(root, 'large.bin');
    await writeFile(file, bytes);
    await storage.put('large/archive.tar.gz', { file });
    assert.equal(await storage.size('large/archive.tar.gz'), bytes.length);
    assert.ok((await buffer(await storage.read('large/archive.tar.gz'))).equals(bytes));
    const range = { start: PART_BYTES - 10, end: PART_BYTES + 9 };
    assert.ok(
      (await buffer(await storage.read('large/archive.tar.gz', range))).equals(
        bytes.subarray(range.start, range.end + 1),
      ),
    );
  });

  test(`${kind}: a key cannot leave the storage`, async (t) => {
    const storage = await open(t);
    for (const key of ['../out.txt', '/etc/passwd', 'a/../../out.txt', 'a//b', '.hidden', 'a\0b', ''])
      await assert.rejects(async () => storage.put(key, { text: 'x' }), is('INVALID_KEY'), key);
  });
}

test('an S3 server that is gone or has lost the bucket is not taken for a missing file', async (t) => {
  const { address, stop } = await startS3(t);
  const noBucket = createS3Storage(address.replace('/releases/', '/elsewhere/'));
  const gone = createS3Storage(address);
  for (const ask of [
    () => noBucket.put('a/b', { text: 'x' }),
    () => noBucket.size('a/b'),
    () => noBucket.read('a/b'),
    () => noBucket.isEmpty('a'),
  ])
    await assert.rejects(ask, is('UNREACHABLE'));
  await stop();
  for (const ask of [
    () => gone.size('a/b'),
    () => gone.read('a/b'),
    () => gone.isEmpty('a'),
    () => gone.removeFolder('a'),
  ])
    await assert.rejects(ask, is('UNREACHABLE'));
});

test('an S3 answer that breaks off is an error, not a shorter file', async (t) => {
  const broken = createServer((_req, res) => {
    res.writeHead(200, { 'content-length': '1000' });
    res.write('half', () => res.destroy());
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  t.after(() => broken.close());
  const { port } = broken.address() as AddressInfo;
  const storage = createS3Storage(`http://key:secret@127.0.0.1:${port}/bucket`);
  await assert.rejects(async () => buffer(await storage.read('a/b')));
});

test('folder: what a killed process left behind is replaced', async () => {
  const storage = createFolderStorage(path.join(root, 'kept'));
  await storage.put('two/made.txt', { text: 'first' });
  await writeFile(path.join(root, 'kept', 'two', 'made.txt.part'), 'half');
  await storage.put('two/made.txt', { text: 'second' });
  assert.equal(await text(await storage.read('two/made.txt')), 'second');
  assert.deepEqual(await readdir(path.join(root, 'kept', 'two')), ['made.txt']);
});
