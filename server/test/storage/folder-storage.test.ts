import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createFolderStorage } from '../../src/storage/folder-storage.ts';
import { StorageError, type Storage } from '../../src/storage/storage.ts';

let root: string;
let storage: Storage;
before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'panel-storage-'));
  storage = createFolderStorage(path.join(root, 'kept'));
});
after(() => rm(root, { recursive: true, force: true }));

const stored = async (key: string) => text(await storage.read(key));

test('a file is stored, read whole and in part, replaced and removed', async () => {
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
  assert.deepEqual(await readdir(path.join(root, 'kept', 'one')), ['made.txt']);
  assert.equal(await storage.isEmpty('one'), false);

  await storage.removeFolder('one');
  await storage.removeFolder('one');
  assert.equal(await storage.size('one/made.txt'), null);
  assert.equal(await storage.isEmpty('one'), true);
  await assert.rejects(
    storage.read('one/made.txt'),
    (error) => error instanceof StorageError && error.code === 'MISSING',
  );
});

test('what a killed process left behind is replaced', async () => {
  await storage.put('two/made.txt', { text: 'first' });
  await writeFile(path.join(root, 'kept', 'two', 'made.txt.part'), 'half');
  await storage.put('two/made.txt', { text: 'second' });
  assert.equal(await stored('two/made.txt'), 'second');
  assert.deepEqual(await readdir(path.join(root, 'kept', 'two')), ['made.txt']);
});

test('a key cannot leave the storage', async () => {
  for (const key of ['../out.txt', '/etc/passwd', 'a/../../out.txt', 'a//b', '.hidden', 'a\0b', ''])
    await assert.rejects(
      (async () => storage.put(key, { text: 'x' }))(),
      (error) => error instanceof StorageError && error.code === 'INVALID_KEY',
      key,
    );
});
