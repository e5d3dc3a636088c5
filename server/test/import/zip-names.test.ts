import type { Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { planImport } from '../../src/archive/import-plan.ts';
import { checkZip } from '../../src/archive/zip-check.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { zipOf, type ZipEntry } from '../extension/zip-support.ts';
import { ended, tenant, visit, type Tenant } from '../site/site-support.ts';
import { uploadSite } from './import-support.ts';

const INDEX: ZipEntry = { name: 'index.html', content: '<!doctype html><title>Names</title>' };
const UNMARKED = { unmarked: true } as const;
const cp932 = (hex: string): Buffer => Buffer.from(`${hex}2e706e67`, 'hex');
const [PHOTO, LOGO] = [cp932('8eca905e'), cp932('838d8353')];

const namesOf = async (...entries: ZipEntry[]): Promise<string[]> => {
  const { files } = await planImport(zipOf([INDEX, ...entries]));
  return [...files.keys()].map((name) => name.replace(/^public\//, '')).slice(1);
};
const western = (text: string): Buffer =>
  Buffer.from(
    [...text].flatMap((letter) => ({ ü: 0x81, é: 0x82, ä: 0x84, ö: 0x94, ß: 0xe1 })[letter] ?? letter.charCodeAt(0)),
  );

test('names say how they are written: by a mark, by an extra field whose checksum holds', async () => {
  const field = (text: string, of: Buffer): Buffer => {
    const name = Buffer.from(text);
    const extra = Buffer.alloc(9);
    extra.writeUInt16LE(0x7075, 0);
    extra.writeUInt16LE(5 + name.length, 2);
    extra.writeUInt8(1, 4);
    extra.writeUInt32LE(crc32(of), 5);
    return Buffer.concat([extra, name]);
  };
  const raw = western('sch?n.png');
  assert.deepEqual(await namesOf({ name: '写真.png' }), ['写真.png']);
  assert.deepEqual(await namesOf({ name: raw, ...UNMARKED, extra: field('schön.png', raw) }), ['schön.png']);
  const other = Buffer.from('other');
  assert.deepEqual(await namesOf({ name: raw, ...UNMARKED, extra: field('schön.png', other) }), ['sch?n.png']);
});

test('names that say nothing are UTF-8 where they can be, Japanese where all of them can be and most make sense', async () => {
  assert.deepEqual(await namesOf({ name: '写真.png', ...UNMARKED }), ['写真.png']);
  assert.deepEqual(await namesOf({ name: PHOTO, ...UNMARKED }, { name: LOGO, ...UNMARKED }), ['写真.png', 'ロゴ.png']);
  const names = ['Löwe.png', 'Müller.png', 'größer.png', 'été.png', 'Bär.png'];
  assert.deepEqual(await namesOf(...names.map((name) => ({ name: western(name), ...UNMARKED }))), names);
});

test('a decoded name cannot lead outside, and two names that become one are refused', async () => {
  const refused = (reason: RegExp, ...entries: ZipEntry[]) =>
    assert.rejects(
      namesOf(...entries),
      (error: Error) => reason.test(JSON.stringify(error)) || reason.test(error.message),
    );
  await refused(/leads outside/, { name: Buffer.from('../写真.png'), ...UNMARKED });
  await refused(/more than once/, { name: '写真.png' }, { name: '写真.png', ...UNMARKED });
  await refused(/too long/, { name: 'x'.repeat(2000), ...UNMARKED });
});

test('a plugin with names that PHP would read otherwise is refused', async () => {
  const zip = zipOf([{ name: 'shop/shop.php' }, { name: Buffer.concat([Buffer.from('shop/'), PHOTO]), ...UNMARKED }]);
  await assert.rejects(
    checkZip(zip, () => false),
    /old Japanese encoding/,
  );
});

const missing = spawnSync('zip', ['-v']).error ? 'Info-ZIP is not installed' : false;

describe('a zip by Info-ZIP', { skip: missing }, () => {
  let server: TestServer;
  let mine: Tenant;
  let folder: string;
  before(async () => {
    server = await startTestServer();
    mine = await tenant(server);
    folder = await mkdtemp(path.join(tmpdir(), 'panel-names-'));
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Packs files whose names are these bytes, and publishes them. @returns the notes of the import */
  const published = async (fqdn: string, files: readonly Buffer[], ...options: string[]): Promise<string> => {
    const root = path.join(folder, fqdn);
    await mkdir(root);
    await writeFile(path.join(root, 'index.html'), '<!doctype html><title>Names</title>');
    for (const [at, name] of files.entries())
      await writeFile(Buffer.concat([Buffer.from(`${root}/`), name]), `picture ${at}`);
    const packed = spawnSync('zip', ['-q', '-r', ...options, '../site.zip', '.'], { cwd: root, encoding: 'utf8' });
    assert.equal(packed.status, 0, packed.stderr);
    const started = await uploadSite(mine.client, fqdn, await readFile(path.join(folder, 'site.zip')));
    await rm(path.join(folder, 'site.zip'));
    const task = await ended(mine.client, started.body['task_id']);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    assert.equal((await mine.client.get<Site>(`/site/id/${task.site_id}`)).body.status, 'ready');
    return JSON.stringify(task.log);
  };
  const seen = async (fqdn: string, name: string) => {
    const { status, text } = await visit(server, fqdn, `/${encodeURIComponent(name)}`);
    return [status, text];
  };

  for (const [as, options] of [
    ['without a mark', []],
    ['with the mark of UTF-8', ['-UN=UTF8']],
  ] as const)
    test(`写真.png ${as} is served under its name, and every file was compared`, async () => {
      const fqdn = mine.fqdn(`utf8-${options.length}`);
      const notes = await published(fqdn, [Buffer.from('写真.png')], ...options);
      assert.deepEqual(await seen(fqdn, '写真.png'), [200, 'picture 0']);
      assert.match(notes, /SHA-256 of 2 files is that of the archive/);
    });

  test('so is one in CP932, as Windows writes it in Japan', async () => {
    const fqdn = mine.fqdn('cp932');
    await published(fqdn, [PHOTO, LOGO]);
    assert.deepEqual(await seen(fqdn, '写真.png'), [200, 'picture 0']);
    assert.deepEqual(await seen(fqdn, 'ロゴ.png'), [200, 'picture 1']);
  });

  test('and one in CP437, as DOS wrote it', async () => {
    const fqdn = mine.fqdn('cp437');
    await published(fqdn, [western('Löwe.png'), western('größer.png')]);
    assert.deepEqual(await seen(fqdn, 'Löwe.png'), [200, 'picture 0']);
    assert.deepEqual(await seen(fqdn, 'größer.png'), [200, 'picture 1']);
  });
});
