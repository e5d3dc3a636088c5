import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { createSiteAgent, type SiteAgent } from '../../src/hosting/agent/index.ts';
import { hostingConfigFromEnv } from '../../src/hosting/hosting-config.ts';
import { siteFolder, type SiteFolder } from '../../src/hosting/local/site-folder.ts';
import { siteUid } from '../../src/hosting/runtime/sandbox.ts';

const root = process.getuid?.() === 0;
const BOUNDS = { maxBytes: 10_000_000 };

for (const sandbox of ['auto', 'off'] as const) {
  describe(`hostile files, seen by the site agent (sandbox ${sandbox})`, () => {
    let dataDir: string;
    let agent: SiteAgent;
    let folder: SiteFolder;
    const at = (...parts: string[]) => path.join(folder.live, ...parts);
    const own = () => root && execFileSync('chown', ['-Rh', `${siteUid(folder.siteId)}`, at('public'), at('data')]);
    const work = async (name: string) => {
      const made = path.join(folder.root, name);
      await mkdir(made);
      return made;
    };

    before(async () => {
      dataDir = await mkdtemp(path.join(tmpdir(), 'panel-agent-'));
      await chmod(dataDir, 0o711);
      agent = createSiteAgent({ ...hostingConfigFromEnv({}, dataDir), sandbox });
      folder = siteFolder(dataDir, `hostile-${sandbox}`);
      await mkdir(at('public', 'wp-includes'), { recursive: true });
      await mkdir(at('data'));
      await writeFile(path.join(dataDir, 'secret.txt'), 'top secret');
      await writeFile(at('public', 'index.php'), '<?php // mine');
      own();
    });
    after(() => rm(dataDir, { recursive: true, force: true }));

    test('a pipe, a link, a folder and an endless file in place of the debug log are no log', async () => {
      const file = at('public', 'wp-content', 'debug.log');
      await mkdir(path.dirname(file), { recursive: true });
      const plants = [
        async () => void execFileSync('mkfifo', [file]),
        () => symlink(path.join(dataDir, 'secret.txt'), file),
        () => symlink('/dev/zero', file),
        () => mkdir(file),
      ];
      for (const plant of plants) {
        await plant();
        own();
        const reply = await agent.ask(folder.mount, 'debugLog', {});
        assert.deepEqual(reply, { ok: true, value: { enabled: false, size: null, text: '' } });
        await rm(file, { recursive: true });
      }
      await writeFile(file, Buffer.alloc(70_000, 0xff));
      await truncate(file, 2_000_000_000);
      own();
      const reply = await agent.ask(folder.mount, 'debugLog', {});
      assert.ok(reply.ok && reply.value.size === 2_000_000_000 && reply.value.text.length <= 65_536);
      await rm(path.dirname(file), { recursive: true });
    });

    test('a disk that has no room in the middle of a save leaves the earlier content, and nothing beside it', async () => {
      await writeFile(at('public', 'keep.txt'), 'earlier');
      own();
      const bytes = 300_000;
      const put = {
        action: 'put',
        path: 'keep.txt',
        bytes,
        over: 'any',
        readOnly: [],
        maxBytes: 0,
        maxFiles: 0,
      } as const;
      const room = { own: { maxFileBytes: 100_000 }, from: () => Readable.from([Buffer.alloc(bytes)]) };
      const reply = await agent.ask(folder.mount, 'fileChange', put, room);
      assert.deepEqual([reply.ok, reply.ok || reply.reason], [false, 'limit']);
      const part = {
        step: 'put',
        path: 'keep.txt',
        key: 'k',
        size: bytes,
        from: 0,
        bytes,
        over: 'any',
        readOnly: [],
      } as const;
      const parts = await agent.ask(folder.mount, 'filePart', part, room);
      assert.deepEqual([parts.ok, parts.ok || parts.reason], [false, 'limit']);
      assert.equal(await readFile(at('public', 'keep.txt'), 'utf8'), 'earlier');
      assert.deepEqual(
        (await readdir(at('public'))).filter((name) => name.startsWith('.panel-')),
        [],
      );
      await rm(at('public', 'keep.txt'));
    });

    test('folders outside of the site, links to them and odd names are neither entered nor break the list', async () => {
      const uploads = at('public', 'odd');
      await mkdir(uploads);
      await symlink(dataDir, path.join(uploads, 'out'));
      await writeFile(Buffer.concat([Buffer.from(`${uploads}/`), Buffer.from([0xff, 0x0a, 0x22])]), 'odd');
      await mkdir(path.join(uploads, 'x'.repeat(255)));
      own();
      for (const outside of ['public/odd/out', '..', 'public/../..', 'public/index.php'])
        assert.deepEqual(
          await agent.ask(folder.mount, 'folders', { folder: outside }),
          { ok: true, value: null },
          outside,
        );
      const reply = await agent.ask(folder.mount, 'folders', { folder: 'public/odd' });
      assert.ok(reply.ok && reply.value !== null, JSON.stringify(reply));
      assert.deepEqual(reply.value.entries.map(({ kind }) => kind).sort(), ['file', 'file', 'folder']);
      await rm(uploads, { recursive: true });
    });

    test('of a folder with thousands of entries the largest are listed, and the others are summed up', async () => {
      const many = at('public', 'many');
      await mkdir(many);
      for (let count = 0; count < 2_500; count += 1)
        await writeFile(path.join(many, String(count)), 'x'.repeat(count % 50));
      await writeFile(path.join(many, 'largest'), 'x'.repeat(1000));
      own();
      const reply = await agent.ask(folder.mount, 'folders', { folder: 'public/many' });
      assert.ok(reply.ok && reply.value !== null, JSON.stringify(reply));
      const { entries, others } = reply.value;
      assert.deepEqual([entries.length, entries[0]?.name, others.count], [100, 'largest', 2_401]);
      const listed = entries.reduce((sum, { bytes }) => sum + bytes, 0);
      assert.equal(listed + others.bytes, 50 * ((49 * 50) / 2) + 1000);
      await rm(many, { recursive: true });
    });

    test('a pipe, a link, a folder and an endless file in place of version.php yield no version', async () => {
      const file = at('public', 'wp-includes', 'version.php');
      const secret = path.join(dataDir, 'version.txt');
      await writeFile(secret, "<?php\n$wp_version = '6.6.6';\n");
      const plants = [
        async () => void execFileSync('mkfifo', [file]),
        () => symlink(secret, file),
        () => symlink('/dev/zero', file),
        () => mkdir(file),
        async () => {
          await writeFile(file, '');
          await truncate(file, 2_000_000_000);
        },
        () => writeFile(file, "<?php\n$wp_version = '7.1.1' . `id` ;"),
        () => writeFile(file, Buffer.from("<?php\n\xff$wp_version = '\xfe';", 'latin1')),
      ];
      for (const plant of plants) {
        await plant();
        own();
        assert.deepEqual(await agent.ask(folder.mount, 'version', {}), { ok: true, value: null });
        await rm(file, { recursive: true });
      }
      await writeFile(file, "<?php\n$wp_version = '7.1.1';\n");
      own();
      assert.deepEqual(await agent.ask(folder.mount, 'version', {}), { ok: true, value: '7.1.1' });
    });

    test('a link in the path leads nowhere', async () => {
      await rm(at('public', 'wp-includes'), { recursive: true });
      await mkdir(path.join(dataDir, 'outside'), { recursive: true });
      await writeFile(path.join(dataDir, 'outside', 'version.php'), "<?php\n$wp_version = '6.6.6';\n");
      await symlink(path.join(dataDir, 'outside'), at('public', 'wp-includes'));
      assert.deepEqual(await agent.ask(folder.mount, 'version', {}), { ok: true, value: null });
      for (const file of [
        'public/wp-includes/version.php',
        '../../../secret.txt',
        '../site.json',
        'public/../../../../secret.txt',
      ]) {
        const reply = await agent.ask(folder.mount, 'text', { file });
        assert.notDeepEqual(reply, { ok: true, value: 'top secret' }, file);
        assert.equal(JSON.stringify(reply).includes('6.6.6'), false, file);
      }
      await rm(at('public', 'wp-includes'));
    });

    test('copies and archives contain only regular files of the site', async () => {
      await symlink(path.join(dataDir, 'secret.txt'), at('public', 'link.txt'));
      await symlink(dataDir, at('public', 'all'));
      execFileSync('mkfifo', [at('public', 'pipe')]);
      await mkdir(at('public', 'docs'));
      await writeFile(at('public', 'docs', `${'ü'.repeat(80)}.txt`), 'long name');
      execFileSync('touch', [
        Buffer.concat([Buffer.from(at('public', 'docs', 'x')), Buffer.from([0xff])]).toString('latin1'),
      ]);
      own();
      const entries = [{ from: 'public', to: 'public' }];
      const copied = await work('copied');
      const copy = await agent.need(folder.mount, 'copy', { entries, ...BOUNDS }, 'copy', { work: copied });
      assert.deepEqual([copy.skipped, (await readdir(path.join(copied, 'public'))).sort()], [3, ['docs', 'index.php']]);
      const file = path.join(dataDir, 'archive.tgz');
      const to = () => createWriteStream(file);
      const packed = await agent.need(
        folder.mount,
        'archive',
        { texts: [{ name: 'about.json', text: '{}' }], entries, without: [], ...BOUNDS },
        'archive',
        { to, maxOutput: BOUNDS.maxBytes },
      );
      const unpacked = await work('unpacked');
      const extracted = await agent.need(
        folder.mount,
        'extract',
        { roots: ['public'], manifest: 'about.json', ...BOUNDS },
        'extract',
        { work: unpacked, from: () => createReadStream(file) },
      );
      assert.deepEqual([packed.skipped, packed.files, extracted.manifest], [3, extracted.files, '{}']);
      assert.equal(await readFile(path.join(unpacked, 'public/docs', `${'ü'.repeat(80)}.txt`), 'utf8'), 'long name');
      assert.equal(spawnSync('grep', ['-rs', 'top secret', copied, unpacked]).status, 1);
      for (const name of ['link.txt', 'all', 'pipe']) await rm(at('public', name));
    });

    test('an archive with links and foreign paths unpacks to its regular files', async () => {
      const made = await mkdtemp(path.join(dataDir, 'made-'));
      await mkdir(path.join(made, 'public'));
      await writeFile(path.join(made, 'public', 'page.html'), 'page');
      await writeFile(path.join(made, 'other.txt'), 'not wanted');
      await symlink('/etc', path.join(made, 'public', 'etc'));
      execFileSync('tar', ['czf', path.join(made, 'all.tgz'), '-C', made, 'public', 'other.txt']);
      const target = await work('planted');
      const { files, skipped } = await agent.need(
        folder.mount,
        'extract',
        { roots: ['public'], manifest: 'none', ...BOUNDS },
        'extract',
        { work: target, from: () => createReadStream(path.join(made, 'all.tgz')) },
      );
      assert.deepEqual(
        [files, skipped, await readdir(target), await readdir(path.join(target, 'public'))],
        [1, 2, ['public'], ['page.html']],
      );
      execFileSync('tar', [
        'czPf',
        path.join(made, 'up.tgz'),
        '--transform',
        's,^,public/../../,',
        '-C',
        made,
        'other.txt',
      ]);
      const upwards = await agent.ask(
        folder.mount,
        'extract',
        { roots: ['public'], manifest: 'none', ...BOUNDS },
        { work: await work('upwards'), from: () => createReadStream(path.join(made, 'up.tgz')) },
      );
      assert.equal(upwards.ok ? 'unpacked' : upwards.reason, 'damaged');
      const absent = await agent.ask(
        folder.mount,
        'extract',
        { roots: ['public'], manifest: 'none', ...BOUNDS },
        { work: await work('absent'), from: () => createReadStream(path.join(made, 'none.tgz')) },
      );
      assert.equal(absent.ok ? 'unpacked' : absent.reason, 'failed');
    });

    test('content beyond the plan’s size is rejected as a whole', async () => {
      await writeFile(at('public', 'sparse.bin'), '');
      await truncate(at('public', 'sparse.bin'), 1_900_000_000);
      own();
      const input = { entries: [{ from: 'public', to: 'public' }], ...BOUNDS };
      const copy = await agent.ask(folder.mount, 'copy', input, { work: await work('too-much') });
      const archive = await agent.ask(
        folder.mount,
        'archive',
        { ...input, texts: [], without: [] },
        { to: () => createWriteStream(path.join(dataDir, 'too-much.tgz')), maxOutput: BOUNDS.maxBytes },
      );
      assert.deepEqual(
        [copy, archive].map((reply) => (reply.ok ? 'done' : reply.reason)),
        ['limit', 'limit'],
      );
      await rm(at('public', 'sparse.bin'));
    });

    test('folders count like files, at any depth and with any name', async () => {
      const before_ = await agent.need(folder.mount, 'usage', {}, 'measure');
      const deep = at('public', 'deep');
      await mkdir(deep);
      execFileSync(
        process.execPath,
        [
          '-e',
          "for (let i = 0; i < 300; i += 1) { fs.mkdirSync('d'.repeat(20)); process.chdir('d'.repeat(20)); } fs.writeFileSync('end', 'x'.repeat(1000)); for (let i = 0; i < 50; i += 1) fs.mkdirSync(Buffer.from([0xff, 100 + i]));",
        ],
        { cwd: deep },
      );
      own();
      const after_ = await agent.need(folder.mount, 'usage', {}, 'measure');
      assert.deepEqual(
        { ...after_, bytes: after_.bytes - before_.bytes, files: after_.files - before_.files },
        { bytes: 1000, files: 352, complete: true },
      );
      execFileSync('rm', ['-rf', deep]);
    });

    test('an unreadable folder is counted where possible, and otherwise reported as missing', async () => {
      const closed = at('public', 'closed');
      const measured = () => agent.need(folder.mount, 'usage', {}, 'measure');
      for (const mode of [0o000, 0o444, 0o111]) {
        const before_ = await measured();
        await mkdir(closed);
        await writeFile(path.join(closed, 'hidden'), 'x'.repeat(1000));
        own();
        await chmod(closed, mode);
        const { bytes, complete } = await measured();
        assert.ok(!complete || bytes - before_.bytes === 1000, mode.toString(8));
        await chmod(closed, 0o755);
        await rm(closed, { recursive: true });
        assert.deepEqual(await measured(), before_);
      }
    });

    test('a stopped agent yields a reason, and so does its deadline', async () => {
      const endless = async function* () {
        for (;;) {
          yield Buffer.alloc(1024);
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const input = { roots: ['public'], manifest: 'none', maxBytes: 1_000_000_000_000 };
      const late = await agent.ask(folder.mount, 'extract', input, {
        work: await work('late'),
        from: () => Readable.from(endless()),
        deadlineMs: 600,
      });
      assert.equal(late.ok ? 'unpacked' : late.reason, 'timeout');
      await assert.rejects(agent.ask(folder.mount, 'usage', {}, { signal: AbortSignal.abort() }), { code: 'ABORTED' });
      assert.equal((await agent.ask(folder.mount, 'usage', {})).ok, true);
    });
  });
}
