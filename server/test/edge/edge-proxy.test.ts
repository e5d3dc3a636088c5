import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Endpoint } from '../../src/hosting/index.ts';
import { hostOnly, responseHeaders, siteCookies } from '../../src/edge/proxy-headers.ts';
import { hostName } from '../../src/lib/host-name.ts';
import { listen as listenHttp } from '../../src/listen/http-server.ts';
import { until } from '../hosting/hosting-support.ts';
import { edgeSite, listen, openEdge } from './edge-support.ts';
import type { EdgeBench } from './edge-support.ts';
import { NEVER_MS } from '../../src/testing/index.ts';

const HOST = 'shop.sites.localhost';

describe('the edge as a proxy', () => {
  let bench: EdgeBench;
  let server: Server;
  let endpoint: Endpoint;
  let starts = 0;
  let start: () => Promise<Endpoint>;
  let handler: (req: IncomingMessage, res: ServerResponse) => void;

  before(async () => {
    server = createServer((req, res) => handler(req, res));
    endpoint = { host: '127.0.0.1', port: await listen(server), token: 'secret-token' };
    const driver = { start: () => ((starts += 1), start()), stop: async () => undefined, endpoint: () => endpoint };
    bench = await openEdge(driver, {
      waitingPageAfterMs: 60,
      startDeadlineMs: 200,
      requestMs: 300,
      maxBodyBytes: 1_000_000,
    });
  });
  beforeEach(() => {
    starts = 0;
    start = async () => endpoint;
    handler = (_req, res) => void res.setHeader('content-type', 'text/html').end('ok');
    bench.sites.clear();
    bench.sites.set(HOST, edgeSite('s1', HOST));
  });
  after(async () => {
    await bench.close();
    server.closeAllConnections();
    server.close();
  });

  test('forwards the host unchanged, its own X-Forwarded-* and no hop-by-hop header or panel cookie', async () => {
    let seen: IncomingMessage['headers'] = {};
    handler = (req, res) => {
      seen = req.headers;
      res
        .setHeader('set-cookie', [
          'a=1; Domain=.localhost; Path=/',
          'b=2; domain=sites.localhost',
          `c=3; Domain=${HOST}; HttpOnly`,
        ])
        .setHeader('connection', 'x-private')
        .setHeader('x-private', '1')
        .end('ok');
    };
    const headers = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'https',
      forwarded: 'for=6.6.6.6',
      'x-panel-edge': 'guess',
      connection: 'x-hop',
      'x-hop': '1',
      te: 'trailers',
      cookie: 'panel_session=abc; wp=1; XSRF-TOKEN=x; XSRF-TOKEN2=y',
    };
    const answer = await bench.ask(`${HOST}:8099`, { headers });
    assert.equal(seen.host, `${HOST}:8099`);
    assert.equal(seen.cookie, 'wp=1; XSRF-TOKEN2=y');
    assert.deepEqual(
      [seen['x-forwarded-for'], seen['x-forwarded-proto'], seen['x-forwarded-host'], seen['x-panel-edge']],
      ['127.0.0.1', 'http', `${HOST}:8099`, 'secret-token'],
    );
    assert.deepEqual([seen['forwarded'], seen['x-hop'], seen['te']], [undefined, undefined, undefined]);
    assert.deepEqual(answer.headers['set-cookie'], ['a=1; Path=/', 'b=2', `c=3; Domain=${HOST}; HttpOnly`]);
    assert.equal(answer.headers['x-private'], undefined);
  });

  test('streams both ways and limits bodies, announced or not', async () => {
    handler = (req, res) => void req.pipe(res);
    const body = 'x'.repeat(900_000);
    assert.equal((await bench.ask(HOST, { method: 'POST', body })).body.length, body.length);
    assert.equal(
      (
        await bench.ask(HOST, {
          method: 'POST',
          body: 'x',
          headers: { 'content-length': '1000001' },
          signal: AbortSignal.timeout(NEVER_MS),
        })
      ).status,
      413,
    );
    handler = (req, res) => void req.resume().on('end', () => res.end('never'));
    const chunked = await new Promise<number>((resolve, reject) => {
      const req = request(
        {
          host: '127.0.0.1',
          port: bench.port,
          method: 'POST',
          headers: { host: HOST, 'transfer-encoding': 'chunked' },
          agent: false,
        },
        (res) => resolve(res.resume().statusCode ?? 0),
      );
      req.on('error', reject);
      for (let part = 0; part < 12; part += 1) req.write('x'.repeat(100_000));
    });
    assert.equal(chunked, 413);
  });

  test('tells the site when the visitor has left', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    handler = (_req, res) => {
      res.once('close', resolve);
      res.write('first');
      begin();
    };
    const controller = new AbortController();
    const asked = bench.ask(HOST, { signal: controller.signal });
    await begun;
    controller.abort();
    await assert.rejects(asked);
    await closed;
  });

  test('reports dead, silent and unknown sites, and invalid requests', async () => {
    handler = (req) => void req.socket.destroy();
    assert.equal((await bench.ask(HOST)).status, 502);
    assert.equal((await bench.ask(HOST, { method: 'POST', body: 'x' })).status, 502);
    handler = () => undefined;
    assert.equal((await bench.ask(HOST)).status, 504);
    const unknown = await bench.ask('nobody.example');
    assert.deepEqual([unknown.status, unknown.headers['content-type']], [421, 'text/plain; charset=utf-8']);
    const vacant = await bench.ask('nobody.sites.localhost');
    assert.deepEqual([vacant.status, vacant.headers['content-type']], [421, 'text/html; charset=utf-8']);
    assert.match(vacant.body, /Aurora &#60;Hosting&#62;[^]*There is no site at this address/);
    assert.match(
      await raw(bench.port, `GET / HTTP/1.1\r\nHost: ${HOST}\r\nHost: other\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1\.1 400/,
    );
    assert.match(
      await raw(bench.port, `GET http://other/ HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`),
      /^HTTP\/1\.1 400/,
    );
  });

  test('an offer of another protocol is a plain request for the real listener, and the site never sees it', async () => {
    const listener = await listenHttp(
      { port: 0, hosts: ['127.0.0.1'] },
      (req, res) => void bench.edge.handle(req, res),
    );
    try {
      let seen: IncomingMessage['headers'] = {};
      handler = (req, res) => {
        seen = req.headers;
        res.end('plain');
      };
      const answer = await raw(
        listener.port,
        `GET / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: TLS/1.0\r\n\r\n`,
        `GET / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n`,
      );
      assert.equal(answer.match(/HTTP\/1\.1 200 OK\r\n/g)?.length, 2, answer);
      assert.equal(seen.upgrade, undefined);
    } finally {
      await listener.close();
    }
  });

  test('starts again when the known server is gone, or another process has its port', async () => {
    start = async () => (starts === 1 ? { ...endpoint, port: 1 } : endpoint);
    assert.equal((await bench.ask(HOST, { method: 'POST', body: 'kept' })).status, 200);
    assert.equal(starts, 2);
    starts = 0;
    start = async () => endpoint;
    let asked = 0;
    handler = (_req, res) => {
      asked += 1;
      if (asked === 1) res.writeHead(421, { 'x-panel-edge': 'refused' });
      res.end('ok');
    };
    assert.equal((await bench.ask(HOST)).status, 200);
    assert.equal(starts, 2);
  });

  test('shows browsers a branded waiting page and lets other requests wait', async () => {
    const { promise, resolve } = Promise.withResolvers<Endpoint>();
    start = () => promise;
    const page = await bench.ask(HOST);
    assert.deepEqual([page.status, page.headers['retry-after'], page.headers['cache-control']], [503, '2', 'no-store']);
    assert.match(page.body, /http-equiv="refresh" content="2"/);
    assert.match(page.body, /Aurora &#60;Hosting&#62;/);
    assert.match(page.body, /background:#0a7d5a/);
    assert.doesNotMatch(page.body, /<script|src=|https?:\/\//);
    assert.equal((await bench.ask(HOST, { headers: { accept: 'application/json' } })).status, 504);
    const waiting = bench.ask(HOST, { headers: { accept: 'application/json' } });
    resolve(endpoint);
    assert.equal((await waiting).status, 200);
  });

  test('shows the status of a site that is not ready, even with invalid colours', async () => {
    const expected = { pending: 503, created: 503, deploying: 503, migrating: 503, failed: 503, moving: 410 } as const;
    for (const status of ['pending', 'created', 'deploying', 'migrating', 'failed', 'moving'] as const) {
      bench.sites.set(
        HOST,
        edgeSite('s1', HOST, { status, partner: { companyName: 'C', colors: { primary: 'red;}</style><script>' } } }),
      );
      const page = await bench.ask(HOST);
      assert.equal(page.status, expected[status], status);
      assert.doesNotMatch(page.body, /<script/);
    }
    assert.equal(starts, 0);
    bench.sites.set(HOST, edgeSite('s1', HOST, { status: 'processing' }));
    assert.equal((await bench.ask(HOST)).status, 200);
  });

  test('the panel’s preview of a site, and what it loads, does not count as traffic', async () => {
    await bench.edge.flush();
    bench.traffic.clear();
    const from = (referer: string, dest: string) => ({
      headers: { referer: `http://${HOST}${referer}`, 'sec-fetch-dest': dest, 'sec-fetch-mode': 'no-cors' },
    });
    const picture = '/?panel-picture=1';
    await bench.ask(HOST, { path: picture, headers: { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' } });
    await bench.ask(HOST, { path: '/look.css?v=2', ...from(picture, 'style') });
    await bench.ask(HOST, { path: '/serif.woff2', ...from('/look.css?v=2', 'font') });
    await bench.ask(HOST, { path: '/wide.png', ...from(picture, 'image') });
    await bench.edge.flush();
    assert.equal(bench.traffic.size, 0);

    // Whatever its address, a visit counts once, together with everything it loads.
    await bench.ask(HOST, { path: picture, headers: { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' } });
    await bench.ask(HOST, { path: '/wide.png', ...from('/', 'image') });
    await bench.ask(HOST, {
      path: '/wide.png',
      headers: { referer: 'http://elsewhere.example/?panel-picture=1', 'sec-fetch-dest': 'image' },
    });
    bench.clock.skip(61_000);
    await bench.ask(HOST, { path: '/serif.woff2', ...from('/look.css?v=2', 'font') });
    await until('the visit is counted', async () => {
      await bench.edge.flush();
      return [...bench.traffic.values()][0]?.requests === 4;
    });
    assert.equal([...bench.traffic.values()][0]?.pageViews, 1);
  });

  test('counts requests, bytes and page views per site and day in UTC', async () => {
    await bench.edge.flush();
    bench.traffic.clear();
    handler = (req, res) =>
      void res
        .writeHead(req.url === '/lost' ? 404 : 200, {
          'content-type': req.url === '/a.json' ? 'application/json' : 'text/html; charset=utf-8',
        })
        .end('x'.repeat(1_000));
    await bench.ask(HOST);
    await bench.ask(HOST, { headers: { 'sec-fetch-mode': 'navigate' } });
    await bench.ask(HOST, { headers: { 'sec-fetch-mode': 'no-cors' } });
    await bench.ask(HOST, { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' } });
    await bench.ask(HOST, { path: '/lost' });
    await bench.ask(HOST, { path: '/a.json' });
    await bench.ask(HOST, { method: 'POST', body: '' });
    const day = new Date(bench.clock.now()).toISOString().slice(0, 10);
    await until('all requests are counted', async () => {
      await bench.edge.flush();
      return bench.traffic.get(`s1 ${day}`)?.requests === 7;
    });
    const traffic = bench.traffic.get(`s1 ${day}`);
    assert.equal(traffic?.pageViews, 2);
    assert.ok((traffic?.bytes ?? 0) > 7_000 && (traffic?.bytes ?? 0) < 10_000, String(traffic?.bytes));
    bench.clock.skip(86_400_000);
    await bench.ask(HOST);
    await until('the next day is counted apart', async () => {
      await bench.edge.flush();
      return bench.traffic.size === 2;
    });
  });
});

describe('names and cookies', () => {
  test('hosts are compared in lower case, without port and trailing dot', () => {
    for (const host of ['Shop.Sites.localhost:8099', 'shop.sites.localhost.', 'SHOP.sites.localhost.:80'])
      assert.equal(hostName(host), HOST);
    for (const host of [undefined, '', '.', 'a..b', 'a b', 'a/b', 'a@b', '[::1]:80', `${'a'.repeat(300)}.test`])
      assert.equal(hostName(host), null, String(host));
  });

  test('headers that a server in front would obey, and those of one connection, are dropped', () => {
    const dropped = [
      'X-Accel-Redirect',
      'X-Accel-Buffering',
      'X-Sendfile',
      'X-Lighttpd-Send-File',
      'Host',
      'X-Panel-Edge',
    ];
    const hops = ['Keep-Alive', 'Proxy-Authenticate', 'Proxy-Connection', 'Trailer', 'X-Of-Connection'];
    const answer = { headers: { connection: 'close, x-of-connection' }, rawHeaders: [] as string[] };
    for (const name of [...dropped, ...hops, 'Connection', 'X-Kept']) answer.rawHeaders.push(name, 'value');
    assert.deepEqual(responseHeaders(answer, HOST), [['X-Kept', 'value']]);
  });

  test('a Domain that covers more than the site is removed', () => {
    assert.equal(hostOnly('a=1; Domain=EXAMPLE.test; Secure', 'www.example.test'), 'a=1; Secure');
    assert.equal(hostOnly('a=1; Domain=.www.example.test', 'www.example.test'), 'a=1; Domain=.www.example.test');
    assert.equal(hostOnly('domain=x; Domain; Path=/', 'www.example.test'), 'domain=x; Path=/');
    const own = 'a=1; DOMAIN = "WWW.example.test" ; Path=/';
    assert.equal(hostOnly(own, 'www.example.test'), own);
    assert.equal(hostOnly('a=1; Domain=www.example.test=x', 'www.example.test'), 'a=1');
    assert.equal(siteCookies('panel_session=1', ['panel_session']), '');
  });
});

/**
 * Sends texts one after another, each after the first bytes of the previous response, and reads until the other side
 * closes.
 */
function raw(port: number, ...texts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => void socket.write(texts.shift() ?? ''));
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
      const next = texts.shift();
      if (next !== undefined) socket.write(next);
    });
    socket.once('close', () => resolve(answer)).once('error', reject);
  });
}
