import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { CacheRules } from '../../src/edge/cache/index.ts';
import type { Endpoint } from '../../src/hosting/index.ts';
import { until } from '../hosting/hosting-support.ts';
import { edgeSite, listen, openEdge, type Ask, type EdgeBench } from './edge-support.ts';

const HOST = 'shop.sites.localhost';
const RULES: CacheRules = {
  ...{ version: '1', defaultSeconds: null, typeSeconds: {} },
  ...{ serveStale: false, ignoreOrigin: false, queryStrings: true },
};
/** Of proxies before the edge, and of tracing. */
const BETWEEN = { 'cf-ray': '8f1', 'cdn-loop': 'cloudflare', traceparent: '00-0af7-b7ad-01', 'x-request-id': 'r-1' };

// A selection of what the public suite asks (`npm run test:http-cache`), without its pauses, and what it does not ask.
describe('HTTP semantics of the cache', () => {
  let bench: EdgeBench;
  let server: Server;
  let asked: IncomingMessage[] = [];
  let mark: string | null = null;
  let handler: (req: IncomingMessage, res: ServerResponse) => void;
  const ask = (path = '/', options: Ask = {}) => bench.ask(HOST, { path, ...options });
  const stateOf = async (path = '/', options: Ask = {}) => String((await ask(path, options)).headers['cache-status']);
  const isHit = async (path = '/', options: Ask = {}) => (await stateOf(path, options)).startsWith('edge; hit');
  const kept = (path = '/', options: Ask = {}) => until(`${path} is kept`, () => isHit(path, options));
  const rules = (more: Partial<CacheRules> = {}) =>
    bench.sites.set(HOST, edgeSite('s1', HOST, { cache: { ...RULES, version: `v${Math.random()}`, ...more } }));
  const answer =
    (headers: Record<string, string | string[]>, body = 'page') =>
    (_req: IncomingMessage, res: ServerResponse) =>
      void res.writeHead(200, headers).end(body);

  before(async () => {
    server = createServer((req, res) => {
      asked.push(req);
      handler(req, res);
    });
    const endpoint: Endpoint = { host: '127.0.0.1', port: await listen(server), token: 'secret' };
    bench = await openEdge({
      ...{ start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint },
      contentMark: async () => mark,
    });
  });
  beforeEach(() => {
    bench.edge.purge('s1', ['/*']);
    bench.clock.skip(60_000);
    asked = [];
    mark = null;
    handler = answer({ 'cache-control': 'max-age=60' });
    rules();
  });
  after(async () => {
    await bench.close();
    server.closeAllConnections();
    server.close();
  });

  test('headers of proxies and tracing neither keep a page from being kept nor reach the site that fills it', async () => {
    await ask('/', { headers: BETWEEN });
    await kept('/', { headers: BETWEEN });
    assert.equal(asked.length, 1);
    for (const name of Object.keys(BETWEEN)) assert.equal(asked[0]?.headers[name], undefined, name);
  });

  test('a header that nobody knows fills the cache only under a Vary that names it, and drops nobody’s page', async () => {
    const own = (value: string): Ask => ({ headers: { 'x-shop': value } });
    handler = (req, res) =>
      void res
        .writeHead(200, { 'cache-control': 'max-age=60', ...(req.url !== '/' && { vary: 'X-Shop' }) })
        .end(`shop ${req.headers['x-shop'] ?? 'none'}`);
    await ask('/varied', own('a'));
    await kept('/varied', own('a'));
    assert.equal((await ask('/varied', own('b'))).body, 'shop b');
    // So many values that each would drop another one.
    for (let value = 0; value < 20; value += 1) await ask('/varied', own(`n${value}`));
    assert.equal(await isHit('/varied', own('a')), true);
    // Kept for everyone first: a Vary that only a header causes does not replace it.
    handler = answer({ 'cache-control': 'max-age=60' }, 'for all');
    await ask('/late');
    await kept('/late');
    bench.clock.skip(61_000);
    handler = (req, res) =>
      void res
        .writeHead(200, { 'cache-control': 'max-age=60', ...(req.headers['x-shop'] && { vary: 'X-Shop' }) })
        .end('again');
    await ask('/late');
    await kept('/late');
    for (const _time of [1, 2]) assert.equal(await isHit('/late', own('a')), true);
    assert.equal(await isHit('/late'), true);
  });

  test('a 304 to a header that nobody knows changes nothing for others, and it starts no renewal', async () => {
    handler = (req, res) => {
      const isSame = req.headers['if-none-match'] !== undefined;
      const own = req.headers['x-shop'];
      res.writeHead(isSame ? 304 : 200, {
        'cache-control': 'max-age=60, stale-while-revalidate=60',
        etag: '"one"',
        link: `<${String(own ?? 'ours')}>`,
        ...(own !== undefined && { 'set-cookie': 'a=1' }),
      });
      res.end(isSame ? undefined : 'page');
    };
    const own = { headers: { 'x-shop': 'evil' } };
    await ask();
    await kept();
    bench.clock.skip(61_000);
    assert.equal((await ask('/', own)).headers['cache-status'], 'edge; hit; detail=stale');
    assert.equal(asked.length, 1);
    bench.clock.skip(60_000);
    assert.equal((await ask('/', own)).headers['link'], '<evil>');
    const next = await ask();
    assert.deepEqual(
      [next.headers['link'], next.headers['cache-status']],
      ['<ours>', 'edge; fwd=stale; fwd-status=304'],
    );
  });

  test('a Vary of more headers than a page depends on is not kept', async () => {
    handler = answer({ 'cache-control': 'max-age=60', vary: Array.from({ length: 200 }, (_, at) => `x-${at}`).join() });
    for (const _time of [1, 2]) assert.equal(await isHit(), false);
  });

  test('visitors wait for no one who asks with a header of its own', async () => {
    handler = (req, res) => {
      if (req.headers['x-shop'] !== undefined) return;
      answer({ 'cache-control': 'max-age=60' })(req, res);
    };
    const stop = new AbortController();
    const slow = ask('/', { headers: { 'x-shop': 'a' }, signal: stop.signal }).catch(() => undefined);
    await until('the site is asked', async () => asked.length === 1);
    assert.equal((await ask()).body, 'page');
    await kept();
    stop.abort();
    await slow;
  });

  for (const method of ['POST', 'PUT', 'DELETE', 'M-SEARCH'])
    test(`a successful ${method} makes its address, Location and Content-Location a miss`, async () => {
      const paths = ['/', '/new', '/also'];
      for (const path of [...paths, '/other']) await ask(path).then(() => kept(path));
      handler = (_req, res) =>
        void res.writeHead(500, { location: '/new', 'content-location': 'http://foreign.example/also' }).end();
      await ask('/', { method, body: 'x' });
      for (const path of paths) assert.equal(await isHit(path), true, 'a failed one changes nothing');
      handler = (_req, res) => void res.writeHead(201, { location: '/new', 'content-location': 'also' }).end();
      await ask('/', { method, body: 'x' });
      handler = answer({ 'cache-control': 'max-age=60' });
      for (const path of paths) assert.equal(await isHit(path), false, path);
      assert.equal(await isHit('/other'), true);
    });

  test('what is on its way is not kept when a POST changes it meanwhile', async () => {
    let send = (): void => undefined;
    handler = (req, res) => {
      if (req.method === 'POST') return void res.end('changed');
      res.setHeader('cache-control', 'max-age=60').write('old');
      send = () => res.end();
    };
    const old = ask();
    await until('the site is asked', async () => asked.length === 1);
    await ask('/', { method: 'POST', body: 'x' });
    send();
    assert.equal((await old).body, 'old');
    handler = answer({ 'cache-control': 'max-age=60' }, 'new');
    assert.equal((await ask()).body, 'new');
  });

  test('an Age that is no number makes a response old, and a right one counts', async () => {
    for (const age of ['abc', '-7200', '0, 0', '7200;a=1', '7200.0', '3600', '7200,0'])
      for (const _time of [1, 2]) {
        handler = answer({ 'cache-control': 'max-age=3600', age });
        assert.equal(await isHit('/'), false, age);
      }
    handler = answer({ 'cache-control': 'max-age=3600', age: ['0', '0'] });
    for (const _time of [1, 2]) assert.equal(await isHit('/lines'), false);
    handler = answer({ 'cache-control': 'max-age=3600', age: '100' });
    await ask('/aged');
    await kept('/aged');
    assert.equal(Number((await ask('/aged')).headers['age']) >= 100, true);
  });

  test('expired content is asked for with its validators, and a 304 updates its headers', async () => {
    const date = new Date(bench.clock.now()).toUTCString();
    handler = (req, res) => {
      const isSame = req.headers['if-none-match'] === '"one"';
      const head = { 'cache-control': 'max-age=60', etag: '"one"', 'x-turn': isSame ? 'second' : 'first' };
      res.writeHead(isSame ? 304 : 200, { ...head, date, ...(isSame && { 'content-type': 'text/plain' }) });
      res.end(isSame ? undefined : 'whole');
    };
    await ask();
    await kept();
    assert.equal((await ask()).headers['date'], date, 'the date of the site');
    bench.clock.skip(61_000);
    const renewed = await ask();
    assert.deepEqual(
      [
        renewed.status,
        renewed.body,
        renewed.headers['x-turn'],
        renewed.headers['content-type'],
        renewed.headers['age'],
      ],
      [200, 'whole', 'second', 'text/plain', '0'],
    );
    assert.equal(renewed.headers['cache-status'], 'edge; fwd=stale; fwd-status=304');
    assert.equal(await isHit(), true);
    assert.equal(asked.length, 2);
    assert.equal(asked[1]?.headers['if-none-match'], '"one"');
  });

  test('no-cache with a validator is kept and asked for each time, by all visitors at once', async () => {
    let waiting = 0;
    let most = 0;
    let isHeld = false;
    const held: (() => void)[] = [];
    handler = (req, res) => {
      const isSame = req.headers['if-modified-since'] !== undefined;
      waiting += 1;
      most = Math.max(most, waiting);
      const end = () => {
        waiting -= 1;
        res.writeHead(isSame ? 304 : 200, {
          'cache-control': 'no-cache, max-age=60',
          'last-modified': 'Sat, 01 Nov 2025 10:00:00 GMT',
        });
        res.end(isSame ? undefined : 'page');
      };
      if (isHeld) held.push(end);
      else end();
    };
    await ask();
    await until('it is kept', async () => (await stateOf()) === 'edge; fwd=stale; fwd-status=304');
    isHeld = true;
    const all = Promise.all([ask(), ask(), ask()]);
    await until('all three are asked', async () => held.length === 3);
    for (const end of held) end();
    assert.deepEqual(
      (await all).map(({ status, body }) => `${status} ${body}`),
      ['200 page', '200 page', '200 page'],
    );
    assert.equal(most, 3);
  });

  test('a 304 with a cookie is for one visitor, and what was kept is kept no longer', async () => {
    handler = (req, res) => {
      const isSame = req.headers['if-none-match'] !== undefined;
      res.writeHead(isSame ? 304 : 200, {
        'cache-control': 'max-age=60',
        etag: '"one"',
        ...(isSame && { 'set-cookie': 'a=1' }),
      });
      res.end(isSame ? undefined : 'page');
    };
    await ask();
    await kept();
    bench.clock.skip(61_000);
    const own = await ask();
    assert.deepEqual([own.status, own.body, own.headers['set-cookie']], [200, 'page', ['a=1']]);
    assert.equal((await ask()).headers['set-cookie'], undefined);
  });

  test('stale-if-error serves what is kept when the site fails only, stale-while-revalidate always', async () => {
    handler = answer({ 'cache-control': 'max-age=60, stale-if-error=600' }, 'old');
    await ask();
    await kept();
    handler = answer({ 'cache-control': 'max-age=60, stale-if-error=600' }, 'new');
    bench.clock.skip(61_000);
    assert.equal((await ask()).body, 'new');
    await kept();
    bench.clock.skip(61_000);
    handler = (_req, res) => void res.writeHead(503).end('down');
    for (const _time of [1, 2]) {
      const stale = await ask();
      assert.deepEqual(
        [stale.status, stale.body, stale.headers['cache-status']],
        [200, 'new', 'edge; hit; detail=stale'],
      );
    }
    handler = (req) => void req.socket.destroy();
    bench.clock.skip(6_000);
    assert.equal((await ask()).body, 'new');
    bench.clock.skip(600_000);
    assert.equal((await ask()).status, 502);
    handler = answer({ 'cache-control': 'max-age=60, stale-while-revalidate=600' }, 'first');
    await ask('/while');
    await kept('/while');
    handler = answer({ 'cache-control': 'max-age=60, stale-while-revalidate=600' }, 'second');
    bench.clock.skip(61_000);
    assert.equal((await ask('/while')).body, 'first');
    await until('it is renewed', async () => (await ask('/while')).body === 'second');
  });

  for (const forbids of ['must-revalidate', 'proxy-revalidate', 'no-cache', 's-maxage=60'])
    test(`nothing stale in spite of ${forbids}`, async () => {
      rules({ serveStale: true });
      handler = answer({ 'cache-control': `max-age=60, ${forbids}`, etag: '"one"' });
      await ask();
      await until('it is kept', async () => /hit|fwd-status=304/.test(await stateOf()) || forbids !== 's-maxage=60');
      bench.clock.skip(61_000);
      handler = (req) => void req.socket.destroy();
      assert.equal((await ask()).status, 502);
    });

  test('CDN-Cache-Control and Surrogate-Control count before Cache-Control, where they are for us', async () => {
    const expected: [string, Record<string, string>, boolean][] = [
      ['/cdn', { 'cdn-cache-control': 'max-age=60', 'cache-control': 'no-store' }, true],
      ['/cdn-not', { 'cdn-cache-control': 'no-store', 'cache-control': 'max-age=60' }, false],
      ['/cdn-first', { 'cdn-cache-control': 'no-store', 'surrogate-control': 'max-age=60' }, false],
      ['/surrogate', { 'surrogate-control': 'max-age=60', expires: '0' }, true],
      ['/zero', { 'surrogate-control': 'max-age=0', 'cache-control': 'max-age=60' }, false],
      ['/ours', { 'surrogate-control': 'max-age=60;edge' }, true],
      ['/theirs', { 'surrogate-control': 'max-age=60;other' }, false],
      ['/quoted', { 'cache-control': 'a="max-age=60"' }, false],
      ['/cookie', { 'cdn-cache-control': 'max-age=60', 'set-cookie': 'a=1' }, false],
    ];
    for (const [path, headers, isKept] of expected) {
      handler = answer(headers);
      await ask(path);
      if (isKept) await kept(path);
      else assert.equal(await isHit(path), false, path);
    }
    assert.equal(asked[0]?.headers['surrogate-capability'], 'edge="Surrogate/1.0"');
  });

  test('only-if-cached gets what is kept, or 504', async () => {
    const only: Ask = { headers: { 'cache-control': 'max-stale, Only-If-Cached' } };
    assert.equal((await ask('/', only)).status, 504);
    assert.equal(asked.length, 0);
    await ask();
    await kept();
    assert.equal((await ask('/', only)).body, 'page');
    bench.clock.skip(61_000);
    assert.equal((await ask('/', only)).status, 504);
  });

  test('a site’s mark of changed content drops what is kept, at most once in a second', async () => {
    await ask();
    await kept();
    mark = 'first';
    bench.clock.skip(1_000);
    assert.equal(await isHit(), false);
    await kept();
    // Until the second is over, one more change is not looked at.
    mark = 'second';
    assert.equal(await isHit(), true);
    bench.clock.skip(1_000);
    assert.equal(await isHit(), false);
    await kept();
    // Its temporary folder was cleared.
    mark = null;
    bench.clock.skip(1_000);
    assert.equal(await isHit(), true);
  });
});
