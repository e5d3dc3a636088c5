import assert from 'node:assert/strict';
import { CSRF_COOKIE, CSRF_HEADER, IMPORT_ZIP_MAX_BYTES } from '@panel/contract';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { importFiles, libraryFiles, migrationFiles } from '../../src/archive/stored-zips.ts';
import { sweepUploads } from '../../src/context/uploaded-file.ts';
import { removeLeftovers } from '../../src/start/leftover-files.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { zipOf, pluginZip } from '../extension/zip-support.ts';
import { ended, tenant, type Tenant } from '../site/site-support.ts';
import { uploadSite } from './import-support.ts';

let server: TestServer;
const sockets: Socket[] = [];
before(async () => void (server = await startTestServer()));
after(async () => {
  sockets.forEach((socket) => socket.destroy());
  await server.stop();
});

const inFolder = (name: string) => readdir(path.join(server.dataDir, name)).catch((): string[] => []);
const arriving = () => inFolder('uploads');
const zip = zipOf([{ name: 'index.html', content: '<!doctype html><title>Mine</title>' }]);
const DAY_MS = 24 * 3_600_000;

/** An upload that has begun and waits for the rest of its file. */
function begin({ client, fqdn }: Tenant, name: string, bytes = 10_000_000): Socket {
  const head =
    `--xyz\r\nContent-Disposition: form-data; name="fqdn"\r\n\r\n${fqdn(name)}\r\n` +
    `--xyz\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n`;
  const headers = [
    'POST /site/import HTTP/1.1',
    `Host: ${client.host}:${server.port}`,
    `Cookie: ${client.cookie}`,
    `${CSRF_HEADER}: ${client.jar.get(CSRF_COOKIE)}`,
    'Content-Type: multipart/form-data; boundary=xyz',
    `Content-Length: ${bytes}`,
  ];
  const socket = connect(server.port, '127.0.0.1', () => void socket.write(`${headers.join('\r\n')}\r\n\r\n${head}PK`));
  socket.on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

test('an upload that is aborted leaves nothing', async () => {
  const mine = await tenant(server);
  const socket = begin(mine, 'aborted');
  await until('the upload to begin', async () => (await arriving()).length === 1);
  socket.destroy();
  await until('the file to be removed', async () => (await arriving()).length === 0);
});

test('a customer has two uploads at a time, and everything else meanwhile; others are not affected', async () => {
  const [mine, other] = [await tenant(server), await tenant(server)];
  const begun = [begin(mine, 'first'), begin(mine, 'second')];
  await until('both uploads to begin', async () => (await arriving()).length === 2);
  const third = uploadSite(mine.client, mine.fqdn('third'), zip);
  assert.equal((await mine.client.get('/site/summary')).status, 200);
  const started = await uploadSite(other.client, other.fqdn('other'), zip);
  assert.equal(started.status, 200, started.text);
  assert.equal((await arriving()).length, 2);
  begun.forEach((socket) => socket.destroy());
  const late = await third;
  assert.equal(late.status, 200, late.text);
  await ended(mine.client, late.body['task_id']);
  await ended(other.client, started.body['task_id']);
  assert.deepEqual(await arriving(), []);
});

test('a file above the limit is refused before it is sent', async () => {
  const socket = begin(await tenant(server), 'large', IMPORT_ZIP_MAX_BYTES + 1024 ** 2);
  let answer = '';
  socket.on('data', (part) => (answer += String(part)));
  await until('the answer', async () => answer.includes('TOO_LARGE'));
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.match(answer, /512 MB/);
  assert.deepEqual(await arriving(), []);
});

test('what is no form has the limit of other calls, because it is read into memory', async () => {
  const mine = await tenant(server);
  const input = { fqdn: mine.fqdn('json'), file: 'x'.repeat(2 * 1024 ** 2) };
  const answer = await mine.client.post('/site/import', input);
  assert.deepEqual([answer.status, answer.body['code']], [413, 'TOO_LARGE'], answer.text);
});

test('a refused file leaves nothing', async () => {
  const mine = await tenant(server);
  const answer = await uploadSite(mine.client, mine.fqdn('refused'), Buffer.from('%PDF-1.7'));
  assert.equal(answer.body['code'], 'ARCHIVE_REFUSED', answer.text);
  assert.deepEqual([await arriving(), await inFolder('imports')], [[], []]);
});

test('files of killed processes are removed, those of requests stay', async () => {
  const mine = await tenant(server);
  const dead = path.join(server.dataDir, 'uploads/upload-999999999_1_-0011223344556677');
  const socket = begin(mine, 'running');
  await until('the upload to begin', async () => (await arriving()).length === 1);
  const running = await arriving();
  await writeFile(dead, 'left');
  await sweepUploads(server.app.config);
  assert.deepEqual(await arriving(), running);
  socket.destroy();
  await until('the file to be removed', async () => (await arriving()).length === 0);
});

test('archives that no row names are removed a day later; those in use stay', async () => {
  const mine = await tenant(server);
  const { config } = server.app;
  const unknown = 'b3b0c7de-0000-4000-8000-000000000001';
  const stores = [libraryFiles, importFiles, migrationFiles].map((of) => of(config));
  for (const files of stores) await files.put(unknown, zip);
  await writeFile(path.join(server.dataDir, 'library/.part-001122334455'), 'half');
  const form = new FormData();
  form.append('file', new File([new Uint8Array(pluginZip('kept', '1.0'))], 'kept.zip'));
  const added = await mine.client.form<{ data: { id: string } }>('/plugin', form);
  assert.equal(added.status, 200, added.text);
  const copy = new FormData();
  copy.append('migration', JSON.stringify({ type: 'backup', fqdn: mine.fqdn('moved') }));
  copy.append('backupZipFile', new File([new Uint8Array(zip)], 'site.zip'));
  const migration = await mine.client.form<{ data: { id: string } }>('/migration/site', copy);
  assert.equal(migration.status, 200, migration.text);
  // However old a file is, it came now.
  for (const files of stores) await utimes(files.fileOf(unknown), 0, 0);

  const at = (ms: number) => ({ ...server.app, clock: { now: () => new Date(Date.now() + ms) } });
  await removeLeftovers(at(DAY_MS - 60_000));
  assert.equal((await inFolder('library')).length, 3);
  await removeLeftovers(at(DAY_MS + 60_000));
  assert.deepEqual(await inFolder('library'), [`${added.body.data.id}.zip`]);
  assert.deepEqual(await inFolder('migrations'), [`${migration.body.data.id}.zip`]);
  assert.deepEqual(await inFolder('imports'), []);

  assert.equal(
    (await mine.client.put(`/migration/site/${migration.body.data.id}/status`, { status: 'cancelled' })).status,
    200,
  );
  assert.deepEqual(await inFolder('migrations'), []);
});
