import type { FileList, FileText } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { partner } from '../../src/db/schema.ts';
import { createFastDriver, startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, holdTasks, readySite, tenant, type Tenant } from '../site/site-support.ts';

const MB = 1024 * 1024;

/** Names that are hard on whatever takes a name for something else. */
const NAMES = [
  'plain.txt',
  'with space.txt',
  '-rf',
  '--help',
  '.hidden',
  '...',
  'quo"te\'s`.txt',
  'new\nline.txt',
  'tab\tand\u0007bell',
  '$(touch owned)',
  '; rm -rf *',
  '*?[a]',
  'back\\slash',
  '%2e%2e%2f',
  '<b>&amp;',
  'CON',
  'ünïcode-日本-🎉',
  'e\u0301 and \u202E reversed',
  'x'.repeat(255),
  '日'.repeat(85),
];

for (const sandbox of ['off', 'auto'] as const)
  describe(`files of a site, sandbox ${sandbox}`, () => {
    let server: TestServer;
    let own: Tenant;
    let id: string;
    before(async () => {
      server = await startTestServer({ hosting: (folder) => createFastDriver(folder, { sandbox }) });
      own = await tenant(server);
      id = (await readySite(own, 'files')).site_id;
    });
    after(() => server.stop());

    const disk = (...rest: string[]) => path.join(server.dataDir, 'sites', id, 'live/public', ...rest);
    const at = (rest = '') => `/files/${id}${rest}`;
    const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`;
    const list = (folder = '', pageIndex = 0) =>
      own.client.get<FileList>(at(query({ folder, pageIndex: String(pageIndex) })));
    const read = (file: string) => own.client.get<FileText>(at(`/text${query({ path: file })}`));
    const save = (file: string, text: string, version: string | null) =>
      own.client.put(at('/text'), { path: file, text, version });
    const fetched = (file: string, client = own.client) =>
      client.get(`/site-file/${id}${query({ path: file })}`, { accept: '*/*' });
    const upload = (name: string, content: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [field, value] of Object.entries({ name: encodeURIComponent(name), ...more }))
        form.append(field, value);
      form.append('file', new File([content], 'upload'));
      return own.client.form(at('/upload'), form);
    };
    const fails = async (answer: Promise<{ status: number; text: string }>, status: number, code: RegExp) => {
      const { status: got, text } = await answer;
      assert.equal(got, status, text);
      assert.match(text, code);
    };

    test('a folder is listed, a file is read and saved', async () => {
      const before = await list();
      assert.equal(before.status, 200, before.text);
      assert.deepEqual(
        before.body.entries.map(({ name, kind }) => [name, kind]),
        [['index.html', 'file']],
      );
      const page = (await read('index.html')).body;
      assert.equal(page.kind, 'text');
      assert.equal(page.text, await readFile(disk('index.html'), 'utf8'));
      const saved = await save('index.html', '<h1>Hällo</h1>\r\n', page.version);
      assert.equal(saved.status, 200, saved.text);
      assert.equal(await readFile(disk('index.html'), 'utf8'), '<h1>Hällo</h1>\r\n');
      assert.equal((await read('index.html')).body.version, saved.body['version']);
      assert.equal((await lstat(disk('index.html'))).mode & 0o777, page.mode);
    });

    test('of two who edit a file, the second is told, and nothing is lost', async () => {
      await writeFile(disk('both.txt'), 'first');
      await own.client.get(at());
      const { version } = (await read('both.txt')).body;
      assert.equal((await save('both.txt', 'mine', version)).status, 200);
      await fails(save('both.txt', 'yours', version), 409, /FILE_CHANGED/);
      assert.equal(await readFile(disk('both.txt'), 'utf8'), 'mine');
      const later = (await read('both.txt')).body.version;
      await rm(disk('both.txt'));
      await fails(save('both.txt', 'yours', later), 409, /FILE_CHANGED/);
      assert.equal(existsSync(disk('both.txt')), false);
    });

    test('of changes at the same moment, one is done and the others are refused', async () => {
      await writeFile(disk('race.txt'), 'start');
      const { version } = (await read('race.txt')).body;
      const answers = await Promise.all(['a', 'b'].map((text) => save('race.txt', text, version)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      const winner = answers[0]?.status === 200 ? 'a' : 'b';
      assert.equal(await readFile(disk('race.txt'), 'utf8'), winner);
      assert.equal((await readdir(disk())).filter((name) => name.startsWith('.panel-')).length, 0);
    });

    // The agent's code is the same without a sandbox, and each of the hundred changes starts a process: there the ones
    // that would do most in a shell are changed, and the others are listed.
    const names = sandbox === 'auto' ? NAMES : ['-rf', 'new\nline.txt', '$(touch owned)'];
    test('names of every kind are uploaded, listed, read, renamed and deleted as they are', async () => {
      for (const path of ['names', 'moved'])
        assert.equal((await own.client.post(at(), { path, kind: 'folder' })).status, 200);
      for (const name of names) {
        const sent = await upload(name, `of ${name}`, { folder: 'names' });
        assert.equal(sent.status, 200, `${name}: ${sent.text}`);
      }
      assert.deepEqual((await readdir(disk('names'))).sort(), names.toSorted());
      const others = NAMES.filter((name) => !names.includes(name));
      for (const name of others) await writeFile(disk(`names/${name}`), '');
      const { entries } = (await list('names')).body;
      assert.deepEqual(entries.map(({ name }) => name).sort(), NAMES.toSorted());
      assert.ok(entries.every(({ exact, kind }) => exact && kind === 'file'));
      for (const name of others) await rm(disk(`names/${name}`));
      for (const [index, name] of names.entries()) {
        assert.equal((await read(`names/${name}`)).body.text, `of ${name}`, name);
        const moved = await own.client.post(at('/move'), { path: `names/${name}`, to: `moved/${name}` });
        assert.equal(moved.status, 200, `${index} ${name}: ${moved.text}`);
        assert.equal((await own.client.post(at('/remove'), { path: `moved/${name}` })).status, 200, name);
      }
      for (const folder of ['names', 'moved']) assert.deepEqual(await readdir(disk(folder)), []);
      assert.equal(existsSync(disk('owned')), false);
    });

    test('a name that is no text is shown and cannot be named', async () => {
      const bytes = Buffer.concat([Buffer.from(`${disk()}/`), Buffer.from([0x62, 0xff, 0xfe])]);
      await writeFile(bytes, 'x');
      const item = (await list()).body.entries.find(({ exact }) => !exact);
      assert.equal(item?.name, 'b\uFFFD\uFFFD');
      await fails(read('b\uFFFD\uFFFD'), 404, /NOT_FOUND/);
      await rm(bytes);
    });

    test('paths that lead elsewhere are refused as data', async () => {
      for (const bad of [
        '..',
        '../site.json',
        'a/../../site.json',
        '/etc/passwd',
        '//',
        'a//b',
        './index.html',
        'index.html/.',
        'nul\0byte',
        'x'.repeat(256),
        '日'.repeat(86),
        Array.from({ length: 61 }, () => 'd').join('/'),
        '',
      ]) {
        const name = JSON.stringify(bad).slice(0, 40);
        for (const answer of [
          await read(bad),
          await own.client.post(at('/remove'), { path: bad }),
          await own.client.post(at('/move'), { path: 'index.html', to: bad }),
          await own.client.post(at(), { path: bad, kind: 'folder' }),
        ])
          assert.ok([400, 422].includes(answer.status), `${name}: ${answer.status} ${answer.text}`);
      }
      for (const bad of ['..', '.', 'a/b', '/', '', '\0']) assert.equal((await upload(bad, 'x')).status, 422, bad);
      assert.equal((await upload('x', 'x', { folder: '../..' })).status, 422);
      assert.equal((await list('..')).status, 422);
      assert.equal(existsSync(disk('index.html')), true);
    });

    test('no link is followed, wherever it is in a path', async () => {
      const outside = path.join(server.dataDir, 'sites', id, 'live', 'outside');
      await mkdir(outside, { recursive: true });
      await writeFile(path.join(outside, 'secret.txt'), 'secret', { mode: 0o666 });
      await symlink(outside, disk('way'));
      await symlink(path.join(outside, 'secret.txt'), disk('file-link'));
      await symlink('/etc/passwd', disk('passwd'));
      await symlink(disk('index.html'), disk('inner'));
      const kinds = new Map((await list()).body.entries.map(({ name, kind }) => [name, kind]));
      for (const name of ['way', 'file-link', 'passwd', 'inner']) assert.equal(kinds.get(name), 'link', name);
      for (const file of ['way/secret.txt', 'file-link', 'passwd', 'inner']) {
        await fails(read(file), 404, /NOT_FOUND/);
        const page = await fetched(file);
        assert.equal(page.status, 404);
      }
      await fails(list('way'), 404, /NOT_FOUND/);
      assert.equal((await upload('new.txt', 'x', { folder: 'way' })).status, 404);
      assert.equal((await upload('file-link', 'x', { replace: 'true' })).status, 409);
      await fails(own.client.put(at('/mode'), { path: 'file-link', mode: 0o600 }), 409, /FILE_SPECIAL/);
      assert.equal((await own.client.post(at('/move'), { path: 'index.html', to: 'way/index.html' })).status, 404);
      assert.equal((await own.client.post(at('/remove'), { path: 'way/secret.txt' })).status, 404);
      await mkdir(disk('tree'));
      await symlink(outside, disk('tree', 'way'));
      for (const name of ['way', 'file-link', 'passwd', 'inner', 'tree'])
        assert.equal((await own.client.post(at('/remove'), { path: name })).status, 200, name);
      assert.equal(await readFile(path.join(outside, 'secret.txt'), 'utf8'), 'secret');
      assert.deepEqual(await readdir(outside), ['secret.txt']);
      assert.equal((await lstat(path.join(outside, 'secret.txt'))).mode & 0o777, 0o644);
      assert.equal(existsSync(disk('index.html')), true);
    });

    test('a file that grows is what was read, or too large; a version names it', async () => {
      await writeFile(disk('grows.log'), 'line\n');
      let grows = true;
      const writer = (async () => {
        while (grows) await appendFile(disk('grows.log'), 'another line\n');
      })();
      const answer = await read('grows.log');
      const { text, version, size } = answer.body;
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      assert.match(text ?? '', /^line\n(?:another line\n)*/);
      assert.equal(Buffer.byteLength(text ?? ''), size);
      const download = await fetched('grows.log');
      grows = false;
      await writer;
      assert.equal(download.status, 200, download.text.slice(0, 300));
      assert.equal(Buffer.byteLength(download.text), Number(download.headers['content-length']));
      await appendFile(disk('grows.log'), 'and one more\n');
      await fails(save('grows.log', 'mine', version), 409, /FILE_CHANGED/);
      assert.match(await readFile(disk('grows.log'), 'utf8'), /and one more\n$/);
    });

    test('a large file and bytes that are no text are named, not read', async () => {
      const lines = Array.from({ length: MB / 8 }, (_, i) => `${String(i).padStart(7, '0')}\n`).join('');
      await writeFile(disk('large.txt'), lines);
      assert.equal((await read('large.txt')).body.text === lines, true, 'a text of 1 MB comes as it is');
      await appendFile(disk('large.txt'), 'y');
      const large = (await read('large.txt')).body;
      assert.deepEqual([large.kind, large.text, large.version, large.size], ['too_large', null, null, MB + 1]);
      await truncate(disk('large.txt'), 200 * 1024 ** 3);
      assert.equal((await read('large.txt')).body.kind, 'too_large');
      await rm(disk('large.txt'));
      for (const [bytes, what] of [
        [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), 'binary'],
        [Buffer.from([0xff, 0xfe, 0x41]), 'encoding'],
        [Buffer.from('caf\xe9\r\n', 'latin1'), 'encoding'],
      ] as const) {
        await writeFile(disk('picture'), bytes);
        const { kind, text, version } = (await read('picture')).body;
        assert.deepEqual([kind, text, version], [what, null, null]);
      }
      const { version } = (await read('index.html')).body;
      assert.equal((await save('index.html', 'x'.repeat(MB + 1), version)).status, 422);
      assert.equal((await save('index.html', '\u0001'.repeat(MB), version)).status, 413);
      const full = await save('index.html', '"\n'.repeat(MB / 2), version);
      assert.equal(full.status, 200, full.text);
    });

    test('files are created, and nothing that is there is replaced unasked', async () => {
      assert.equal((await own.client.post(at(), { path: 'new.txt', kind: 'file' })).status, 200);
      assert.equal((await read('new.txt')).body.text, '');
      for (const kind of ['file', 'folder'])
        await fails(own.client.post(at(), { path: 'new.txt', kind }), 409, /FILE_EXISTS/);
      await fails(upload('new.txt', 'x'), 409, /FILE_EXISTS/);
      assert.equal((await upload('new.txt', 'replaced', { replace: 'true' })).status, 200);
      assert.equal(await readFile(disk('new.txt'), 'utf8'), 'replaced');
      await fails(own.client.post(at('/move'), { path: 'new.txt', to: 'index.html' }), 409, /FILE_EXISTS/);
      await fails(own.client.post(at(), { path: 'missing/new.txt', kind: 'file' }), 404, /NOT_FOUND/);
      await mkdir(disk('dir'));
      await fails(upload('dir', 'x', { replace: 'true' }), 409, /FILE_EXISTS/);
      await rm(disk('dir'), { recursive: true });
      const folder = await own.client.post(at(), { path: 'outer', kind: 'folder' });
      assert.equal(folder.status, 200, folder.text);
      await fails(own.client.post(at('/move'), { path: 'outer', to: 'outer/inner' }), 409, /FILE_INSIDE/);
      await mode('new.txt', 0o600);
      await mode('new.txt', 0o000);
      await mode('new.txt', 0o640);
      await fails(own.client.put(at('/mode'), { path: 'new.txt', mode: 0o4755 }), 422, /777/);
    });
    const mode = async (file: string, bits: number) => {
      const answer = await own.client.put(at('/mode'), { path: file, mode: bits });
      assert.equal(answer.status, 200, answer.text);
      assert.equal((await lstat(disk(file))).mode & 0o777, bits);
    };

    test('a folder of many entries comes in pages, folders first', async () => {
      await mkdir(disk('many'));
      await Promise.all(Array.from({ length: 150 }, (_, i) => writeFile(disk('many', `f${i}`), '')));
      await mkdir(disk('many', 'z-folder'));
      const [first, second] = [(await list('many')).body, (await list('many', 1)).body];
      assert.deepEqual([first.total, first.complete, first.entries.length], [151, true, 100]);
      assert.equal(first.entries[0]?.name, 'z-folder');
      assert.equal(new Set([...first.entries, ...second.entries].map(({ name }) => name)).size, 151);
      assert.equal((await own.client.post(at('/remove'), { path: 'many' })).status, 200);
    });

    test('staff read files with a role that may change them, and with the second factor that their partner requires', async () => {
      await writeFile(disk('wp-config.php'), 'secret');
      const codeFor = async (staffRole: 'read_only' | 'billing' | 'support') => {
        const staff = await server.as(own.partner, await server.scenario.admin(own.partner, { staffRole }));
        const text = await staff.get(at(`/text${query({ path: 'wp-config.php' })}`));
        return [text.status, (await fetched('wp-config.php', staff)).status];
      };
      assert.deepEqual(await codeFor('read_only'), [403, 403]);
      assert.deepEqual(await codeFor('billing'), [403, 403]);
      assert.deepEqual(await codeFor('support'), [200, 200]);
      const required = async (staffSecondFactor: boolean) => {
        await server.db.update(partner).set({ staffSecondFactor }).where(eq(partner.id, own.partner.id));
        await server.app.partners.changed(own.partner.id);
      };
      await required(true);
      assert.deepEqual(await codeFor('support'), [403, 404]);
      await required(false);
    });

    test('asking how large a file is takes no place from those who download it', async () => {
      await writeFile(disk('large.bin'), Buffer.alloc(4 * MB));
      const address = `/site-file/${id}${query({ path: 'large.bin' })}`;
      for (let asked = 0; asked < 5; asked += 1) {
        const { status, headers, text } = await own.client.send('HEAD', address, undefined, { accept: '*/*' });
        assert.deepEqual([status, headers['content-length'], text], [200, String(4 * MB), '']);
      }
      assert.equal((await fetched('large.bin')).status, 200);
    });

    test('a download is the file itself, under its own name, and shows nothing in the panel', async () => {
      const bytes = Buffer.alloc(3 * MB, 'abc\n');
      await upload('übung "1".html', new Uint8Array(bytes));
      const answer = await fetched('übung "1".html');
      assert.equal(answer.status, 200, answer.text.slice(0, 300));
      assert.equal(answer.text, bytes.toString());
      assert.equal(answer.headers['content-disposition'], `attachment; filename*=UTF-8''%C3%BCbung%20%221%22.html`);
      assert.match(String(answer.headers['content-security-policy']), /sandbox/);
      const nobody = await fetched('index.html', (await tenant(server, {}, own.partner)).client);
      assert.equal(nobody.status, 404);
    });

    test('nobody else finds them', async () => {
      const neighbour = await tenant(server, {}, own.partner);
      const stranger = await tenant(server);
      for (const { client } of [neighbour, stranger])
        for (const answer of [
          await client.get(at()),
          await client.get(at(`/text${query({ path: 'index.html' })}`)),
          await client.post(at('/remove'), { path: 'index.html' }),
        ])
          assert.equal(answer.status, 404, answer.text);
      assert.equal(existsSync(disk('index.html')), true);
    });

    test('nothing is read or changed while a task works on the site', async () => {
      const release = await holdTasks(own);
      try {
        const backup = await own.client.post('/backup', { site_fqdn: own.fqdn('files') });
        assert.equal(backup.status, 200, backup.text);
        await fails(list(), 409, /TASK_RUNNING/);
        await fails(own.client.post(at('/remove'), { path: 'index.html' }), 409, /TASK_RUNNING/);
        assert.equal((await fetched('index.html')).status, 409);
      } finally {
        await release();
      }
      assert.equal(existsSync(disk('index.html')), true);
    });

    test('files of a site in the bin are not found', async () => {
      const other = await readySite(own, 'binned');
      const { body } = await own.client.delete(`/site/delete/${other.site_id}`);
      assert.equal((await ended(own.client, body['task_id'])).status, 'succeeded');
      assert.equal((await own.client.get(`/files/${other.site_id}`)).status, 404);
    });
  });
