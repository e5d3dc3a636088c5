import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createFolderStore } from '../../src/platform/release/folder-store.ts';
import { StoreError, type ReleaseStore } from '../../src/platform/release/release-store.ts';
import { createS3Store } from '../../src/platform/release/s3-store.ts';
import { folder, openPanel } from './release-support.ts';
import { startS3 } from './s3-support.ts';

const ONE = { package: 'mf-help', version: 'v1' };
const TWO = { package: 'mf-help', version: 'v1.2' };
const files = (mark: string) =>
  new Map([
    ['manifest.json', Buffer.from(`{"mark":"${mark}"}`)],
    ['manifest.sig.json', Buffer.from('{}')],
    ['a.js', Buffer.from(mark)],
    ['a.js.br', Buffer.from([0, 255, 10, 13, 0])],
  ]);
const byName = (a: { version: string }, b: { version: string }) => (a.version < b.version ? -1 : 1);

const kinds: [string, (t: TestContext) => Promise<ReleaseStore>][] = [
  ['folder', async (t) => createFolderStore(path.join(folder(t), 'not', 'there', 'yet'))],
  ['S3', async (t) => createS3Store((await startS3(t)).address)],
];

for (const [kind, open] of kinds) {
  test(`${kind}: content is stored byte for byte, replaced as a whole, and removed alone`, async (t) => {
    const store = await open(t);
    t.after(() => store.close());
    assert.deepEqual(await store.list(), []);
    assert.equal(await store.get(ONE, 'manifest.json'), null);
    await store.put(ONE, files('one'));
    await store.put(TWO, files('two'));
    assert.deepEqual(await store.get(ONE, 'a.js.br'), Buffer.from([0, 255, 10, 13, 0]));
    assert.equal((await store.get(TWO, 'a.js'))?.toString(), 'two');
    assert.equal(await store.get(ONE, 'b.js'), null);
    assert.deepEqual((await store.list()).sort(byName), [ONE, TWO]);
    await store.put(ONE, files('again'));
    assert.equal((await store.get(ONE, 'a.js'))?.toString(), 'again');
    await store.remove(ONE);
    await store.remove(ONE);
    assert.equal(await store.get(ONE, 'a.js'), null);
    assert.deepEqual(await store.list(), [TWO]);
  });
}

test('folder: a failing write keeps the old content, and leaves no half release', async (t) => {
  const root = folder(t);
  const store = createFolderStore(root);
  await store.put(ONE, files('one'));
  await assert.rejects(
    store.put(
      ONE,
      new Map([
        ['manifest.json', Buffer.from('{}')],
        ['no/such/folder', Buffer.from('x')],
      ]),
    ),
    StoreError,
  );
  assert.equal((await store.get(ONE, 'a.js'))?.toString(), 'one');
  assert.deepEqual(readdirSync(root), ['mf-help']);
});

test('folder: what a killed process was writing is removed by the next write, what another one is writing is not', async (t) => {
  const root = folder(t);
  const killed = `.part-${spawnSync(process.execPath, ['--version']).pid}-0123456789ab`;
  const running = `.part-${process.ppid}-0123456789ab`;
  for (const name of [killed, running]) mkdirSync(path.join(root, name));
  const store = createFolderStore(root);
  await Promise.all([store.put(ONE, files('one')), store.put(TWO, files('two'))]);
  assert.deepEqual(readdirSync(root).sort(), [running, 'mf-help']);
  assert.deepEqual((await store.list()).sort(byName), [ONE, TWO]);
});

test('an unusable storage is named', async (t) => {
  const root = path.join(folder(t), 'releases');
  mkdirSync(path.dirname(root), { recursive: true });
  writeFileSync(root, 'a file');
  await assert.rejects(
    createFolderStore(root).put(ONE, files('one')),
    (error: unknown) => error instanceof StoreError && error.message.includes(root),
  );
  const { address, stop } = await startS3(t);
  const store = createS3Store(address);
  t.after(() => store.close());
  await stop();
  await assert.rejects(
    store.get(ONE, 'a.js'),
    (error: unknown) =>
      error instanceof StoreError &&
      /bucket releases at http:\/\/127\.0\.0\.1/.test(error.message) &&
      !error.message.includes('S3RVER'),
  );
});

test('a panel with its releases in S3 publishes, promotes, serves, and continues without the storage', async (t) => {
  const s3 = await startS3(t);
  const panel = await openPanel(t, { RELEASES_S3: s3.address });
  assert.equal((await panel.publish('mf-help', '2')).status, 200);
  await panel.change('mf-help', 'promote');
  const visitor = panel.server.anonymous(panel.partner);
  const css = () => visitor.get('/remotes/mf-help/mf-helpv2/look.css', { accept: '*/*' });
  assert.equal((await css()).text, '.f { color: red }');
  await s3.stop();
  assert.equal((await css()).status, 200, 'from memory');
  assert.equal(
    (await visitor.get('/remotes/mf-help/mf-helpv2/lazy.js', { accept: '*/*' })).status,
    503,
    'never asked for before: told as what it is',
  );
  assert.equal((await visitor.get('/help', { accept: 'text/html' })).status, 200);
  const upload = await panel.publish('mf-help', '3');
  assert.equal(upload.body['code'], 'STORE_UNAVAILABLE', upload.text);
});
