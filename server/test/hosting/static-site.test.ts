import assert from 'node:assert/strict';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HostingError } from '../../src/hosting/index.ts';
import { askSite } from '../../src/hosting/local/ask-site.ts';
import { edgeSite, openEdge } from '../edge/edge-support.ts';
import type { EdgeBench } from '../edge/edge-support.ts';
import { openHost, progress, siteSpec, until } from './hosting-support.ts';
import type { Host } from './hosting-support.ts';

describe('a static site', () => {
  let host: Host;
  let bench: EdgeBench;
  const spec = siteSpec('plain', {
    kind: 'static',
    files: {
      'index.html': '<h1>Plain</h1>',
      'about.html': 'About',
      'docs/index.html': 'Docs',
      'a.css': 'body{}',
      'text.txt': '0123456789',
      '404.html': 'Own 404',
    },
  });
  const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    bench.ask(spec.fqdn, { path: target, headers, method });

  before(async () => {
    host = await openHost('wasm');
    bench = await openEdge(host.driver);
    await host.driver.create(spec, progress());
    bench.sites.set(spec.fqdn, edgeSite(spec.siteId, spec.fqdn, { kind: 'static' }));
    const root = path.join(host.config.dataDir, 'sites', spec.siteId, 'live/public');
    await mkdir(path.join(host.config.dataDir, 'secret'));
    await writeFile(path.join(host.config.dataDir, 'secret/key.txt'), 'top secret');
    await symlink(path.join(host.config.dataDir, 'secret'), path.join(root, 'link'));
    await symlink(path.join(host.config.dataDir, 'secret/key.txt'), path.join(root, 'key.txt'));
    await writeFile(path.join(root, '.env'), 'top secret');
  });
  after(async () => {
    await bench.close();
    await host.close();
  });

  test('is served with types, folders, addresses without .html and its own 404', async () => {
    assert.deepEqual(
      [(await get('/')).body, (await get('/about')).body, (await get('/docs/')).body],
      ['<h1>Plain</h1>', 'About', 'Docs'],
    );
    assert.equal((await get('/docs?a=1')).headers.location, '/docs/?a=1');
    assert.equal((await get('/a.css')).headers['content-type'], 'text/css; charset=utf-8');
    const lost = await get('/nothing');
    assert.deepEqual([lost.status, lost.body], [404, 'Own 404']);
    assert.equal((await get('/', {}, 'POST')).status, 405);
    assert.deepEqual(
      [(await get('/', {}, 'HEAD')).body, (await get('/', {}, 'HEAD')).headers['content-length']],
      ['', '14'],
    );
  });

  test('answers ranges and validators', async () => {
    const part = await get('/text.txt', { range: 'bytes=2-4' });
    assert.deepEqual([part.status, part.body, part.headers['content-range']], [206, '234', 'bytes 2-4/10']);
    assert.equal((await get('/text.txt', { range: 'bytes=-3' })).body, '789');
    assert.equal((await get('/text.txt', { range: 'bytes=-30' })).body, '0123456789');
    assert.equal((await get('/text.txt', { range: 'bytes=10-' })).status, 416);
    assert.equal((await get('/text.txt', { range: 'bytes=0-1,3-4' })).status, 200);
    const whole = await get('/text.txt');
    assert.equal((await get('/text.txt', { 'if-none-match': whole.headers.etag ?? '' })).status, 304);
    assert.equal((await get('/text.txt', { range: 'bytes=0-1', 'if-range': '"other"' })).status, 200);
  });

  test('reveals nothing outside of its folder', async () => {
    for (const target of [
      '/../../../secret/key.txt',
      '/..%2f..%2f..%2fsecret/key.txt',
      '/%2e%2e/%2e%2e/site.json',
      '/..\\..\\site.json',
      '/link/key.txt',
      '/key.txt',
      '/.env',
      '/docs/../.env',
      '/%00',
      '/%zz',
      '//etc/passwd',
      '/docs/%2e%2e/%2e%2e/%2e%2e/site.json',
    ]) {
      const answer = await get(target);
      assert.equal(answer.status, 404, target);
      assert.doesNotMatch(answer.body, /secret|root:/, target);
    }
    assert.equal((await get('//evil.example/docs')).headers.location, undefined);
  });

  test('is never without a page while its content is replaced', async () => {
    const live = path.join(host.config.dataDir, 'sites', spec.siteId, 'live');
    const before = `${live}.before`;
    // The two renames of a replacement, with a visit between them.
    await rename(live, before);
    let looks = 0;
    const { publicFiles } = host.driver;
    host.driver.publicFiles = async (...site) => {
      looks += 1;
      return publicFiles?.(...site) ?? { root: '', mode: 'site' };
    };
    const visit = get('/about');
    const asset = get('/a.css');
    await until('both have looked for it', async () => looks >= 2);
    await rename(before, live);
    assert.deepEqual([(await visit).body, (await asset).body], ['About', 'body{}']);
    assert.equal((await get('/missing')).body, 'Own 404');
  });

  test('can be requested on its endpoint, verified, copied, restored and deleted', async () => {
    const endpoint = await host.driver.start(spec.siteId);
    assert.equal((await askSite(endpoint, spec.url, '/')).status, 200);
    assert.equal((await askSite({ ...endpoint, token: 'guess' }, spec.url, '/')).status, 421);
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    const archive = path.join(host.config.dataDir, 'plain.tgz');
    await host.driver.snapshot(spec.siteId, archive);
    const copy = siteSpec('plain-copy', { kind: 'static' });
    await host.driver.clone(spec.siteId, copy, progress());
    await host.driver.restore(copy.siteId, archive);
    assert.equal((await host.driver.verify(copy.siteId, copy.fqdn)).ok, true);
    assert.ok((await host.driver.usage(copy.siteId)).files >= 6);
    const refusedAs = (code: string, words: RegExp) => (error: unknown) =>
      error instanceof HostingError && error.code === code && words.test(error.message);
    const cut = path.join(host.config.dataDir, 'cut.tgz');
    await writeFile(cut, (await readFile(archive)).subarray(0, 200));
    await assert.rejects(host.driver.restore(copy.siteId, cut), refusedAs('UNSUPPORTED', /damaged/));
    assert.equal((await host.driver.verify(copy.siteId, copy.fqdn)).ok, true);
    for (const id of [copy.siteId, spec.siteId]) await host.driver.destroy(id);
    await assert.rejects(
      host.driver.start(spec.siteId),
      (error) => error instanceof HostingError && error.code === 'SITE_NOT_FOUND',
    );
  });

  test('rejects ids and file names that lead elsewhere', async () => {
    for (const siteId of ['..', 'a/b', '', 'a'.repeat(65)]) {
      assert.throws(
        () => host.driver.steps({ ...spec, siteId }),
        (error) => error instanceof HostingError && error.code === 'INVALID_SITE_ID',
        siteId,
      );
    }
    const evil = siteSpec('evil', { kind: 'static', files: { '../../../escaped.html': 'x' } });
    await assert.rejects(
      host.driver.create(evil, progress()),
      (error) => error instanceof HostingError && error.code === 'UNSUPPORTED' && !error.retryable,
    );
  });
});
