import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { createWeb, ReleaseError } from '../../src/platform/web/index.ts';
import { acceptedEncodings } from '../../src/platform/web/assets.ts';
import { packagesIn, readBuild } from '../../src/platform/web/builds.ts';
import { fileListOf } from '../../src/platform/web/file-list.ts';
import { openWeb, partnerOf, userOf } from './fixture.ts';
import { memorySource } from './memory-source.ts';

test('files of a release are immutable, typed and precompressed', async (t) => {
  const { get } = openWeb(t);
  const path = '/remotes/mf-sites/mf-sitesv1/remote-entry.1000000000.js';
  const small = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
  assert.equal(small.status, 200);
  assert.equal(small.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(small.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(small.headers.get('content-encoding'), 'br');
  assert.match(brotliDecompressSync(Buffer.from(await small.arrayBuffer())).toString(), /mf-sites 1/);
  const whole = await get(path);
  assert.equal(whole.headers.get('content-encoding'), null);
  assert.match(await whole.text(), /mf-sites 1/);
  assert.equal((await get('/shell/shellv1/look.css')).headers.get('content-type'), 'text/css; charset=utf-8');
});

test('files of remotes load in pages of other origins; those of the shell, lists and pages do not', async (t) => {
  const { get } = openWeb(t);
  const policyOf = async (path: string) => {
    const { status, headers } = await get(path);
    assert.equal(status, 200, path);
    return [headers.get('cross-origin-resource-policy'), headers.get('access-control-allow-origin')];
  };
  const remote = '/remotes/mf-sites/mf-sitesv1';
  assert.deepEqual(await policyOf(`${remote}/remote-entry.1000000000.js`), ['cross-origin', '*']);
  assert.deepEqual(await policyOf(`${remote}/files.json`), ['same-origin', null]);
  assert.deepEqual(await policyOf('/shell/shellv1/look.css'), ['same-origin', null]);
  assert.equal((await policyOf('/login'))[1], null);
});

test('a file that a release does not list is a plain 404, never a page and never a file beside it', async (t) => {
  const { get } = openWeb(t);
  const paths = [
    '/shell/shellv1/gone.js',
    '/shell/older/shell.1000000000.js',
    '/remotes/mf-sites/older/chunk.js',
    '/remotes/mf-none/v/chunk.js',
    '/shell/shellv1/manifest.json',
    '/shell/shellv1/.inputs',
    '/shell/shellv1/..%2f..%2fmf-sites%2fdist%2fchunk.js',
    '/shell/shellv1/__proto__',
    '/shell/shellv1/chunk.js.br',
    '/shell/',
    '/remotes/mf-sites',
    '/app.js',
    '/favicon.ico',
  ];
  for (const path of paths) {
    const answer = await get(path, { accept: 'text/html' });
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/, path);
    assert.equal(answer.headers.get('cache-control'), 'no-store', path);
  }
});

test('a name that no release can have is 404 without reading the storage, even when that is unreachable', async () => {
  const { app } = createWeb({
    visitOf: () => assert.fail('no page'),
    releases: {
      setFor: () => assert.fail('no page'),
      release: () => assert.fail('no list'),
      file: () => Promise.reject(new Error('The storage is away.')),
      sourceMap: () => assert.fail('no map'),
    },
  });
  for (const path of [
    '/shell/..%00/x',
    '/shell/1.0.0/..%00',
    '/shell/..%2f..%2fx/y',
    '/shell/1.0.0/..%2fx',
    '/remotes/..%00/1.0.0/x',
    '/remotes/mf-sites/%2e%2e%5c/x',
    '/shell/%ff/x',
  ]) {
    assert.equal((await app.request(path)).status, 404, path);
  }
  assert.equal((await app.request('/shell/1.0.0/shell.0123456789.js')).status, 503);
});

test('encodings: best first, exclusions count', () => {
  const names = (header: string | undefined) => acceptedEncodings(header).map(({ name }) => name);
  assert.deepEqual(names('gzip, deflate, br, zstd'), ['br', 'gzip']);
  assert.deepEqual(names('br;q=0, gzip;q=0.5'), ['gzip']);
  assert.deepEqual(names('br;q=0.0'), []);
  assert.deepEqual(names('identity'), []);
  assert.deepEqual(names(undefined), []);
});

test('the registry contains what the visitor may open, and nothing that is off', async (t) => {
  const { registryFor } = openWeb(t);
  const ids = async (...who: Parameters<typeof registryFor>) =>
    (await registryFor(...who)).remotes.map(({ manifest }) => manifest.id);
  assert.deepEqual(await ids(partnerOf(), userOf('customer')), ['mf-account', 'mf-apps', 'mf-help', 'mf-sites']);
  assert.deepEqual(await ids(partnerOf(), userOf('admin')), ['mf-account', 'mf-admin', 'mf-help']);
  assert.deepEqual(await ids(partnerOf(), userOf('superadmin')), ['mf-account', 'mf-admin', 'mf-help']);
  assert.deepEqual(await ids(partnerOf(), null), ['mf-help']);
  assert.deepEqual(await ids(partnerOf({ is_nucal_partner: false }), userOf('customer')), [
    'mf-account',
    'mf-help',
    'mf-sites',
  ]);
  const off = partnerOf({ attributes: { SECTION_HELP: 'false', SECTION_SITES: 'false' } });
  assert.deepEqual(await ids(off, userOf('customer')), ['mf-account', 'mf-apps']);
  const registry = await registryFor(partnerOf(), userOf('customer'));
  const sites = registry.remotes.find(({ manifest }) => manifest.id === 'mf-sites');
  assert.equal(registry.shell, 'shellv1');
  assert.equal(sites?.entry, '/remotes/mf-sites/mf-sitesv1/remote-entry.1000000000.js');
  assert.match(sites?.files ?? '', /^sha384-/);
});

test('a switch for a partner changes the build id, so that open tabs notice', async (t) => {
  const { registryFor } = openWeb(t);
  const before = await registryFor(partnerOf(), userOf('customer'));
  assert.equal((await registryFor(partnerOf(), userOf('customer'))).buildId, before.buildId);
  assert.notEqual(
    (await registryFor(partnerOf({ attributes: { SECTION_HELP: 'false' } }), userOf('customer'))).buildId,
    before.buildId,
  );
});

test('a remote in development replaces the built one', async (t) => {
  const { registryFor, get } = openWeb(t, {}, { overrides: { 'mf-sites': 'http://localhost:9000/remote-entry.js' } });
  const sites = (await registryFor(partnerOf(), userOf('customer'))).remotes.find(
    ({ manifest }) => manifest.id === 'mf-sites',
  );
  assert.equal(sites?.entry, 'http://localhost:9000/remote-entry.js');
  assert.equal(sites.files, undefined, 'a development server has no list');
  const policy = (await get('/sites')).headers.get('content-security-policy') ?? '';
  assert.match(policy, /connect-src 'self' http:\/\/localhost:9000 ws:\/\/localhost:9000/);
});

test('a missing build is reported with the command that creates it', (t) => {
  const { root } = openWeb(t);
  rmSync(join(root, 'mf-help', 'dist'), { recursive: true });
  assert.throws(
    () => memorySource(root),
    (error: unknown) => error instanceof ReleaseError && /mf-help is not built.*npm run build/.test(error.message),
  );
});

test('an incomplete build is reported by name', (t) => {
  const { root } = openWeb(t);
  rmSync(join(root, 'mf-apps', 'dist', 'chunk.js'));
  assert.throws(() => memorySource(root), /mf-apps is built in part: .*chunk\.js is missing/);
});

test('an unreachable storage is reported as such, and not cached', async (t) => {
  const { root } = openWeb(t);
  const refuse = () => Promise.reject(new Error('connection refused'));
  const { get } = openWeb(
    t,
    { user: userOf('admin') },
    { releases: { ...memorySource(root), file: refuse, sourceMap: refuse } },
  );
  for (const address of ['/shell/shellv1/look.css', '/remotes/mf-help/mf-helpv1/chunk.js.map']) {
    const answer = await get(address);
    assert.deepEqual(
      [answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')],
      [503, 'no-store', '2'],
      address,
    );
    assert.match(await answer.text(), /isn’t available at the moment/);
  }
});

test('the list of files of a release is compressed once for each encoding', async (t) => {
  const { root } = openWeb(t);
  const [release] = packagesIn(root).map((id) => readBuild(root, id));
  assert.ok(release);
  for (const encoding of ['br', 'gzip'] as const) {
    const [first, second] = await Promise.all([1, 2].map(() => fileListOf(release).compressed(encoding)));
    assert.ok(first && first === second, encoding);
  }
  assert.equal(brotliDecompressSync(await fileListOf(release).compressed('br')).toString(), fileListOf(release).text);
});
