import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HostingError, type HostingErrorCode, type SiteSpec } from '../../../src/hosting/index.ts';
import { NEVER_MS } from '../../../src/testing/index.ts';
import { progress } from '../hosting-support.ts';
import { buildProgress, gitBuild, openBuildHost, processesOf, type BuildHost } from './build-support.ts';

/** Time is for the one build that uses all of it: what a busy machine needs for the others is not known. */
const LIMITS = {
  ...{ buildMs: NEVER_MS, lookMs: 200, memoryMb: 300, processes: 100 },
  code: { files: 200, bytes: 20_000_000 },
  folder: { files: 5_000, bytes: 60_000_000 },
};

let opened: BuildHost;
let app: SiteSpec;
/** What a command in an address would make; in a folder of its own, since others use /tmp as well. */
let touched: string;
before(async () => {
  touched = path.join(await mkdtemp(path.join(tmpdir(), 'touched-')), 'x');
  opened = await openBuildHost({ buildLimits: LIMITS });
  app = await opened.app();
});
after(async () => {
  await opened.close();
  await rm(path.dirname(touched), { recursive: true });
});

const manifest = (build: string) =>
  JSON.stringify({ name: 'app', private: true, scripts: { build: 'node build.mjs', start: 'node server.mjs' }, build });
const script = (code: string) => ({ 'package.json': manifest(''), 'build.mjs': code });

let builds = 0;
/** Builds, and expects that it fails; returns what its log and its error say. */
async function fails(
  repository: { url: string; branch: string },
  code: HostingErrorCode,
  options: Parameters<typeof gitBuild>[2] = {},
): Promise<{ text: string; lines: string[] }> {
  const p = buildProgress();
  const id = `bad-${(builds += 1)}`;
  let error: unknown;
  await opened.driver.build(app.siteId, gitBuild(id, repository, options), p).catch((thrown: unknown) => {
    error = thrown;
  });
  assert.ok(error instanceof HostingError, p.lines.join('\n'));
  assert.equal(error.code, code, `${error.message} ${error.detail}\n${p.lines.join('\n').slice(-2000)}`);
  const folder = path.join(opened.host.config.dataDir, 'sites', app.siteId);
  assert.ok(!(await readdir(folder)).some((name) => name.startsWith('build-')));
  await assert.rejects(opened.driver.publish(app.siteId, id, progress()));
  return { text: error.message, lines: p.lines };
}

describe('repositories', () => {
  test('one that is private, gone or empty, and a branch that is missing', async () => {
    const { git } = opened;
    const locked = await git.commit('locked', { 'index.html': 'hidden' });
    git.protect('locked', 'the-right-token');
    assert.match((await fails(locked, 'SOURCE_UNAVAILABLE')).text, /private/);
    assert.match((await fails(locked, 'SOURCE_UNAVAILABLE', { token: 'the-wrong-token' })).text, /token/);
    const p = buildProgress();
    await opened.driver.build(app.siteId, gitBuild('open', locked, { token: 'the-right-token' }), p);
    assert.ok(!p.lines.join('\n').includes('the-right-token'));
    assert.match(
      (await fails({ url: git.url('nothing'), branch: 'main' }, 'SOURCE_UNAVAILABLE')).text,
      /no repository/,
    );
    assert.match((await fails({ url: await git.empty('empty'), branch: 'main' }, 'SOURCE_UNAVAILABLE')).text, /empty/);
    assert.match(
      (await fails({ ...locked, branch: 'other' }, 'SOURCE_UNAVAILABLE', { token: 'the-right-token' })).text,
      /branch/,
    );
  });

  test('another protocol, a private address and a server that is away', async () => {
    assert.match((await fails({ url: 'file:///etc', branch: 'main' }, 'SOURCE_UNAVAILABLE')).text, /./);
    assert.match(
      (await fails({ url: `ext::sh -c touch% ${touched}`, branch: 'main' }, 'SOURCE_UNAVAILABLE')).text,
      /./,
    );
    assert.equal(existsSync(touched), false);
    assert.match(
      (await fails({ url: 'https://169.254.169.254/a.git', branch: 'main' }, 'SOURCE_UNAVAILABLE')).text,
      /reached/,
    );
    assert.match(
      (await fails({ url: 'http://127.0.0.1:9/a.git', branch: 'main' }, 'SOURCE_UNAVAILABLE')).text,
      /reached/,
    );
  });

  test('a link that leads out, a submodule to files, names with shell signs', async () => {
    const { git, driver } = opened;
    const linked = await git.commit('linked', { 'index.html': 'x', secret: { link: '/etc/passwd' } });
    assert.match((await fails(linked, 'SOURCE_REFUSED')).text, /secret/);
    const up = await git.commit('linked-up', { 'index.html': 'x', 'a/b': { link: '../../etc' } });
    assert.match((await fails(up, 'SOURCE_REFUSED')).text, /a\/b/);
    const odd = await git.commit('odd', {
      'index.html': 'fine',
      '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = file:///etc\n',
      '$(touch pwned); `id`': 'x',
      '-rf': 'x',
      '.gitattributes': '* filter=evil\n',
    });
    const release = await driver.build(app.siteId, gitBuild('odd', odd), buildProgress());
    assert.equal(release.runtime, 'static');
  });

  test('one that is too large, a root folder that is not there, and fonts that need a network', async () => {
    const { git } = opened;
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`f${index}`, 'x']));
    assert.match((await fails(await git.commit('many', many), 'LIMIT')).text, /too large/);
    const small = await git.commit('small', { 'index.html': 'x' });
    assert.match((await fails(small, 'BUILD_FAILED', { settings: { root_folder: 'apps/web' } })).text, /apps\/web/);
    const fonts = await git.commit('fonts', {
      'package.json': JSON.stringify({ scripts: { build: 'next build' }, dependencies: { next: '*' } }),
      'app/layout.tsx': "import { Geist } from 'next/font/google';",
    });
    assert.match((await fails(fonts, 'BUILD_FAILED')).text, /fonts of Google/);
    const broken = await git.commit('broken', { 'package.json': '{' });
    assert.match((await fails(broken, 'BUILD_FAILED')).text, /package\.json/);
  });

  test('a lock file of another manager, and commands that need a shell', async () => {
    const { git } = opened;
    const locked = await git.commit('pnpm', { 'package.json': manifest(''), 'pnpm-lock.yaml': '' });
    assert.match(
      (await fails(locked, 'BUILD_FAILED', { settings: { package_manager: 'npm' } })).text,
      /pnpm-lock\.yaml/,
    );
    const plain = await git.commit('plain', script(''));
    const settings = { install_command: 'npm --version' };
    for (const build_command of ['npm run build && rm -rf /', 'echo $(id)', 'a | b', 'X=1 npm run build', 'a "b'])
      assert.match(
        (await fails(plain, 'BUILD_FAILED', { settings: { ...settings, build_command } })).text,
        /package\.json/,
      );
  });
});

describe('builds that do harm', () => {
  const settings = { install_command: 'npm --version', runtime: 'static' } as const;
  const build = async (name: string, code: string, expected: HostingErrorCode) =>
    fails(await opened.git.commit(name, script(code)), expected, { settings });

  test('one that prints 100 MB, and a line of 10 MB', async () => {
    const { text, lines } = await build(
      'loud',
      `const mb = 'x'.repeat(1023) + '\\n';
       process.stdout.write('y'.repeat(10_000_000) + '\\n');
       for (let i = 0; i < 100_000; i += 1) if (!process.stdout.write(mb)) await new Promise((r) => process.stdout.once('drain', r));
       console.log('the end'); process.exitCode = 3;`,
      'BUILD_FAILED',
    );
    assert.match(text, /exit code 3/);
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    assert.ok(bytes <= 2 * 1024 ** 2, `${bytes} bytes`);
    assert.ok(Math.max(...lines.map((line) => line.length)) < 8_300);
    assert.ok(lines.some((line) => /lines \(\d+ KB\) of the middle are left out/.test(line)));
    assert.ok(lines.some((line) => line.includes('the end')));
  });

  test('one that never ends', async () => {
    const hasty = await openBuildHost({ buildLimits: { ...LIMITS, buildMs: 4_000 } });
    try {
      const { siteId } = await hasty.app();
      const repository = await hasty.git.commit('endless', script('setInterval(() => {}, 1000)'));
      await assert.rejects(
        hasty.driver.build(siteId, gitBuild('endless', repository, { settings }), buildProgress()),
        (error) => error instanceof HostingError && error.code === 'LIMIT' && /longer than/.test(error.message),
      );
      assert.equal(await processesOf(siteId), 0);
    } finally {
      await hasty.close();
    }
  });

  test('one that is stopped', async () => {
    const repository = await opened.git.commit('stopped', script("console.log('begun'); setInterval(() => {}, 1000)"));
    const stop = new AbortController();
    const p = buildProgress(stop.signal);
    const log = (line: string) => void (line.includes('begun') && stop.abort());
    await assert.rejects(
      opened.driver.build(app.siteId, gitBuild('stopped', repository, { settings }), { ...p, log }),
      (error) => error instanceof HostingError && error.code === 'ABORTED',
    );
    assert.equal(await processesOf(app.siteId), 0);
  });

  test('one that takes all memory, starts processes without end, or fills the disk', async () => {
    await build('memory', 'const a = []; for (;;) a.push(Buffer.alloc(10_000_000, 1));', 'LIMIT');
    await build(
      'forks',
      `import { spawn } from 'node:child_process';
       for (let i = 0; i < 400; i += 1) spawn('sleep', ['60']).on('error', () => process.exit(1));
       setTimeout(() => process.exit(1), 1500);`,
      'LIMIT',
    );
    await build(
      'disk',
      `import { writeFileSync } from 'node:fs';
       for (let i = 0; i < 30; i += 1) writeFileSync('f' + i, Buffer.alloc(10_000_000, 1));
       setTimeout(() => {}, 60_000);`,
      'LIMIT',
    );
  });

  test('one that makes nothing, and one that looks for the panel', async () => {
    assert.match((await build('nothing', "console.log('done')", 'BUILD_FAILED')).text, /index\.html/);
    const { lines } = await build(
      'curious',
      `import { readdirSync, existsSync } from 'node:fs';
       import { connect } from 'node:net';
       console.log('root:', readdirSync('/').join(' '), existsSync(${JSON.stringify(path.dirname(import.meta.dirname))}));
       console.log('env:', Object.keys(process.env).filter((name) => /PANEL|DATA_DIR/.test(name)).join() || 'none', process.getuid());
       connect(443, '1.1.1.1').on('error', (error) => { console.log('network:', error.code); process.exit(1); });`,
      'BUILD_FAILED',
    );
    const said = lines.join('\n');
    assert.match(said, /root: .*app/);
    assert.match(said, /root: (?!.*\b(?:root|work|home)\b).*false/);
    assert.match(said, /env: none \D*(?:\d\dm)?[1-9]\d{4}/);
    assert.match(said, /network: (?:ENETUNREACH|ECONNREFUSED)/);
  });
});
