import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { Header } from 'tar';
import { createSiteAgent, type SiteAgent } from '../../src/hosting/agent/index.ts';
import { hostingConfigFromEnv } from '../../src/hosting/hosting-config.ts';
import { siteFolder, type SiteFolder } from '../../src/hosting/local/site-folder.ts';
import { siteUid } from '../../src/hosting/runtime/sandbox.ts';

const BOUNDS = { maxBytes: 10_000_000 };
type Planted = [path: string, content: { link: string } | { text: string } | 'folder'];

/** An archive with exactly these entries. */
function archiveOf(entries: readonly Planted[]): Buffer {
  const blocks = entries.flatMap(([name, content]) => {
    const text = Buffer.from(typeof content === 'object' && 'text' in content ? content.text : '');
    const type = content === 'folder' ? 'Directory' : 'link' in content ? 'SymbolicLink' : 'File';
    const linkpath = typeof content === 'object' && 'link' in content ? content.link : '';
    const header = new Header({ path: name, type, size: text.length, linkpath, mode: 0o6777, mtime: new Date(0) });
    header.encode();
    return [header.block ?? Buffer.alloc(512), text, Buffer.alloc((512 - (text.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

for (const sandbox of ['auto', 'off'] as const) {
  describe(`links in archives of applications (sandbox ${sandbox})`, () => {
    let dataDir: string;
    let agent: SiteAgent;
    let folder: SiteFolder;
    let made = 0;
    const at = (...parts: string[]) => path.join(folder.live, ...parts);
    const work = async () => {
      const place = path.join(folder.root, `work-${(made += 1)}`);
      await mkdir(place);
      return place;
    };
    before(async () => {
      dataDir = await mkdtemp(path.join(tmpdir(), 'panel-links-'));
      await chmod(dataDir, 0o711);
      agent = createSiteAgent({ ...hostingConfigFromEnv({}, dataDir), sandbox });
      folder = siteFolder(dataDir, `links-${sandbox}`);
      await mkdir(at('public'), { recursive: true });
    });
    after(() => rm(dataDir, { recursive: true, force: true }));

    const extract = (input: Buffer, place: string, links = true) =>
      agent.ask(
        folder.mount,
        'extract',
        { roots: ['public'], manifest: 'none', links, ...BOUNDS },
        { work: place, from: () => Readable.from([input]) },
      );

    test('links that stay inside and executable files come back; those that lead out are left out', async () => {
      const pnpm = at('public', 'node_modules', '.pnpm', 'tool@1', 'node_modules', 'tool');
      await mkdir(pnpm, { recursive: true });
      await mkdir(at('public', 'node_modules', '.bin'));
      await writeFile(path.join(pnpm, 'cli.js'), '#!/usr/bin/env node');
      await chmod(path.join(pnpm, 'cli.js'), 0o755);
      await writeFile(path.join(pnpm, 'data.json'), '{}');
      const inner: [string, string][] = [
        ['public/node_modules/tool', '.pnpm/tool@1/node_modules/tool'],
        ['public/node_modules/.bin/tool', '../tool/cli.js'],
        ['public/node_modules/.bin/missing', '../not-installed/cli.js'],
        [`public/node_modules/${'long-'.repeat(30)}`, `./${'x/../'.repeat(40)}tool`],
      ];
      const outer: [string, string][] = [
        ['public/absolute', '/etc/passwd'],
        ['public/up', '../../secret'],
        ['public/through', 'node_modules/tool/../../../../../../out'],
        ['public/loop', 'loop'],
      ];
      for (const [name, to] of [...inner, ...outer]) await symlink(to, at(name));
      if (process.getuid?.() === 0) execFileSync('chown', ['-Rh', `${siteUid(folder.siteId)}`, at('public')]);
      const file = path.join(dataDir, 'links.tgz');
      const packing = { texts: [], entries: [{ from: 'public', to: 'public' }], without: [], ...BOUNDS };
      const packed = await agent.need(folder.mount, 'archive', { ...packing, links: true }, 'archive', {
        to: () => createWriteStream(file),
        maxOutput: BOUNDS.maxBytes,
      });
      assert.deepEqual([packed.files, packed.skipped], [2, outer.length]);
      const place = await work();
      const given = { roots: ['public'], manifest: 'none', links: true, ...BOUNDS };
      const from = () => createReadStream(file);
      const { skipped } = await agent.need(folder.mount, 'extract', given, 'extract', { work: place, from });
      // Node.js guards the files there, and makes no link.
      if (sandbox === 'off') return assert.equal(skipped, inner.length);
      for (const [name, to] of inner) assert.equal(await readlink(path.join(place, name)), to);
      for (const [name] of outer) await assert.rejects(readlink(path.join(place, name)), { code: 'ENOENT' });
      const tool = path.join(place, 'public/node_modules/.bin/tool');
      assert.match(await readFile(tool, 'utf8'), /env node/);
      assert.equal((await stat(tool)).mode & 0o7777, 0o755);
      assert.equal((await stat(path.join(place, 'public/node_modules/tool/data.json'))).mode & 0o7777, 0o644);
    });

    test('an archive whose links lead out, hide files or go in circles is refused', async () => {
      const top: Planted = ['public/', 'folder'];
      const hostile: Record<string, Planted[]> = {
        'an absolute link': [['public/a', { link: '/etc' }]],
        'a link up': [['public/a', { link: '../../x' }]],
        'a link to the folder of the releases': [['public/a', { link: '..' }]],
        'a link out through another': [
          ['public/deep/', 'folder'],
          ['public/deep/er/', 'folder'],
          ['public/deep/er/top', { link: '../..' }],
          ['public/a', { link: 'deep/er/top/../x' }],
        ],
        'a file through a link': [
          ['public/a', { link: '.' }],
          ['public/a/planted', { text: 'x' }],
        ],
        'a link through a link': [
          ['public/b/', 'folder'],
          ['public/a', { link: 'b' }],
          ['public/a/c', { link: '../b' }],
        ],
        'a link in place of a file': [
          ['public/a', { text: 'x' }],
          ['public/a', { link: 'b' }],
        ],
        'a circle': [
          ['public/a', { link: 'b' }],
          ['public/b', { link: 'a' }],
        ],
        'a name with dots': [['public/x/../../a', { link: 'b' }]],
      };
      for (const [name, entries] of Object.entries(hostile)) {
        const reply = await extract(archiveOf([top, ...entries]), await work());
        assert.equal(reply.ok ? 'unpacked' : reply.reason, 'damaged', name);
      }
    });

    test('no file comes back with more rights than to be executed, and sites keep no links', async () => {
      const entries: Planted[] = [
        ['public/', 'folder'],
        ['public/a', { text: 'x' }],
        ['public/b', { link: 'a' }],
      ];
      const place = await work();
      assert.equal((await extract(archiveOf(entries), place)).ok, true);
      assert.equal((await stat(path.join(place, 'public/a'))).mode & 0o7777, 0o755);
      const site = await work();
      assert.equal((await extract(archiveOf(entries), site, false)).ok, true);
      assert.deepEqual(await readdir(path.join(site, 'public')), ['a']);
    });
  });
}
