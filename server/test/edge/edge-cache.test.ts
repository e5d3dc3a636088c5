import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { CacheRules } from '../../src/edge/cache/index.ts';
import { hashSitePassword } from '../../src/edge/index.ts';
import type { Endpoint } from '../../src/hosting/index.ts';
import { until } from '../hosting/hosting-support.ts';
import { edgeSite, listen, openEdge, type Ask, type EdgeBench } from './edge-support.ts';

const HOST = 'shop.sites.localhost';
const RULES: CacheRules = {
  ...{ version: '1', defaultSeconds: null, typeSeconds: {} },
  ...{ serveStale: false, ignoreOrigin: false, queryStrings: true },
};

describe('the cache of the edge', () => {
  let bench: EdgeBench;
  let server: Server;
  let endpoint: Endpoint;
  let isAsleep = false;
  let starts = 0;
  /** Addresses that the site answered itself. */
  let asked: string[] = [];
  let handler: (req: IncomingMessage, res: ServerResponse) => void;
  const rules = (more: Partial<CacheRules> = {}, site = 's1', host = HOST) =>
    bench.sites.set(host, edgeSite(site, host, { cache: { ...RULES, ...more } }));
  const ask = (path = '/', options: Ask = {}) => bench.ask(HOST, { path, ...options });
  const isHit = ({ headers }: { headers: IncomingMessage['headers'] }) =>
    String(headers['cache-status'] ?? '').startsWith('edge; hit');
  /** The body as it is sent. */
  const bytesOf = (path: string, headers: Record<string, string>) =>
    new Promise<Buffer>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: bench.port, path, headers: { ...headers, host: HOST }, agent: false };
      const req = request(options, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => void chunks.push(chunk));
        res.once('end', () => resolve(Buffer.concat(chunks)));
      });
      req.once('error', reject);
      req.end();
    });
  /** Asks until the response comes from the cache: it is put there after it was sent. */
  const kept = (path = '/', options: Ask = {}) => until(`${path} is kept`, async () => isHit(await ask(path, options)));

  before(async () => {
    server = createServer((req, res) => {
      asked.push(req.url ?? '');
      handler(req, res);
    });
    endpoint = { host: '127.0.0.1', port: await listen(server), token: 'secret-token' };
    const start = async () => {
      starts += 1;
      if (isAsleep) throw new Error('This site does not start.');
      return endpoint;
    };
    bench = await openEdge({ start, stop: async () => undefined, endpoint: () => endpoint }, { requestMs: 2_000 });
  });
  beforeEach(() => {
    bench.edge.purge('s1', ['/*']);
    isAsleep = false;
    asked = [];
    handler = (_req, res) =>
      void res.setHeader('cache-control', 'max-age=60').setHeader('content-type', 'text/html').end('page');
    bench.sites.clear();
    rules({ version: `v${Math.random()}` });
  });
  after(async () => {
    await bench.close();
    server.closeAllConnections();
    server.close();
  });

  test('a hit neither wakes a sleeping site nor waits for it', async () => {
    await ask();
    await kept();
    isAsleep = true;
    starts = 0;
    const answer = await ask();
    assert.deepEqual([answer.status, answer.body, starts, asked.length], [200, 'page', 0, 1]);
    assert.match(String(answer.headers['age']), /^\d+$/);
  });

  test('without settings only what the site itself marks as cacheable is kept', async () => {
    const never: Record<string, Record<string, string>> = {
      '/plain': {},
      '/private': { 'cache-control': 'private, max-age=60' },
      '/no-store': { 'cache-control': 'no-store' },
      '/no-cache': { 'cache-control': 'no-cache, max-age=60' },
      '/cookie': { 'cache-control': 'public, max-age=60', 'set-cookie': 'cart=1' },
      '/vary': { 'cache-control': 'max-age=60', vary: '*' },
      '/encoded': { 'cache-control': 'max-age=60', 'content-encoding': 'gzip' },
      '/modified': { 'last-modified': 'Sat, 01 Nov 2025 10:00:00 GMT' },
      '/past': { expires: 'Sat, 01 Nov 2025 10:00:00 GMT' },
      '/nonsense': { 'cache-control': 'max-age=-5' },
    };
    handler = (req, res) => void res.writeHead(200, never[req.url ?? ''] ?? {}).end('page');
    for (const path of Object.keys(never)) {
      await ask(path);
      assert.equal(isHit(await ask(path)), false, path);
    }
  });

  test('what could be for one visitor alone is neither kept nor answered from the cache', async () => {
    await ask();
    await kept();
    const own: [string, Ask][] = [
      ['/', { headers: { cookie: 'wordpress_logged_in_1=admin' } }],
      ['/', { headers: { authorization: 'Basic eA==' } }],
      ['/form', { method: 'POST', body: 'a=1' }],
      ['/wp-admin/', {}],
      ['/blog/wp-login.php', {}],
      ['/?preview=true', {}],
    ];
    for (const [path, options] of own)
      for (const _time of [1, 2]) assert.equal(isHit(await ask(path, options)), false, path);
    // The panel's own cookies never reach the site.
    assert.equal(isHit(await ask('/', { headers: { cookie: 'panel_session=x' } })), true);
  });

  test('a password protects what was cached before, and other hosts and schemes have entries of their own', async () => {
    await ask();
    await kept();
    rules({ version: '1' }, 's1', 'other.sites.localhost');
    assert.equal(isHit(await bench.ask('other.sites.localhost')), false);
    rules({ version: '1' }, 's2', 'neighbour.sites.localhost');
    assert.equal(isHit(await bench.ask('neighbour.sites.localhost')), false);
    const passwordProtection = { username: 'guest', passwordHash: await hashSitePassword('long-enough') };
    bench.sites.set(HOST, { ...edgeSite('s1', HOST), cache: RULES, passwordProtection });
    assert.equal((await ask()).status, 401);
  });

  test('a change of the settings or the content makes everything a miss', async () => {
    await ask();
    await kept();
    rules({ version: 'other' });
    assert.equal(isHit(await ask()), false);
  });

  test('the default time, times by file type, ignored origins and query strings follow the settings', async () => {
    handler = (req, res) =>
      void res.writeHead(200, req.url?.startsWith('/own') ? { 'cache-control': 'max-age=5' } : {}).end(req.url);
    const typeSeconds = { jpeg: 86_400, zip: 0 };
    const settings = { version: 'set', defaultSeconds: 3_600, typeSeconds, queryStrings: false };
    rules(settings);
    for (const path of ['/page', '/a.jpeg?size=1', '/own']) await ask(path);
    await kept('/page');
    await kept('/own');
    assert.equal((await ask('/a.jpeg?size=2')).body, '/a.jpeg?size=1');
    assert.equal(isHit(await ask('/page?p=2')), false, 'pages are always separate');
    await ask('/b.zip');
    assert.equal(isHit(await ask('/b.zip')), false, 'No Cache');
    bench.clock.skip(6_000);
    assert.equal(isHit(await ask('/own')), false, 'the site’s own time has passed');
    bench.clock.skip(3_600_000);
    assert.equal(isHit(await ask('/page')), false);
    assert.equal(isHit(await ask('/a.jpeg')), true);
    rules({ ...settings, version: 'ignoring', ignoreOrigin: true });
    await ask('/own');
    bench.clock.skip(6_000);
    assert.equal(isHit(await ask('/own')), true);
  });

  test('Vary keeps one response for each value, and not for any number of them', async () => {
    handler = (req, res) =>
      void res
        .writeHead(200, { 'cache-control': 'max-age=60', vary: 'Accept-Language' })
        .end(`in ${req.headers['accept-language']}`);
    const inLanguage = (language: string) => ({ headers: { 'accept-language': language } });
    for (const language of ['de', 'en']) await kept('/', inLanguage(language));
    assert.deepEqual(
      [(await ask('/', inLanguage('de'))).body, (await ask('/', inLanguage('en'))).body],
      ['in de', 'in en'],
    );
    for (let n = 0; n < 10; n += 1) await ask('/', inLanguage(`x-${n}`));
    assert.equal(isHit(await ask('/', inLanguage('de'))), false);
  });

  test('validators, HEAD and ranges are answered from the cache', async () => {
    handler = (_req, res) =>
      void res
        .writeHead(200, { 'cache-control': 'max-age=60', etag: '"one"', 'content-type': 'application/x-data' })
        .end('0123456789');
    await ask();
    await kept();
    const unchanged = await ask('/', { headers: { 'if-none-match': 'W/"one"' } });
    assert.deepEqual([unchanged.status, unchanged.body], [304, '']);
    const head = await ask('/', { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers['content-length'], head.body], [200, '10', '']);
    const part = await ask('/', { headers: { range: 'bytes=2-4', 'if-range': '"one"' } });
    assert.deepEqual([part.status, part.body, part.headers['content-range']], [206, '234', 'bytes 2-4/10']);
    assert.equal((await ask('/', { headers: { range: 'bytes=20-' } })).status, 416);
    assert.equal((await ask('/', { headers: { range: 'bytes=2-4', 'if-range': '"other"' } })).body, '0123456789');
    assert.equal(asked.length, 1);
  });

  test('text is compressed once, for those who take it', async () => {
    const text = 'The same words again and again. '.repeat(200);
    handler = (_req, res) =>
      void res.writeHead(200, { 'cache-control': 'max-age=60', 'content-type': 'text/css' }).end(text);
    await ask('/look');
    const gzip = { headers: { 'accept-encoding': 'gzip, br;q=0' } };
    await until('it is compressed', async () => (await ask('/look', gzip)).headers['content-encoding'] === 'gzip');
    const { headers } = await ask('/look', gzip);
    assert.equal(headers['vary'], 'Accept-Encoding');
    assert.ok(Number(headers['content-length']) < text.length / 10);
    assert.equal((await ask('/look')).body, text);
    assert.equal(gunzipSync(await bytesOf('/look', gzip.headers)).toString(), text);
    assert.equal(asked.length, 1);
  });

  test('many visitors at once are one request to the site', async () => {
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    handler = (_req, res) => void gate.then(() => res.setHeader('cache-control', 'max-age=60').end('page'));
    const visitors = Array.from({ length: 20 }, () => ask('/busy'));
    await until('the site has the request', () => Promise.resolve(asked.length > 0));
    open?.();
    const answers = await Promise.all(visitors);
    assert.ok(answers.every(({ body }) => body === 'page'));
    assert.equal(asked.length, 1);
  });

  test('visitors do not wait for each other when the response is not kept', async () => {
    handler = (_req, res) => void res.setHeader('cache-control', 'no-store').end('page');
    await Promise.all(Array.from({ length: 5 }, () => ask('/own')));
    assert.equal(asked.length, 5);
  });

  test('expired content is served while it is renewed, and while the site is down', async () => {
    rules({ version: 'stale', defaultSeconds: 3_600, serveStale: true });
    let version = 1;
    handler = (_req, res) => void res.end(`version ${version}`);
    await ask();
    await kept();
    version = 2;
    bench.clock.skip(3_700_000);
    const stale = await ask();
    assert.deepEqual([stale.body, stale.headers['cache-status']], ['version 1', 'edge; hit; detail=stale']);
    await until('it is renewed', async () => (await ask()).body === 'version 2');
    isAsleep = true;
    bench.clock.skip(3_700_000);
    for (const _time of [1, 2]) assert.equal((await ask()).body, 'version 2');
    isAsleep = false;
    handler = (_req, res) => void res.writeHead(410, { 'cache-control': 'no-store' }).end('gone');
    bench.clock.skip(10_000);
    await until('what the site has removed is removed', async () => (await ask()).status === 410);
  });

  test('without the setting, a site that is down is shown as such once its content has expired', async () => {
    await ask();
    await kept();
    bench.clock.skip(61_000);
    isAsleep = true;
    assert.equal((await ask()).status, 502);
  });

  test('a purge drops all, a folder or an address, and what is on its way', async () => {
    for (const path of ['/', '/a/1', '/a/2?x=1', '/b']) {
      await ask(path);
      await kept(path);
    }
    bench.edge.purge('s1', ['/a/*']);
    bench.edge.purge('s2', ['/*']);
    assert.equal(isHit(await ask('/b')), true);
    assert.equal(isHit(await ask('/a/1')), false);
    assert.equal(isHit(await ask('/a/2?x=1')), false);
    bench.edge.purge('s1', ['/b']);
    assert.equal(isHit(await ask('/b')), false);

    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    handler = (_req, res) => void gate.then(() => res.setHeader('cache-control', 'max-age=60').end('old'));
    const filling = ask('/slow');
    await until('the site has the request', () => Promise.resolve(asked.includes('/slow')));
    bench.edge.purge('s1', ['/*']);
    open?.();
    assert.equal((await filling).body, 'old');
    handler = (_req, res) => void res.setHeader('cache-control', 'max-age=60').end('new');
    assert.equal((await ask('/slow')).body, 'new');
  });

  test('large bodies are kept in a file, whole and in parts', async () => {
    const large = 'abcdefgh'.repeat(400_000);
    handler = (_req, res) =>
      void res.writeHead(200, { 'cache-control': 'max-age=60', 'content-type': 'video/mp4' }).end(large);
    await ask('/film');
    await kept('/film');
    assert.equal((await ask('/film')).body, large);
    assert.equal((await ask('/film', { headers: { range: 'bytes=-3' } })).body, 'fgh');
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    for (let i = 0; i < 20; i += 1) await ask('/film', { headers: { range: 'bytes=0-0' } });
    process.off('warning', warn);
    assert.deepEqual(warnings, [], 'each part that is read would leave a listener on the open file');
    assert.equal(asked.length, 1);
    const reading = Promise.all([ask('/film'), ask('/film')]);
    bench.edge.purge('s1', ['/*']);
    assert.ok((await reading).every(({ body }) => body === large));
  });

  test('a clock that is set back does not make anything live longer', async () => {
    await ask();
    await kept();
    bench.clock.skip(-86_400_000);
    assert.equal(isHit(await ask()), false);
    bench.clock.skip(86_400_000);
  });

  test('the dates of the site do not count, only its spans of time', async () => {
    handler = (_req, res) =>
      void res.writeHead(200, { 'cache-control': 'max-age=60', date: 'Sat, 01 Jan 2000 10:00:00 GMT' }).end('page');
    await ask();
    await kept();
    assert.notEqual((await ask()).headers['date'], 'Sat, 01 Jan 2000 10:00:00 GMT');
  });

  test('what a visitor asks for with a header of its own is never kept, and what is kept answers it', async () => {
    handler = (req, res) =>
      void res.setHeader('cache-control', 'max-age=60').end(`for ${req.headers['api-key'] ?? 'everyone'}`);
    const own = { headers: { 'api-key': 'a-key', 'x-original-host': 'evil.example' } };
    for (const _time of [1, 2]) assert.equal((await ask('/', own)).body, 'for a-key');
    assert.equal((await ask()).body, 'for everyone');
    await kept();
    assert.equal((await ask('/', own)).body, 'for everyone');
    assert.equal((await ask()).body, 'for everyone');
  });

  test('a browser that has the response already gets 304 from the site', async () => {
    handler = (req, res) => {
      res.setHeader('etag', '"one"').setHeader('cache-control', 'max-age=60');
      if (req.headers['if-none-match'] === '"one"') res.statusCode = 304;
      res.end(res.statusCode === 304 ? undefined : 'whole');
    };
    assert.equal((await ask('/', { headers: { 'if-none-match': '"one"' } })).status, 304);
  });
});

describe('a site that lies about its length', () => {
  let bench: EdgeBench;
  let text = '';
  let asked = 0;
  const open = new Set<Socket>();
  const site = createTcpServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      asked += 1;
      socket.end(text);
    });
  });
  before(async () => {
    const endpoint: Endpoint = { host: '127.0.0.1', port: await listen(site), token: 'secret-token' };
    bench = await openEdge({ start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint });
    bench.sites.set(HOST, edgeSite('s1', HOST, { cache: RULES }));
  });
  after(async () => {
    await bench.close();
    for (const socket of open) socket.destroy();
    site.close();
  });

  for (const [name, length] of [
    ['less than announced', 20],
    ['more than announced', 3],
  ] as const)
    test(`${name} is never kept`, async () => {
      text = `HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n0123456789`;
      asked = 0;
      for (const _time of [1, 2]) await bench.ask(HOST, { path: `/${length}` }).catch(() => undefined);
      assert.equal(asked, 2);
    });
});
