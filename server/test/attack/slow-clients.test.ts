import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Endpoint } from '../../src/hosting/index.ts';
import { edgeSite, listen, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { until } from '../hosting/hosting-support.ts';

const HOST = 'shop.sites.localhost';
const MB = 1024 ** 2;

describe('slow and unfinished requests cost a site nothing', () => {
  let bench: EdgeBench;
  let uploadDir: string;
  let starts = 0;
  let diskLow = false;
  let leases = 0;
  let handler: (req: IncomingMessage, res: ServerResponse) => void;
  const server = createServer((req, res) => handler(req, res));
  const clients = new Set<Socket>();

  before(async () => {
    uploadDir = await mkdtemp(path.join(tmpdir(), 'panel-uploads-'));
    const endpoint: Endpoint = { host: '127.0.0.1', port: await listen(server), token: 't' };
    const driver = {
      start: async () => ((starts += 1), endpoint),
      stop: async () => undefined,
      endpoint: () => endpoint,
      lease: () => {
        let open = true;
        leases += 1;
        return () => {
          if (open) leases -= 1;
          open = false;
        };
      },
    };
    bench = await openEdge(driver, {
      uploadDir,
      isDiskLow: async () => diskLow,
      uploadIdleMs: 200,
      stallMs: 200,
      requestMs: 300,
      slotWaitMs: 50,
    });
    bench.sites.set(HOST, edgeSite('s1', HOST, { limits: { ...edgeSite('', '').limits, concurrentRequests: 3 } }));
  });
  beforeEach(() => {
    starts = 0;
    bench.hits.length = 0;
    handler = (_req, res) => void res.end('ok');
  });
  after(async () => {
    clients.forEach((socket) => socket.destroy());
    await bench.close();
    server.closeAllConnections();
    server.close();
    await rm(uploadDir, { recursive: true, force: true });
  });

  /** A client that sends raw bytes, and what it has read so far. */
  const client = (text: string): { socket: Socket; read(): string; closed: Promise<void> } => {
    const socket = connect(bench.port, '127.0.0.1', () => void socket.write(text));
    clients.add(socket);
    let answer = '';
    socket
      .setEncoding('latin1')
      .on('data', (part: string) => void (answer += part))
      .on('error', () => undefined);
    return { socket, read: () => answer, closed: new Promise((resolve) => void socket.once('close', () => resolve())) };
  };
  const post = (more: string) => `POST / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n${more}`;

  test('an unfinished POST neither starts a site nor keeps it running, and ends with 408', async () => {
    const unfinished = Array.from({ length: 23 }, (_, i) =>
      client(post(i % 2 ? 'Content-Length: 1000\r\n\r\nabc' : 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n')),
    );
    await Promise.all(unfinished.map(({ closed }) => closed));
    for (const { read } of unfinished) assert.match(read(), /^HTTP\/1\.1 408 Request Timeout\r\n[^]*Aurora/);
    assert.deepEqual([starts, leases], [0, 0]);
  });

  test('an upload below the minimum speed ends with 408, however regularly its bytes arrive', async () => {
    for (const begun of [1, 2 * MB]) {
      const { socket, read, closed } = client(post(`Content-Length: ${begun + 60}\r\n\r\n${'x'.repeat(begun)}`));
      const drip = setInterval(() => void socket.write('x'), 50);
      await closed;
      clearInterval(drip);
      assert.match(read(), /^HTTP\/1\.1 408 /);
    }
    assert.equal(starts, 0);
  });

  test('an upload arrives whole, from memory or from an unnamed file', async () => {
    const hash = (body: string) => `${body.length} ${body.slice(0, 20)} ${body.slice(-20)}`;
    handler = (req, res) => {
      const chunks: Buffer[] = [];
      req
        .on('data', (chunk: Buffer) => void chunks.push(chunk))
        .on('end', () =>
          res.end(
            `${req.headers['content-length']} ${req.headers['transfer-encoding']} ${hash(Buffer.concat(chunks).toString())}`,
          ),
        );
    };
    for (const size of [0, 1, 300_000, 5 * MB]) {
      const body = `${'0123456789'.repeat(size / 10)}end`;
      assert.equal((await bench.ask(HOST, { method: 'POST', body })).body, `${body.length} undefined ${hash(body)}`);
    }
    assert.deepEqual(await readdir(uploadDir), []);
    diskLow = true;
    try {
      const { read, closed } = client(post(`Content-Length: ${5 * MB}\r\n\r\n${'x'.repeat(1.2 * MB)}`));
      await closed;
      assert.match(read(), /^HTTP\/1\.1 503 /);
      assert.equal((await bench.ask(HOST, { method: 'POST', body: 'x'.repeat(1000) })).status, 200);
    } finally {
      diskLow = false;
    }
  });

  test('no more concurrent requests than the plan allows; the others get the busy page', async () => {
    const waiting: ServerResponse[] = [];
    handler = (_req, res) => void waiting.push(res);
    const inside = Array.from({ length: 3 }, () => bench.ask(HOST));
    await until('three requests are inside', async () => waiting.length === 3);
    const turnedAway = await bench.ask(HOST);
    assert.deepEqual([turnedAway.status, turnedAway.headers['retry-after']], [503, '5']);
    assert.match(turnedAway.body, /This site is busy/);
    assert.deepEqual(bench.hits, ['s1 requests']);
    waiting.forEach((res) => res.end('late'));
    assert.deepEqual(
      (await Promise.all(inside)).map(({ status }) => status),
      [200, 200, 200],
    );
    handler = (_req, res) => void res.end('ok');
    assert.equal((await bench.ask(HOST)).status, 200);
    assert.equal(leases, 0);
  });

  test('a request ends with 504 or is cut when the site takes longer than its plan allows', async () => {
    handler = () => undefined;
    assert.equal((await bench.ask(HOST)).status, 504);
    handler = (_req, res) => void res.write('a first word');
    await assert.rejects(bench.ask(HOST));
    assert.deepEqual(bench.hits, ['s1 time', 's1 time']);
    assert.equal(leases, 0);
  });

  test('a visitor who does not read is disconnected, and the site is not blamed', async () => {
    handler = (_req, res) => {
      const more = () => {
        while (res.write('x'.repeat(64 * 1024)));
        res.once('drain', more);
      };
      more();
      res.on('error', () => undefined);
    };
    const { socket, closed } = client(`GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
    socket.pause();
    await until('the request is inside', async () => leases === 1);
    await until('the request has ended', async () => leases === 0);
    socket.resume();
    await closed;
    assert.deepEqual(bench.hits, []);
  });

  test('visitors who leave at any moment leave nothing behind', async () => {
    handler = (req, res) => {
      req.resume();
      res.on('error', () => undefined);
      const more = (left: number) =>
        void (left === 0 ? res.end() : res.write('x'.repeat(50_000), () => more(left - 1)));
      more(1 + ((req.url?.length ?? 0) % 7));
    };
    const visitors = Array.from({ length: 200 }, (_, i) => {
      const body = i % 3 === 0 ? `Content-Length: 2000\r\n\r\n${'x'.repeat(i * 10)}` : '\r\n';
      const { socket, closed } = client(
        `${i % 3 === 0 ? 'POST' : 'GET'} /${'p'.repeat(i % 7)} HTTP/1.1\r\nHost: ${HOST}\r\n${body}`,
      );
      socket.on('data', () => void (i % 2 && socket.destroy()));
      setTimeout(() => socket.destroy(), i % 50);
      return closed;
    });
    await Promise.all(visitors);
    await until('no lease is left', async () => leases === 0);
    assert.equal((await bench.ask(HOST)).status, 200);
  });

  test('contradictory requests are rejected before they reach a site', async () => {
    const forms = [
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      'Content-Length: +5\r\n\r\nhello',
      'Content-Length: 5, 5\r\n\r\nhello',
      'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
      'X-A: 1\r\n\u000bTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\nzz\r\nGET /smuggled HTTP/1.1\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n',
    ];
    const paths: string[] = [];
    handler = (req, res) => {
      paths.push(req.url ?? '');
      res.end('ok');
    };
    for (const form of forms) {
      const { read, closed } = client(post(form));
      await closed;
      assert.match(read(), /^(HTTP\/1\.1 400 Bad Request\r\n|$)/, JSON.stringify(form));
    }
    assert.deepEqual(paths, []);
  });

  test('a name with an underscore cannot replace the edge’s own headers', async () => {
    let seen: IncomingMessage['headers'] = {};
    handler = (req, res) => {
      seen = req.headers;
      res.end('ok');
    };
    await bench.ask(HOST, {
      headers: { x_forwarded_for: '6.6.6.6', x_panel_edge: 'guess', proxy: 'http://evil.example', 'x-own': '1' },
    });
    assert.deepEqual(
      Object.keys(seen).filter((name) => name.includes('_') || name === 'proxy'),
      [],
    );
    assert.deepEqual([seen['x-own'], seen['x-forwarded-for']], ['1', '127.0.0.1']);
  });
});
