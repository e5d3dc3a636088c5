// Bodies, uploads and answers that arrive a byte at a time end by the least speed, the loop turns, and others are served.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CSRF_COOKIE, CSRF_HEADER } from '@panel/contract';
import { createLoopClock } from '../../src/lib/loop-clock.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { edgeSite, listen, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { readySite, tenant, visit, type Tenant } from '../site/site-support.ts';

/** The most that the loop may work in one turn, as for every body (worst-bodies.test.ts). */
const MOST_CPU_MS = 50;
const DRIPS = 20;
const DRIP_MS = 20;

/** Writes the beginning of a request, then a byte at a time until the connection ends. Returns what came back. */
function drip(port: number, beginning: string): Promise<string> {
  let dripping: NodeJS.Timeout | undefined;
  const socket: Socket = connect(port, '127.0.0.1', () => {
    socket.write(beginning);
    dripping = setInterval(() => void socket.write('1'), DRIP_MS);
  });
  let got = '';
  socket.setEncoding('latin1').on('data', (part: string) => void (got += part));
  return new Promise((resolve) =>
    socket
      .on('error', () => undefined)
      .once('close', () => {
        clearInterval(dripping);
        resolve(got);
      }),
  );
}

/** Asks again and again until all drips have ended. Returns how often, and the longest turn of the loop. */
async function servedWhile(drips: readonly Promise<unknown>[], ask: () => Promise<number>) {
  let open = true;
  const ended = Promise.all(drips).finally(() => (open = false));
  const clock = createLoopClock();
  let served = 0;
  try {
    while (open) {
      assert.equal(await ask(), 200);
      served += 1;
    }
    await ended;
    return { served, cpuMs: clock.take().cpuMs };
  } finally {
    clock.stop();
  }
}

describe('a body for the panel that drips', () => {
  let server: TestServer;
  let own: Tenant;
  let neighbour: Client;
  let anonymous: Client;
  let fqdn: string;
  before(async () => {
    server = await startTestServer({ door: { behindMs: 700 } });
    own = await tenant(server);
    neighbour = (await tenant(server)).client;
    anonymous = server.anonymous(own.partner);
    await anonymous.get('/partner/whitelabel');
    fqdn = (await readySite(own, 'dripping')).fqdn;
    // What is compiled at its first use is no delay of the drips.
    for (const status of [(await neighbour.get('/site/')).status, (await visit(server, fqdn)).status])
      assert.equal(status, 200);
  });
  after(() => server.stop());

  const host = () => `${own.client.host}:${server.port}`;
  const headersOf = ({ cookie, jar }: Client) =>
    `Host: ${host()}\r\nOrigin: http://${host()}\r\nCookie: ${cookie}\r\n` +
    `${CSRF_HEADER}: ${jar.get(CSRF_COOKIE) ?? ''}\r\nAccept: application/json\r\n`;
  const upload = () =>
    `POST /site/import HTTP/1.1\r\n${headersOf(own.client)}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n` +
    '--x\r\nContent-Disposition: form-data; name="file"; filename="site.zip"\r\n\r\n';
  const cases: Record<string, () => string> = {
    'JSON with its length': () =>
      `PUT /user/profile HTTP/1.1\r\n${headersOf(own.client)}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"firstname":"`,
    'an anonymous beacon': () =>
      `POST /platform/beacons HTTP/1.1\r\n${headersOf(anonymous)}Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{"events":[`,
    'an upload': upload,
    'JSON in chunks without a length': () =>
      `PUT /user/profile HTTP/1.1\r\n${headersOf(own.client)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2710\r\n{"firstname":"`,
  };
  for (const [what, beginning] of Object.entries(cases))
    test(`${what} ends with an error, and nobody waits`, async () => {
      // The first time, code is compiled.
      await drip(server.port, beginning());
      const drips: Promise<string>[] = [];
      // One after the other: many that begin in the same turn are the subject of door-shares.test.ts.
      while (drips.length < DRIPS) {
        drips.push(drip(server.port, beginning()));
        assert.equal((await neighbour.get('/site/')).status, 200);
      }
      const { served, cpuMs } = await servedWhile(drips, async () => (await neighbour.get('/site/')).status);
      const answers = (await Promise.all(drips)).map((answer) => answer.split('\r\n')[0] ?? '');
      // Of uploads, an address has a share: those above it are refused before they arrive.
      const refused = answers.filter((line) => line === 'HTTP/1.1 429 Too Many Requests');
      const ended = answers.filter((line) => line === 'HTTP/1.1 408 Request Timeout');
      assert.equal(ended.length + refused.length, DRIPS, [...new Set(await Promise.all(drips))].join('\n'));
      assert.ok(ended.length > 1 && (what === 'an upload' || refused.length === 0), `${refused.length} are refused`);
      assert.ok(served > 0, `${served} requests of others`);
      assert.ok(cpuMs <= MOST_CPU_MS, `${cpuMs.toFixed(0)} ms`);
      assert.equal((await visit(server, fqdn)).status, 200);
    });

  test('nothing stays of the uploads', async () => {
    for (const folder of ['imports', 'uploads'])
      assert.deepEqual(await readdir(path.join(server.dataDir, folder)).catch(() => []), []);
  });
});

describe('an answer of a site that drips', () => {
  let bench: EdgeBench;
  const HOST = 'dripping.sites.localhost';
  const NEIGHBOUR = 'neighbour.sites.localhost';
  const open = new Set<ServerResponse>();
  const site = createServer((req, res) => {
    if (req.headers.host === NEIGHBOUR) return void res.end('ok');
    open.add(res);
    res.once('close', () => open.delete(res)).on('error', () => undefined);
    res.writeHead(200, { 'content-type': 'text/plain' });
  });
  // A byte for all of them, as often as hosted code likes.
  const dripping = setInterval(() => open.forEach((res) => void res.write('x')), 5);
  before(async () => {
    const endpoint = { host: '127.0.0.1' as const, port: await listen(site), token: 't' };
    bench = await openEdge(
      { start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint },
      { requestMs: 500 },
    );
    const limits = { ...edgeSite('', '').limits, concurrentRequests: DRIPS };
    bench.sites.set(HOST, edgeSite('s1', HOST, { limits }));
    bench.sites.set(NEIGHBOUR, edgeSite('s2', NEIGHBOUR));
    assert.equal((await bench.ask(NEIGHBOUR)).status, 200);
  });
  after(async () => {
    clearInterval(dripping);
    await bench.close();
    site.closeAllConnections();
    site.close();
  });

  test('is cut when its time is over, is counted against its site, and nobody waits', async () => {
    const drips = Array.from({ length: DRIPS }, () =>
      assert.rejects(bench.ask(HOST), /aborted|socket hang up|ECONNRESET/),
    );
    const { served, cpuMs } = await servedWhile(drips, async () => (await bench.ask(NEIGHBOUR)).status);
    assert.ok(served > 10, `${served} requests of others`);
    assert.ok(cpuMs <= MOST_CPU_MS, `${cpuMs.toFixed(0)} ms`);
    assert.deepEqual([...new Set(bench.hits)], ['s1 time']);
    assert.equal(bench.hits.length, DRIPS);
    assert.equal(open.size, 0);
  });
});
