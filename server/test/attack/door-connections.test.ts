import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { createDoor, roomOf } from '../../src/listen/door.ts';
import { listen, type Listener } from '../../src/listen/http-server.ts';
import { until } from '../hosting/hosting-support.ts';

const EACH = 8;
const ROOM = 16 * EACH;

describe('connections that only occupy their place', () => {
  let server: Listener;
  const clients = new Set<Socket>();
  /** Responses that the server has not sent yet. */
  let held: ServerResponse[] = [];
  before(async () => {
    server = await listen(
      { port: 0, hosts: ['127.0.0.1'], perAddress: EACH, connections: ROOM, behindMs: 60_000 },
      (req, res) => {
        if (req.url === '/held') return void held.push(res);
        if (req.url === '/endless') {
          const more = () => {
            while (res.write('x'.repeat(64 * 1024)));
            res.once('drain', more);
          };
          return more();
        }
        req.resume().once('end', () => res.end('ok'));
      },
    );
  });
  afterEach(async () => {
    clients.forEach((socket) => socket.destroy());
    await until('the clients to be gone', () => [...clients].every(({ closed }) => closed));
    clients.clear();
    held = [];
  });
  after(() => server.close());

  const client = (localAddress: string, text: string): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: server.port, localAddress });
      clients.add(socket);
      socket.on('error', () => resolve(socket)).once('connect', () => socket.write(text, () => resolve(socket)));
    });
  /** The status of an answer, 0 for a visitor who was refused. */
  const visit = (localAddress: string, path = '/'): Promise<number> =>
    new Promise((resolve) => {
      request({ host: '127.0.0.1', port: server.port, localAddress, path, agent: false }, (answer) =>
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
      )
        .once('error', () => resolve(0))
        .end();
    });
  /** Sixteen addresses in as many networks, each with all the connections that it may have. */
  const flood = (text: string) =>
    Promise.all(Array.from({ length: 16 * EACH }, (_, i) => client(`127.${1 + Math.floor(i / EACH)}.0.1`, text)));
  const visitors = async (): Promise<number> => {
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, i) => visit(`127.${100 + i}.0.1`)));
    return statuses.filter((status) => status !== 200).length;
  };
  const open = () => [...clients].filter(({ closed }) => !closed).length;
  const post = 'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000\r\n\r\n';

  for (const [what, text] of [
    ['one byte of their body', `${post}x`],
    ['no body', post],
    ['a part of their headers', 'GET / HTTP/1.1\r\nHost:'],
    ['nothing', ''],
  ] as const)
    test(`16 addresses that fill the room with requests of ${what} refuse nobody`, async () => {
      await flood(text);
      await until('the room to be full', () => open() <= ROOM);
      assert.equal(await visitors(), 0);
    });

  test('nor do those that read nothing of their answers', async () => {
    const flooding = await flood('GET /endless HTTP/1.1\r\nHost: a.test\r\n\r\n');
    flooding.forEach((socket) => socket.pause());
    assert.equal(await visitors(), 0);
  });

  test('a request that is answered, and an upload with the least speed, keep their connections', async () => {
    const answered = visit('127.200.0.1', '/held');
    await until('the request', () => held.length === 1);
    const upload = await client('127.200.0.2', `${post.replace('1000', '1000000')}${'x'.repeat(600_000)}`);
    await flood(`${post}x`);
    assert.equal(await visitors(), 0);
    assert.equal(upload.closed, false);
    const whole = new Promise<string>((resolve) => upload.setEncoding('latin1').once('data', resolve));
    upload.write('x'.repeat(400_000));
    assert.match(await whole, /^HTTP\/1\.1 200 /);
    held[0]?.end('late');
    assert.equal(await answered, 200);
  });

  test('when all are in use, a visitor takes the place of one of the provider that holds most', async () => {
    const greedy = Array.from({ length: 16 }, (_, i) =>
      Array.from({ length: EACH }, () => visit(`127.${1 + Math.floor(i / 4)}.${i}.1`, '/held')),
    ).flat();
    await until('the room to be full of requests', () => held.length === ROOM);
    const statuses = await Promise.all(Array.from({ length: 8 }, (_, i) => visit(`127.100.${i}.1`)));
    assert.deepEqual(statuses, Array<number>(8).fill(200));
    held.forEach((res) => res.end());
    const cut = (await Promise.all(greedy)).filter((status) => status === 0).length;
    assert.ok(cut >= 1 && cut <= 8, `${cut} of ${ROOM} were cut`);
  });
});

describe('shares of networks', () => {
  const room = roomOf(8, 128);
  const arrival = (remoteAddress: string, remotePort: number): Socket =>
    Object.defineProperties(new Socket(), {
      remoteAddress: { value: remoteAddress },
      remotePort: { value: remotePort },
      localAddress: { value: '::1' },
    });
  /** How many connections of these addresses are open, each in use, after all have tried `room.address` of them. */
  const admitted = (addresses: readonly string[], exempt = () => false): number => {
    const door = createDoor(room, exempt);
    const sockets = addresses.flatMap((address) => Array.from({ length: 8 }, (_, port) => arrival(address, port)));
    for (const socket of sockets) {
      door.enter(socket);
      door.upgraded(socket);
    }
    return sockets.filter(({ destroyed }) => !destroyed).length;
  };
  const numbered = (count: number, of: (index: number) => string) => Array.from({ length: count }, (_, i) => of(i));

  test('an IPv6 user of a /64, a /48 and a /32, and an IPv4 user of a /24 and a /16, hold a part of the room', () => {
    assert.equal(admitted(numbered(16, (i) => `2001:db8:0:1::${i + 1}`)), room.address);
    assert.equal(admitted(numbered(16, (i) => `2001:db8:0:${i}::1`)), room.network, 'a /60');
    assert.equal(admitted(numbered(16, (i) => `2001:db8:${i}::1`)), room.provider);
    assert.equal(admitted(numbered(16, (i) => `198.51.100.${i}`)), room.network);
    assert.equal(admitted(numbered(16, (i) => `198.51.${i}.1`)), room.provider);
    assert.equal(admitted(numbered(16, (i) => `198.${i}.0.1`)), room.all);
    assert.equal(
      admitted(['198.51.100.1', '198.51.100.1'], () => true),
      16,
      'the installation’s own proxies',
    );
  });
});

describe('the least speed of a body', () => {
  let server: Listener;
  let read: ((req: ServerResponse['req']) => void) | null;
  before(async () => {
    server = await listen({ port: 0, hosts: ['127.0.0.1'], behindMs: 300 }, (req, res) => {
      read?.(req);
      req.once('end', () => res.end('ok'));
    });
  });
  after(() => server.close());
  const send = (text: string): { socket: Socket; answer: Promise<string> } => {
    const socket = connect(server.port, '127.0.0.1', () => void socket.write(text));
    let got = '';
    socket.setEncoding('latin1').on('data', (part: string) => (got += part));
    return {
      socket,
      answer: new Promise((resolve) => socket.on('error', () => undefined).once('close', () => resolve(got))),
    };
  };

  test('a body that drips ends with 408 from its first second on', async () => {
    read = (req) => req.resume();
    const { socket, answer } = send('POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000\r\n\r\n');
    // What is written before the connection is there would come before the request.
    await once(socket, 'connect');
    const drip = setInterval(() => void socket.write('x'), 50);
    assert.match(await answer, /^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  test('a body that the server does not read yet is not slow', async () => {
    const waiting: ServerResponse['req'][] = [];
    read = (req) => void waiting.push(req);
    const post = 'POST / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Length: 2\r\n\r\n';
    const early = send(`${post}x`);
    await until('the request', () => waiting.length === 1);
    read = (req) => req.resume();
    // As late as another one that is too slow.
    assert.match(await send(post).answer, / 408 /);
    early.socket.write('x');
    waiting[0]?.resume();
    assert.match(await early.answer, / 200 /);
  });
});
