import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { createWeb, ReleaseError } from '../../src/web/index.ts';
import { acceptedEncodings } from '../../src/web/assets.ts';
import { openWeb, partnerOf, userOf, writeBuild } from './fixture.ts';

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

test('what a release does not list is a plain 404, never a page and never a file beside it', async (t) => {
  const { get } = openWeb(t);
  const paths = [
    '/shell/shellv1/gone.js', '/shell/older/shell.1000000000.js', '/remotes/mf-sites/older/chunk.js', '/remotes/mf-none/v/chunk.js',
    '/shell/shellv1/manifest.json', '/shell/shellv1/.inputs', '/shell/shellv1/..%2f..%2fmf-sites%2fdist%2fchunk.js', '/shell/shellv1/__proto__',
    '/shell/shellv1/chunk.js.br', '/shell/', '/remotes/mf-sites', '/app.js', '/favicon.ico',
  ];
  for (const path of paths) {
    const answer = await get(path, { accept: 'text/html' });
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/, path);
    assert.equal(answer.headers.get('cache-control'), 'no-store', path);
  }
});

test('encodings: best first, refusals count', () => {
  const names = (header: string | undefined) => acceptedEncodings(header).map(({ name }) => name);
  assert.deepEqual(names('gzip, deflate, br, zstd'), ['br', 'gzip']);
  assert.deepEqual(names('br;q=0, gzip;q=0.5'), ['gzip']);
  assert.deepEqual(names('br;q=0.0'), []);
  assert.deepEqual(names('identity'), []);
  assert.deepEqual(names(undefined), []);
});

test('the registry has what the visitor may open, and nothing of what is off', (t) => {
  const { web } = openWeb(t);
  const ids = (...who: Parameters<typeof web.registryFor>) => web.registryFor(...who).remotes.map(({ manifest }) => manifest.id);
  assert.deepEqual(ids(partnerOf(), userOf('customer')), ['mf-sites', 'mf-apps', 'mf-account', 'mf-help']);
  assert.deepEqual(ids(partnerOf(), userOf('admin')), ['mf-account', 'mf-admin', 'mf-help']);
  assert.deepEqual(ids(partnerOf(), userOf('superadmin')), ['mf-account', 'mf-admin', 'mf-help']);
  assert.deepEqual(ids(partnerOf(), null), ['mf-help']);
  assert.deepEqual(ids(partnerOf({ is_nucal_partner: false }), userOf('customer')), ['mf-sites', 'mf-account', 'mf-help']);
  const off = partnerOf({ attributes: { SECTION_HELP: 'false', SECTION_SITES: 'false' } });
  assert.deepEqual(ids(off, userOf('customer')), ['mf-apps', 'mf-account']);
  const sites = web.registryFor(partnerOf(), userOf('customer')).remotes[0];
  assert.equal(sites?.entry, '/remotes/mf-sites/mf-sitesv1/remote-entry.1000000000.js');
  assert.deepEqual(sites?.pages['site-list'], ['/remotes/mf-sites/mf-sitesv1/page-site-list.js', '/shell/shellv1/lazy.js']);
});

test('a remote that somebody works on takes the place of the built one', async (t) => {
  const { web, get } = openWeb(t, {}, { overrides: { 'mf-sites': 'http://localhost:9000/remote-entry.js' } });
  const sites = web.registryFor(partnerOf(), userOf('customer')).remotes[0];
  assert.equal(sites?.entry, 'http://localhost:9000/remote-entry.js');
  const policy = (await get('/sites')).headers.get('content-security-policy') ?? '';
  assert.match(policy, /connect-src 'self' http:\/\/localhost:9000 ws:\/\/localhost:9000/);
});

test('a missing build is named with the command that makes it', (t) => {
  const { root } = openWeb(t);
  rmSync(join(root, 'mf-help', 'dist'), { recursive: true });
  assert.throws(
    () => createWeb({ distRoot: root, visitOf: () => ({ partner: partnerOf(), user: null, mailOutbox: null }) }),
    (error: unknown) => error instanceof ReleaseError && /mf-help is not built.*pnpm build/.test(error.message),
  );
});

test('while developing, a new build is served at once, and the old one until it is complete', async (t) => {
  const { root, get, web } = openWeb(t, {}, { follow: true });
  const before = web.registryFor(partnerOf(), null).buildId;
  rmSync(join(root, 'mf-help', 'dist', 'manifest.json'));
  assert.equal(web.registryFor(partnerOf(), null).buildId, before);
  writeBuild(root, 'mf-help', '2');
  assert.equal((await get('/remotes/mf-help/mf-helpv2/remote-entry.2000000000.js')).status, 200);
  assert.notEqual(web.registryFor(partnerOf(), null).buildId, before);
  const older = await get('/remotes/mf-help/mf-helpv1/page-help-home.js');
  assert.equal(older.status, 200, 'pages that are open still find the parts of their version');
});

test('a build beside a running server takes nothing away from it', async (t) => {
  const { root, get, web } = openWeb(t);
  const before = web.registryFor(partnerOf(), null);
  rmSync(join(root, 'mf-help'), { recursive: true });
  writeBuild(root, 'mf-help', '2');
  assert.deepEqual(web.registryFor(partnerOf(), null), before);
  assert.equal((await get('/remotes/mf-help/mf-helpv1/remote-entry.1000000000.js')).status, 200);
});

test('half a build is named', (t) => {
  const { root } = openWeb(t);
  rmSync(join(root, 'mf-apps', 'dist', 'chunk.js'));
  assert.throws(() => createWeb({ distRoot: root, visitOf: () => ({ partner: partnerOf(), user: null, mailOutbox: null }) }), /mf-apps is built in part: .*chunk\.js is missing/);
});
