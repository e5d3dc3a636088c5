import assert from 'node:assert/strict';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { connect } from 'node:net';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { WebSocket } from 'ws';
import { limitsOfPlan } from '@panel/contract';
import { hashSitePassword } from '../../src/edge/index.ts';
import { until } from '../hosting/hosting-support.ts';
import { askHttp2 } from '../tls/tls-support.ts';
import { edgeSite } from './edge-support.ts';
import { closed, frame, HOST, openWebSockets, overHttp2, statusOf, type WebSocketBench } from './websocket-support.ts';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
let on: WebSocketBench;
const opened = new Set<WebSocket>();

before(async () => {
  on = await openWebSockets({ trusted: (address) => address === '127.0.0.1', requestMs: 2_000, webSocketLookMs: 50 });
});
beforeEach(() => {
  on.bench.sites.set(HOST, edgeSite('s1', HOST));
  on.files.of = { root: tmpdir(), mode: 'assets', core: null };
});
afterEach(async () => {
  opened.forEach((socket) => socket.terminate());
  opened.clear();
  await until('the site to be in use by nobody', () => on.keeper.processes().every(({ leased }) => !leased));
});
after(() => on.close());

const dial = (...args: Parameters<WebSocketBench['dial']>): WebSocket => {
  const socket = on.dial(...args);
  opened.add(socket);
  return socket;
};
const echoes = async (socket: WebSocket, sent: string | Buffer): Promise<void> => {
  const got = once(socket, 'message');
  socket.send(sent);
  const [data, isBinary] = await got;
  assert.deepEqual([data.toString('latin1'), isBinary], [sent.toString('latin1'), typeof sent !== 'string']);
};
const isRunning = () => on.keeper.running().includes('s1');

/** Sends bytes to the front door and returns everything that comes until it closes the connection. */
async function raw(text: string): Promise<string> {
  const socket = connect(on.http.port, '127.0.0.1', () => socket.write(text, 'latin1'));
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => void chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}
const request = (...lines: string[]): string =>
  [`GET / HTTP/1.1`, `Host: ${HOST}`, 'Connection: Upgrade', 'Upgrade: websocket', ...lines, '', ''].join('\r\n');
const VALID = [`Sec-WebSocket-Key: ${KEY}`, 'Sec-WebSocket-Version: 13'];

describe('a WebSocket is passed on', () => {
  for (const scheme of ['ws', 'wss'])
    test(`to a site that was asleep, in both directions (${scheme})`, async () => {
      await on.keeper.stop('s1');
      const socket = dial(`${scheme}://${HOST}/chat`, { protocol: 'talk' });
      assert.equal(await statusOf(socket), 101);
      assert.equal(socket.protocol, 'talk');
      await echoes(socket, 'hello');
      await echoes(socket, Buffer.alloc(3_000_000, 'é'));
      // Nobody else's request ends it, and the site does not sleep meanwhile.
      assert.match((await on.bench.ask(HOST, { headers: { accept: '*/*' } })).body, /^page/);
      await on.keeper.sweep();
      assert.ok(isRunning());
      socket.close(1000, 'done');
      const [code, reason] = await once(socket, 'close');
      assert.deepEqual([code, String(reason)], [1000, 'done']);
      await until('the site to sleep', () => on.keeper.sweep().then(() => !isRunning()));
    });

  test('in a stream of HTTP/2', async () => {
    await on.keeper.stop('s1');
    const { session, stream, answer } = await overHttp2(on, { 'sec-websocket-protocol': 'talk' });
    assert.equal(answer[':status'], 200);
    assert.equal(answer['sec-websocket-protocol'], 'talk');
    assert.equal(answer['sec-websocket-accept'], undefined);
    stream.write(frame('hello'));
    const [data] = await once(stream, 'data');
    assert.equal(data.toString('latin1'), '\u0081\u0005hello');
    assert.equal((await askHttp2({ port: on.https.port, host: HOST, ca: on.ca })).status, 200);
    const ended = once(stream, 'close');
    await on.keeper.stop('s1');
    await ended;
    session.close();
  });

  test('with the headers that other requests have, and none of the panel’s cookies', async () => {
    const socket = dial(`wss://${HOST}/headers`, {
      headers: { cookie: 'panel_session=abc; wp=1', 'x-panel-edge': 'guess', 'x-forwarded-for': '198.51.100.7' },
    });
    const [data] = await once(socket, 'message');
    const seen = JSON.parse(String(data));
    assert.deepEqual(
      [seen.host, seen.cookie, seen['x-panel-edge'], seen['x-forwarded-for'], seen['x-forwarded-proto']],
      [HOST, 'wp=1', 'site-token', '198.51.100.7', 'https'],
    );
    assert.deepEqual([seen.connection, seen.upgrade], ['Upgrade', 'websocket']);
  });

  test('and counted as one request, with its bytes', async () => {
    await on.bench.edge.flush();
    on.bench.traffic.clear();
    const socket = dial();
    await once(socket, 'open');
    await echoes(socket, 'x'.repeat(100_000));
    socket.terminate();
    await until('it is counted', () => on.bench.edge.flush().then(() => on.bench.traffic.size > 0));
    const [sum] = [...on.bench.traffic.values()];
    assert.equal(sum?.requests, 1);
    assert.ok((sum?.bytes ?? 0) > 100_000);
  });
});

describe('a request for a WebSocket is refused', () => {
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
  for (const [what, text, status] of [
    ['with a body', request(...VALID, `Content-Length: ${smuggled.length}`) + smuggled, 400],
    ['with a length of none', request(...VALID, 'Content-Length: 0'), 400],
    ['with chunks', `${request(...VALID, 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`, 400],
    ['with another request behind it', request(...VALID) + smuggled, 400],
    ['without a key', request('Sec-WebSocket-Version: 13'), 400],
    ['with a key of another length', request('Sec-WebSocket-Key: AAAA', 'Sec-WebSocket-Version: 13'), 400],
    ['with two keys', request(...VALID, `Sec-WebSocket-Key: ${KEY}`), 400],
    ['with an old version', request(`Sec-WebSocket-Key: ${KEY}`, 'Sec-WebSocket-Version: 8'), 426],
    ['with two versions', request(...VALID, 'Sec-WebSocket-Version: 8'), 426],
    ['without a version', request(`Sec-WebSocket-Key: ${KEY}`), 426],
    ['with two hosts', request(...VALID, 'Host: other.sites.localhost'), 400],
  ] as const)
    test(what, async () => {
      await on.keeper.stop('s1');
      const answer = await raw(text);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
      assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1);
      assert.match(answer, /\r\nConnection: close\r\n/i);
      if (status === 426) assert.match(answer, /\r\nsec-websocket-version: 13\r\n/i);
      assert.ok(!isRunning());
    });

  test('or ignored, when it is for another protocol or not a GET', async () => {
    for (const [method, upgrade] of [
      ['GET', 'h2c'],
      ['POST', 'websocket'],
      ['GET', 'websockets'],
    ]) {
      const lines = [
        `${method} / HTTP/1.1`,
        `Host: ${HOST}`,
        `Upgrade: ${upgrade}`,
        'Connection: Upgrade, close',
        '',
        '',
      ];
      const answer = await raw(lines.join('\r\n'));
      assert.match(answer, /^HTTP\/1\.1 200 [^]*page \/ plain/, `${method} ${upgrade}`);
    }
  });

  test('where other requests are, and the site stays asleep', async () => {
    await on.keeper.stop('s1');
    const protection = { username: 'a', passwordHash: await hashSitePassword('b') };
    for (const [status, more] of [
      [401, { passwordProtection: protection }],
      [503, { status: 'failed' }],
      [410, { status: 'moving' }],
      [308, { redirectTo: 'new.sites.localhost' }],
    ] as const) {
      on.bench.sites.set(HOST, edgeSite('s1', HOST, more));
      assert.equal(await statusOf(dial()), status);
    }
    on.bench.sites.delete(HOST);
    assert.equal(await statusOf(dial()), 421);
    assert.equal((await overHttp2(on)).answer[':status'], 421);
    assert.ok(!isRunning());
    on.bench.sites.set(HOST, edgeSite('s1', HOST, { passwordProtection: protection }));
    assert.equal(await statusOf(dial(`ws://a:b@${HOST}/`)), 101);
  });

  test('by a site of files', async () => {
    await on.keeper.stop('s1');
    on.files.of = { root: tmpdir(), mode: 'site' };
    assert.equal(await statusOf(dial()), 400);
    const { session, answer } = await overHttp2(on);
    assert.equal(answer[':status'], 400);
    session.destroy();
    assert.ok(!isRunning());
  });

  for (const path of ['wrong-accept', 'no-accept', 'other-protocol', 'no-upgrade', 'bad-header', 'no-http'])
    test(`when the site answers with something else (${path})`, async () => {
      assert.equal(await statusOf(dial(`ws://${HOST}/${path}`)), 502);
      assert.equal(await statusOf(dial(`ws://${HOST}/fine`)), 101);
    });

  test('when the site does not answer in time, or refuses', async () => {
    on.bench.hits.length = 0;
    assert.equal(await statusOf(dial(`ws://${HOST}/silent`)), 504);
    assert.deepEqual(on.bench.hits, ['s1 time']);
    const answer = await raw(request(...VALID).replace('GET / ', 'GET /refuses '));
    assert.match(answer, /^HTTP\/1\.1 403 [^]*\r\n\r\nno socket: x$/);
    assert.equal((await overHttp2(on, { ':path': '/refuses' })).answer[':status'], 403);
  });

  test('beyond the places of an address and of a site, until others have closed', async () => {
    on.bench.hits.length = 0;
    const limits = { ...limitsOfPlan('FREE').site, concurrentRequests: 1 };
    on.bench.sites.set(HOST, edgeSite('s1', HOST, { limits }));
    const from = async (address: string): Promise<[WebSocket, number]> => {
      const socket = dial(undefined, { headers: { 'x-forwarded-for': address } });
      return [socket, await statusOf(socket)];
    };
    const held: WebSocket[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4']) {
      for (const status of [101, 101]) {
        const [socket, got] = await from(address);
        assert.equal(got, status);
        held.push(socket);
      }
      assert.equal((await from(address))[1], 503);
    }
    assert.equal((await from('192.0.2.5'))[1], 503);
    // Pages are served meanwhile.
    assert.equal((await on.bench.ask(HOST, { headers: { accept: '*/*' } })).status, 200);
    assert.ok(on.bench.hits.every((hit) => hit === 's1 requests') && on.bench.hits.length === 5);
    held[0]?.terminate();
    await until('a place to be free', async () => (await from('192.0.2.5'))[1] === 101);
  });
});

describe('an open WebSocket is closed', () => {
  const open = async (path = ''): Promise<WebSocket> => {
    const socket = dial(`ws://${HOST}/${path}`);
    assert.equal(await statusOf(socket), 101);
    return socket;
  };

  test('when its site is stopped, ends, or hangs up', async () => {
    const stopped = await open();
    await on.keeper.stop('s1');
    await closed(stopped);
    const killed = await open();
    process.kill(on.keeper.processes()[0]?.process.pid ?? 0, 'SIGKILL');
    await closed(killed);
    await closed(await open('hang-up'));
  });

  test('when its site is deleted, changes hands, gets a password or another address', async () => {
    for (const [now, isTold] of [
      [null, true],
      [edgeSite('s2', HOST), true],
      [edgeSite('s1', HOST, { passwordProtection: { username: 'a', passwordHash: 'b' } }), true],
      [edgeSite('s1', HOST, { redirectTo: 'new.sites.localhost' }), true],
      // Without a message, e.g. from another process that ended.
      [edgeSite('s1', HOST, { status: 'moving' }), false],
    ] as const) {
      on.bench.sites.set(HOST, edgeSite('s1', HOST));
      const socket = await open();
      on.bench.edge.invalidate(HOST);
      await echoes(socket, 'still here');
      if (now === null) on.bench.sites.delete(HOST);
      else on.bench.sites.set(HOST, now);
      if (isTold) on.bench.edge.invalidate(HOST);
      await closed(socket);
    }
  });

  test('when the visitor leaves or the server ends', async () => {
    const own = await openWebSockets();
    own.bench.sites.set(HOST, edgeSite('s1', HOST));
    const [left, ...held] = [own.dial(), own.dial(), own.dial(`wss://${HOST}/`)];
    for (const socket of [left, ...held]) assert.equal(await statusOf(socket), 101);
    left.terminate();
    const { stream } = await overHttp2(own);
    await Promise.all([own.http.close(), own.https.close()]);
    await Promise.all(held.map(closed));
    if (!stream.closed) await once(stream, 'close');
    await until('the site to be in use by nobody', () => own.keeper.processes().every(({ leased }) => !leased));
    await own.close();
  });

  test('when nothing moves, or one side reads nothing for too long, which never fills the memory', async () => {
    const own = await openWebSockets({ webSocketIdleMs: 500, stallMs: 200 });
    own.bench.sites.set(HOST, edgeSite('s1', HOST));
    const idle = own.dial();
    assert.equal(await statusOf(idle), 101);
    await closed(idle);

    const slow = own.dial(`ws://${HOST}/flood`, { perMessageDeflate: false });
    await once(slow, 'message');
    slow.pause();
    await until('it is closed', () => own.keeper.processes().every(({ leased }) => !leased));
    slow.terminate();

    const deaf = own.dial(`ws://${HOST}/deaf`, { perMessageDeflate: false });
    await once(deaf, 'open');
    deaf.send(Buffer.alloc(64 * 1024 ** 2));
    let unsent = 0;
    await until('it is closed', () => {
      unsent = deaf.bufferedAmount || unsent;
      return deaf.readyState === deaf.CLOSED;
    });
    assert.ok(unsent > 32 * 1024 ** 2, `${unsent} bytes were left`);
    await own.close();
  });
});
