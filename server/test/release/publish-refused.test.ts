import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Release } from '@panel/contract/release';
import { declared, makeUpload, newKey, openPanel, signText, traces, type Upload } from './release-support.ts';

const MINUTE = 60_000;
const later = (ms: number) => (release: Release) => ({
  ...release,
  createdAt: new Date(Date.now() + ms).toISOString(),
});
const needs = (change: Partial<Release['needs']>) => (release: Release) => ({
  ...release,
  needs: { ...release.needs, ...change },
});
const file = (name: string, text = 'x') => ({ name, brotli: brotliCompressSync(text).toString('base64') });

const refusals: [string, string, string, (release: Release) => unknown, RegExp][] = [
  ['an unknown kind of package', 'mf-help', 'RELEASE_REFUSED', (r) => ({ ...r, package: 'billing' }), /package: /],
  ['another format', 'mf-help', 'RELEASE_REFUSED', (r) => ({ ...r, format: 2 }), /format: /],
  [
    'a file name that leaves the folder',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({ ...r, entry: '../../secret.key' }),
    /entry: "\.\.\/\.\.\/secret\.key" is not a valid file name for a release: /,
  ],
  [
    'a hash under such a name',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({ ...r, integrity: { ...r.integrity, '../x.js': r.integrity['chunk.js'] } }),
    /integrity/,
  ],
  [
    'a file that the storage needs itself',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({ ...r, integrity: { ...r.integrity, 'manifest.sig.json': r.integrity['chunk.js'] } }),
    /manifest\.sig\.json/,
  ],
  [
    'a compressed form that is sent as a source map',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({ ...r, maps: { 'chunk.js.br': r.integrity['chunk.js'] } }),
    /lists chunk\.js\.br as a source map; the name of one ends in \.map/,
  ],
  [
    'the manifest of another',
    'mf-help',
    'RELEASE_REFUSED',
    declared(() => ({ id: 'mf-sites' })),
    /its manifest is that of mf-sites/,
  ],
  [
    'a route of another remote',
    'mf-help',
    'RELEASE_REFUSED',
    declared(({ routes }) => ({ routes: [{ ...routes[0], path: '/sites' } as Release['manifest']['routes'][number]] })),
    /route \/sites belongs to mf-sites and to mf-help/,
  ],
  [
    'a menu entry to nowhere',
    'mf-help',
    'RELEASE_REFUSED',
    declared(() => ({ menu: [{ menu: 'help', label: 'Old', to: '/old', order: 1 }] })),
    /menu entry "Old" leads to \/old, which is no route/,
  ],
  [
    'a page that is not there',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({ ...r, pages: {} }),
    /names the page "help-home"/,
  ],
  [
    'a slot that nobody offers',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({
      ...r,
      pages: { ...r.pages, part: { files: [], shared: [] } },
      manifest: { ...r.manifest, slots: [{ slot: 'site.top', part: 'part', order: 1 }] },
    }),
    /slot site\.top, which no package offers/,
  ],
  [
    'a file without a hash',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({ ...r, preload: ['unknown.js'] }),
    /unknown\.js, for which it has no hash/,
  ],
  [
    'a shared package that is too old here',
    'mf-help',
    'RELEASE_REFUSED',
    needs({ shared: { '@panel/core': '^1.5.0' } }),
    /mf-help mf-helpv2 does not fit shell shellv1 of .*: @panel\/core 1\.2\.0 is offered, \^1\.5\.0 is needed/,
  ],
  [
    'a shared package that is not here',
    'mf-help',
    'RELEASE_REFUSED',
    needs({ shared: { zod: '^4.0.0' } }),
    /zod is missing, \^4\.0\.0 is needed/,
  ],
  [
    'a name that the facade lacks',
    'mf-help',
    'RELEASE_REFUSED',
    needs({ exports: { '@panel/ui': ['Button', 'Sparkline'] } }),
    /@panel\/ui 1\.4\.0 lacks Sparkline, which is needed/,
  ],
  [
    'a shared part that no shell has',
    'mf-help',
    'RELEASE_REFUSED',
    (r) => ({ ...r, pages: { 'help-home': { files: ['page-help-home.js'], shared: ['@panel/nowhere'] } } }),
    /^mf-help mf-helpv2 does not fit shell shellv1 of .*: @panel\/nowhere is missing, which the page "help-home" needs\.$/,
  ],
  [
    'a shell without a shared part that a live page wants',
    'shell',
    'RELEASE_REFUSED',
    (r) => ({ ...r, shared: {} }),
    /mf-sites mf-sitesv1 does not fit shell shellv2 of .*: @panel\/ui\/data is missing, which the page "site-list" needs/,
  ],
  [
    'a newer contract',
    'mf-help',
    'RELEASE_REFUSED',
    needs({ contract: '1.4.0' }),
    /contract 1\.3\.0 is offered, \^1\.4\.0 is needed/,
  ],
  [
    'another major contract',
    'mf-help',
    'RELEASE_REFUSED',
    needs({ contract: '2.0.0' }),
    /contract 1\.3\.0 is offered, \^2\.0\.0 is needed/,
  ],
  [
    'a shell that lacks what live remotes need',
    'shell',
    'RELEASE_REFUSED',
    (r) => ({ ...r, offers: { shared: {}, exports: {}, contract: '0.9.0' } }),
    /does not fit shell shellv2 of .*contract 0\.9\.0 is offered/,
  ],
  [
    'a shell that offers nothing',
    'shell',
    'RELEASE_REFUSED',
    ({ offers: _offers, ...r }) => r,
    /a shell has to declare what it offers/,
  ],
  [
    'a time to come',
    'mf-help',
    'RELEASE_REFUSED',
    later(6 * MINUTE),
    /created at 20.*the clock of this panel shows 20.*set the clocks/,
  ],
  ['a time long past', 'mf-help', 'RELEASE_REFUSED', later(-31 * 24 * 60 * MINUTE), /older than 30 days/],
];

test('every error in a manifest is reported on one line, before and at the upload, and nothing changes', async (t) => {
  const panel = await openPanel(t);
  const before = await traces(panel);
  for (const [what, id, code, change, words] of refusals) {
    const upload = makeUpload(t, panel.key, id, '2', change);
    for (const [path, body] of [
      ['/platform/releases/check', { manifest: upload.manifest, signature: upload.signature }],
      ['/platform/releases', upload],
    ] as const) {
      const answer = await panel.operator('POST', path, body);
      assert.equal(answer.body['code'], code, `${what}: ${answer.text}`);
      assert.match(String(answer.body['message']), words, what);
      assert.doesNotMatch(String(answer.body['message']), /\n/, what);
    }
  }
  assert.deepEqual(await traces(panel), before);
});

const spoilt: [string, string, (upload: Upload, t: TestContext) => unknown, RegExp][] = [
  ['invalid JSON', 'RELEASE_REFUSED', (u) => ({ ...u, manifest: `${u.manifest},` }), /not valid JSON/],
  ['no signature', 'SIGNATURE_INVALID', (u) => ({ ...u, signature: null }), /is not signed/],
  [
    'a signature of another key',
    'SIGNATURE_INVALID',
    (u) => ({ ...u, signature: signText(newKey(), u.manifest) }),
    /key [0-9a-f]{16}, which this panel does not trust/,
  ],
  [
    'a text changed after it was signed',
    'SIGNATURE_INVALID',
    (u) => ({ ...u, manifest: u.manifest.replace('"commit":"c', '"commit":"d') }),
    /changed after it was signed/,
  ],
  [
    'a file that is missing',
    'RELEASE_REFUSED',
    (u) => ({ ...u, files: u.files.slice(1) }),
    /is in the manifest and was not sent/,
  ],
  [
    'a file too many',
    'RELEASE_REFUSED',
    (u) => ({ ...u, files: [...u.files, file('more.js')] }),
    /more\.js was sent and is not in the manifest/,
  ],
  ['a file twice', 'RELEASE_REFUSED', (u) => ({ ...u, files: [...u.files, u.files[0]] }), /sent twice/],
  [
    'another content',
    'RELEASE_REFUSED',
    (u) => ({
      ...u,
      files: u.files.map(({ name, brotli }) => (name === 'chunk.js' ? file(name, 'evil()') : { name, brotli })),
    }),
    /chunk\.js has the hash sha384-.*the manifest says sha384-/,
  ],
  [
    'something that is not brotli',
    'RELEASE_REFUSED',
    (u) => ({
      ...u,
      files: u.files.map(({ name, brotli }) => ({ name, brotli: name === 'chunk.js' ? 'AAAA' : brotli })),
    }),
    /chunk\.js is not valid brotli/,
  ],
  [
    'half a file',
    'RELEASE_REFUSED',
    (u) => ({
      ...u,
      files: u.files.map(({ name, brotli }) => ({
        name,
        brotli: Buffer.from(brotli, 'base64').subarray(0, -2).toString('base64'),
      })),
    }),
    /is not valid brotli/,
  ],
  [
    'a bomb',
    'RELEASE_REFUSED',
    (u) => ({
      ...u,
      files: u.files.map(({ name, brotli }) =>
        name === 'chunk.js'
          ? {
              name,
              brotli: brotliCompressSync(Buffer.alloc(80 * 1_048_576), {
                params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
              }).toString('base64'),
            }
          : { name, brotli },
      ),
    }),
    /chunk\.js is too large/,
  ],
  [
    'a path for a name',
    'VALIDATION',
    (u) => ({ ...u, files: [...u.files, file('../../../etc/passwd')] }),
    /^"\.\.\/\.\.\/\.\.\/etc\/passwd" is not a valid file name for a release: use letters, digits/,
  ],
  [
    'a name with two dots',
    'VALIDATION',
    (u) => ({ ...u, files: [...u.files, file('a..js')] }),
    /^"a\.\.js" is not a valid file name/,
  ],
  [
    'a name of two lines, and long',
    'VALIDATION',
    (u) => ({ ...u, files: [...u.files, file(`a\n${'b'.repeat(500)}`)] }),
    /^"a\\nb{78}…" is not a valid file name/,
  ],
  [
    'a manifest that is too large',
    'VALIDATION',
    (u) => ({ ...u, manifest: 'x'.repeat(1_048_577) }),
    /^manifest\.json is too large: it has 1048577 bytes, and 1048576 are allowed/,
  ],
  [
    'too many files',
    'VALIDATION',
    (u) => ({ ...u, files: Array.from({ length: 501 }, (_, i) => file(`f${i}.js`)) }),
    /^A release may have 500 files, and more were sent/,
  ],
];

test('every error in an upload is rejected, and nothing changes', async (t) => {
  const panel = await openPanel(t);
  const before = await traces(panel);
  for (const [what, code, spoil, words] of spoilt) {
    const answer = await panel.operator(
      'POST',
      '/platform/releases',
      spoil(makeUpload(t, panel.key, 'mf-help', '2'), t),
    );
    assert.equal(answer.body['code'], code, `${what}: ${answer.text}`);
    assert.match(String(answer.body['message']), words, what);
  }
  const large = await panel
    .operator('POST', '/platform/releases', { manifest: 'x'.repeat(34 * 1_048_576), signature: null, files: [] })
    .catch(() => null);
  if (large) assert.deepEqual([large.status, large.body['code']], [413, 'TOO_LARGE']);
  assert.deepEqual(await traces(panel), before);
  assert.equal((await panel.publish('mf-help', '2')).status, 200, 'and the right one is still taken');
});

test('a manifest of the maximum size is checked before the upload, and a larger one is rejected by name', async (t) => {
  const panel = await openPanel(t);
  const check = async (manifest: string) =>
    String((await panel.operator('POST', '/platform/releases/check', { manifest, signature: null })).body['message']);
  assert.match(await check('"'.repeat(1_048_576)), /not valid JSON/);
  assert.match(await check('"'.repeat(1_048_577)), /^manifest\.json is too large/);
});
