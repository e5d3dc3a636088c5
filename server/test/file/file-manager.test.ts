import { FILE_PART_BYTES } from '@panel/contract/wire';
import type { FileArrived, FileFound, FileList, FileText, FileUnzipped } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { unzipSync, zipSync, strFromU8, strToU8 } from 'fflate';
import type * as v from 'valibot';
import { createFastDriver, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, type Tenant } from '../site/site-support.ts';

const KEY = 'a'.repeat(64);

for (const sandbox of ['off', 'auto'] as const)
  describe(`the file manager, sandbox ${sandbox}`, () => {
    let server: TestServer;
    let own: Tenant;
    let id: string;
    before(async () => {
      server = await startTestServer({ hosting: (folder) => createFastDriver(folder, { sandbox }) });
      own = await tenant(server);
      id = (await readySite(own, 'manager')).site_id;
    });
    after(() => server.stop());

    const disk = (...rest: string[]) => path.join(server.dataDir, 'sites', id, 'live/public', ...rest);
    const at = (rest = '') => `/files/${id}${rest}`;
    const fails = async (answer: Promise<{ status: number; text: string }>, status: number, code: RegExp) => {
      const { status: got, text } = await answer;
      assert.equal(got, status, text);
      assert.match(text, code);
    };
    const done = async <T>(answer: Promise<{ status: number; text: string; body: T }>): Promise<T> => {
      const { status, text, body } = await answer;
      assert.equal(status, 200, text);
      return body;
    };
    const list = (values: Record<string, string>) =>
      done(own.client.get<FileList>(at(`?${new URLSearchParams(values)}`)));
    const search = (want: string, words: string, folder = '') =>
      done(own.client.get<FileFound>(at(`/search?${new URLSearchParams({ want, words, folder })}`)));
    const begin = (file: string, size: number, more: object = {}) =>
      own.client.post<v.InferOutput<typeof FileArrived>>(at('/upload/begin'), { path: file, key: KEY, size, ...more });
    const part = (name: string, content: string, from: number, size: number, more: Record<string, string> = {}) => {
      const form = new FormData();
      const fields = { name: encodeURIComponent(name), key: KEY, size: String(size), from: String(from), ...more };
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new File([content], 'part'));
      return own.client.form<v.InferOutput<typeof FileArrived>>(at('/upload/part'), form);
    };
    const beside = async (folder = '') => (await readdir(disk(folder))).filter((name) => name.startsWith('.panel-'));

    test('a folder is ordered by name, size and time, with or without hidden files, or its folders alone', async () => {
      await mkdir(disk('order', 'sub'), { recursive: true });
      for (const [index, name] of ['b', '.a', 'c'].entries()) {
        await writeFile(disk('order', name), 'x'.repeat(3 - index));
        await utimes(disk('order', name), 1000 + index, 1000 + index);
      }
      const names = async (values: Record<string, string>) =>
        (await list({ folder: 'order', ...values })).entries.map(({ name }) => name);
      assert.deepEqual(await names({}), ['sub', '.a', 'b', 'c']);
      assert.deepEqual(await names({ hidden: 'false', sortOrder: 'desc' }), ['sub', 'c', 'b']);
      assert.deepEqual(await names({ orderBy: 'size' }), ['sub', 'c', '.a', 'b']);
      assert.deepEqual(await names({ orderBy: 'modified_at', sortOrder: 'desc' }), ['sub', 'c', '.a', 'b']);
      assert.deepEqual(await names({ kind: 'folder' }), ['sub']);
    });

    test('names and lines are searched below a folder; links, binary and large files are left out', async () => {
      await mkdir(disk('look', 'deep'), { recursive: true });
      await writeFile(disk('look', 'deep', 'Needle-ünï.php'), 'one\r\ntwo NEEDLE here\r\nthree');
      await writeFile(disk('look', 'binary'), 'needle\0');
      await writeFile(disk('look', 'large.log'), 'needle');
      await truncate(disk('look', 'large.log'), 3 * 1024 * 1024);
      const outside = path.join(server.dataDir, 'sites', id, 'live', 'elsewhere');
      await mkdir(outside, { recursive: true });
      await writeFile(path.join(outside, 'needle.txt'), 'needle');
      await symlink(outside, disk('look', 'way'));
      const lines = await search('content', 'needle', 'look');
      assert.deepEqual(
        lines.hits.map(({ path, line, text }) => [path, line, text]),
        [['look/deep/Needle-ünï.php', 2, 'two NEEDLE here']],
      );
      assert.deepEqual([lines.large, lines.ended], [1, null]);
      const named = await search('names', 'NEEDLE-Ü');
      assert.deepEqual(
        named.hits.map(({ path, kind }) => [path, kind]),
        [['look/deep/Needle-ünï.php', 'file']],
      );
      assert.equal((await search('content', '.*', 'look')).hits.length, 0, 'words are no pattern');
      await fails(own.client.get(at('/search?want=names&words=x&folder=look/way')), 404, /NOT_FOUND/);
      await fails(own.client.get(at('/search?want=names&words=')), 422, /VALIDATION/);
    });

    test('a search ends with what it has when there are more hits than are shown', async () => {
      await mkdir(disk('hits'));
      await writeFile(disk('hits', 'one-line.txt'), `${'y'.repeat(100_000)}hit${'y'.repeat(100_000)}`);
      await Promise.all(Array.from({ length: 250 }, (_, i) => writeFile(disk('hits', `hit-${i}`), '')));
      const { hits, ended } = await search('names', 'hit-', 'hits');
      assert.deepEqual([hits.length, ended], [200, 'hits']);
      const [long] = (await search('content', 'hit', 'hits')).hits;
      assert.ok(long && long.text.length <= 200 && long.text.includes('hit'));
      await rm(disk('hits'), { recursive: true });
    });

    test('an upload in parts goes on from what has arrived, whoever ended it, and appears as a whole', async () => {
      assert.deepEqual(await done(begin('parts.txt', 9)), { offset: 0, placed: false });
      assert.deepEqual(await done(part('parts.txt', 'abc', 0, 9)), { offset: 3, placed: false });
      assert.equal(existsSync(disk('parts.txt')), false);
      const [unfinished = ''] = await beside();
      assert.equal((await lstat(disk(unfinished))).mode & 0o777, 0o600);
      // A run that was killed has written a part of its part.
      await writeFile(disk(unfinished), 'abcd', { flag: 'r+' });
      assert.deepEqual(await done(begin('parts.txt', 9)), { offset: 4, placed: false });
      assert.deepEqual(await done(part('parts.txt', 'def', 3, 9)), { offset: 4, placed: false }, 'not where it ends');
      assert.deepEqual(await done(part('parts.txt', 'efghi', 4, 9)), { offset: 9, placed: true });
      assert.equal(await readFile(disk('parts.txt'), 'utf8'), 'abcdefghi');
      assert.deepEqual(await beside(), []);
      await fails(begin('parts.txt', 9), 409, /FILE_EXISTS/);
      await fails(part('parts.txt', 'x', 0, 9), 409, /FILE_EXISTS/);
      assert.deepEqual(await done(begin('parts.txt', 2, { replace: true })), { offset: 0, placed: false });
      assert.equal((await done(part('parts.txt', 'xy', 0, 2, { replace: 'true' }))).placed, true);
      assert.equal(await readFile(disk('parts.txt'), 'utf8'), 'xy');
    });

    test('what has arrived of an upload is removed when it is given up, and by the next one after days', async () => {
      await done(part('given-up.bin', 'abc', 0, 9));
      assert.equal((await beside()).length, 1);
      await done(own.client.post(at('/upload/drop'), { path: 'given-up.bin', key: KEY }));
      assert.deepEqual(await beside(), []);
      await done(part('left.bin', 'abc', 0, 9));
      const [left = ''] = await beside();
      const days = new Date(Date.now() - 4 * 24 * 60 * 60_000);
      await utimes(disk(left), days, days);
      await done(begin('another.bin', 5));
      assert.deepEqual(await beside(), []);
    });

    test('a part is bounded by the file, and follows no link', async () => {
      await fails(part('bounded', 'abcd', 0, 3), 400, /BAD_REQUEST/);
      await fails(part('..', 'x', 0, 1), 422, /VALIDATION/);
      await fails(begin('a/../../x', 1), 422, /VALIDATION/);
      await fails(begin('big', 5 * 1024 ** 3), 422, /4 GB/);
      await fails(begin('missing/new', 1), 404, /NOT_FOUND/);
      await symlink('/etc/hostname', disk('linked'));
      await fails(begin('linked', 1, { replace: true }), 409, /FILE_SPECIAL/);
      await rm(disk('linked'));
    });

    test('a file or folder is copied to a free name, without its links, and not into itself', async () => {
      await mkdir(disk('from', 'sub'), { recursive: true });
      await writeFile(disk('from', 'sub', 'a.sh'), 'a', { mode: 0o755 });
      await symlink('/etc/passwd', disk('from', 'link'));
      const copy = (path: string, to: string) => own.client.post(at('/copy'), { path, to });
      await done(copy('from', 'to'));
      assert.deepEqual(await readdir(disk('to')), ['sub']);
      assert.equal((await lstat(disk('to', 'sub', 'a.sh'))).mode & 0o777, 0o755);
      await fails(copy('from', 'to'), 409, /FILE_EXISTS/);
      await fails(copy('from', 'from/inner'), 409, /FILE_INSIDE/);
      await fails(copy('from/link', 'linked'), 409, /FILE_SPECIAL/);
      await done(copy('from/sub/a.sh', 'a.sh'));
      assert.equal(await readFile(disk('a.sh'), 'utf8'), 'a');
      assert.deepEqual(await beside(), []);
    });

    test('permissions reach the files, the folders or all of a folder, and never the target of a link', async () => {
      await mkdir(disk('modes', 'sub'), { recursive: true });
      await writeFile(disk('modes', 'sub', 'f'), '', { mode: 0o644 });
      const outside = path.join(server.dataDir, 'sites', id, 'live', 'outside.txt');
      await writeFile(outside, '', { mode: 0o644 });
      await symlink(outside, disk('modes', 'sub', 'l'));
      const set = (mode: number, reach: string) => done(own.client.put(at('/mode'), { path: 'modes', mode, reach }));
      const bits = async () =>
        Promise.all(
          [disk('modes'), disk('modes', 'sub'), disk('modes', 'sub', 'f'), outside].map(
            async (file) => (await lstat(file)).mode & 0o777,
          ),
        );
      await set(0o600, 'files');
      assert.deepEqual(await bits(), [0o755, 0o755, 0o600, 0o644]);
      await set(0o750, 'folders');
      assert.deepEqual(await bits(), [0o750, 0o750, 0o600, 0o644]);
      await set(0o700, 'all');
      assert.deepEqual(await bits(), [0o700, 0o700, 0o700, 0o644]);
      await chmod(disk('modes', 'sub'), 0o755);
      await fails(own.client.put(at('/mode'), { path: 'modes', mode: 0o2755, reach: 'all' }), 422, /777/);
    });

    const unzip = (path: string, taken: string, folder = '') =>
      own.client.post<FileUnzipped>(at('/unzip'), { path, folder, taken });

    test('files are packed, downloaded as a zip, and unpacked with the names that are free, replaced or kept', async () => {
      await mkdir(disk('pack', 'inner'), { recursive: true });
      await writeFile(disk('pack', 'inner', 'ünï.txt'), 'packed '.repeat(1000));
      await writeFile(disk('pack', 'b.png'), 'png');
      await symlink('/etc/passwd', disk('pack', 'link'));
      const packed = await done(own.client.post(at('/zip'), { paths: ['pack'], to: 'pack.zip' }));
      assert.equal(packed['skipped'], 1);
      const content = unzipSync(await readFile(disk('pack.zip')));
      assert.deepEqual(Object.keys(content).sort(), ['pack/', 'pack/b.png', 'pack/inner/', 'pack/inner/ünï.txt']);
      await fails(own.client.post(at('/zip'), { paths: ['pack'], to: 'pack.zip' }), 409, /FILE_EXISTS/);
      const download = await own.client.get(`/site-zip/${id}?path=pack&path=index.html`, { accept: '*/*' });
      assert.equal(download.status, 200);
      assert.match(String(download.headers['content-disposition']), /files\.zip/);
      const stranger = await tenant(server, {}, own.partner);
      assert.equal((await stranger.client.get(`/site-zip/${id}?path=pack`, { accept: '*/*' })).status, 404);

      const asked = await done(unzip('pack.zip', 'ask'));
      assert.deepEqual([asked.unpacked, asked.taken_count, asked.files], [false, 2, 0]);
      await writeFile(disk('pack', 'b.png'), 'mine');
      assert.deepEqual(
        [(await done(unzip('pack.zip', 'skip'))).skipped, await readFile(disk('pack/b.png'), 'utf8')],
        [2, 'mine'],
      );
      assert.equal((await done(unzip('pack.zip', 'keep'))).files, 2);
      assert.equal(await readFile(disk('pack', 'b (2).png'), 'utf8'), 'png');
      await done(unzip('pack.zip', 'replace'));
      assert.equal(await readFile(disk('pack', 'b.png'), 'utf8'), 'png');
      await mkdir(disk('fresh'));
      assert.deepEqual([(await done(unzip('pack.zip', 'ask', 'fresh'))).unpacked], [true]);
      assert.equal(await readFile(disk('fresh/pack/inner/ünï.txt'), 'utf8'), 'packed '.repeat(1000));
    });

    test('an archive that leads out, is a bomb, damaged, or follows a link of the site, writes nothing elsewhere', async () => {
      const write = (name: string, files: Record<string, Uint8Array>, level: 0 | 9 = 9) =>
        writeFile(disk(name), zipSync(files, { level }));
      await write('out.zip', { 'good.txt': strToU8('x'), '../../out.txt': strToU8('x') });
      await fails(unzip('out.zip', 'ask'), 422, /FILE_ZIP_UNSAFE/);
      await write('bomb.zip', { zeros: new Uint8Array(20 * 1024 * 1024) });
      await fails(unzip('bomb.zip', 'ask'), 422, /FILE_ZIP_LARGE/);
      await fails(unzip('index.html', 'ask'), 422, /FILE_NOT_ZIP/);
      const link = zipSync({ link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] });
      await writeFile(disk('link.zip'), link);
      await fails(unzip('link.zip', 'ask'), 422, /FILE_ZIP_UNSAFE/);
      const damaged = Buffer.from(zipSync({ 'damaged.txt': strToU8('content that is long enough') }, { level: 0 }));
      damaged.write('CONTENT', damaged.indexOf('content'));
      await writeFile(disk('damaged.zip'), damaged);
      await fails(unzip('damaged.zip', 'ask'), 422, /FILE_NOT_ZIP/);
      const outside = path.join(server.dataDir, 'sites', id, 'live', 'target');
      await mkdir(outside, { recursive: true });
      await symlink(outside, disk('way'));
      await write('through.zip', { 'way/in.txt': strToU8('x'), 'beside.txt': strToU8('y') });
      const through = await done(unzip('through.zip', 'replace'));
      assert.deepEqual([through.files, through.skipped], [1, 1]);
      assert.deepEqual(await readdir(outside), []);
      for (const name of ['good.txt', 'zeros', 'link', 'damaged.txt'])
        assert.equal(existsSync(disk(name)), false, name);
      assert.equal(strFromU8(await readFile(disk('beside.txt'))), 'y');
      assert.deepEqual(await beside(), []);
    });

    test('a text that was deleted meanwhile is saved again only where there is none', async () => {
      await done(own.client.put(at('/text'), { path: 'again.txt', text: 'one', version: null }));
      await fails(own.client.put(at('/text'), { path: 'again.txt', text: 'two', version: null }), 409, /FILE_EXISTS/);
      const { text } = await done(own.client.get<FileText>(at('/text?path=again.txt')));
      assert.equal(text, 'one');
    });

    test('a part of the largest size goes through', async () => {
      const size = FILE_PART_BYTES + 1;
      assert.equal((await done(part('largest.bin', 'x'.repeat(FILE_PART_BYTES), 0, size))).offset, FILE_PART_BYTES);
      assert.equal((await done(part('largest.bin', 'y', FILE_PART_BYTES, size))).placed, true);
      assert.equal((await lstat(disk('largest.bin'))).size, size);
    });

    // The agent's code is the same without a sandbox, and making so many files takes seconds.
    test(
      'of a folder with 50,000 entries every one is counted, and any page comes',
      { skip: sandbox === 'off' },
      async () => {
        await mkdir(disk('many'));
        for (let from = 0; from < 50_000; from += 1000)
          await Promise.all(Array.from({ length: 1000 }, (_, i) => writeFile(disk('many', `f${from + i}`), '')));
        const last = await list({ folder: 'many', pageIndex: '499' });
        assert.deepEqual([last.total, last.complete, last.entries.length], [50_000, true, 100]);
        await rm(disk('many'), { recursive: true });
      },
    );
  });
