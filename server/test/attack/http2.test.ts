import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, describe, test } from 'node:test';
import { askHttp2, askTls } from '../tls/tls-support.ts';
import { until } from '../hosting/hosting-support.ts';
import { END_HEADERS, END_STREAM, frame, headerBlock, openRaw, reset, TYPE, type RawHttp2 } from './http2-frames.ts';

const HOST = 'shop.sites.localhost';
let child: ChildProcess;
let to: { port: number; host: string; ca: string };
let restMb = 0;
const clients = new Set<RawHttp2>();

/** Memory of the process that is attacked, in megabytes. `VmHWM` is the most that it ever had. */
async function memoryOf(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

type Asked = { url: string; body: string; whole: boolean };
const asked = async (): Promise<Asked[]> => JSON.parse((await askTls({ ...to, path: '/asked' })).body);
const visit = async (): Promise<number[]> =>
  Promise.all([askTls(to), askHttp2(to)].map(async (answer) => (await answer).status));

before(async () => {
  const script = path.join(import.meta.dirname, 'http2-door.ts');
  child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  assert.ok(child.stdout);
  const [line] = await once(createInterface(child.stdout), 'line');
  to = { host: HOST, ...JSON.parse(line) };
  assert.deepEqual(await visit(), [200, 200]);
  restMb = await memoryOf('VmRSS');
});
afterEach(async () => {
  clients.forEach(({ socket }) => socket.destroy());
  clients.clear();
  assert.deepEqual(await visit(), [200, 200]);
  assert.equal(child.exitCode, null);
});
after(() => void child.kill());

async function open(): Promise<RawHttp2> {
  const client = await openRaw(to.port, HOST, to.ca);
  clients.add(client);
  return client;
}

const lines = (more: Record<string, string> = {}): [string, string][] =>
  Object.entries({ ':method': 'GET', ':scheme': 'https', ':authority': HOST, ':path': '/', ...more });
const headers = (stream: number, flags: number, more: Record<string, string> = {}): Buffer =>
  frame(TYPE.headers, END_HEADERS | flags, stream, headerBlock(lines(more)));

/** Sends the same until the door closes the connection or all of it is sent; a visitor is answered meanwhile. */
async function flood(client: RawHttp2, batches: number, batch: (index: number) => Buffer[]): Promise<boolean> {
  let isClosed = false;
  void client.closed.then(() => (isClosed = true));
  for (let index = 0; index < batches && !isClosed; index += 1) {
    await client.send(...batch(index));
    if (index % 30 === 15) assert.deepEqual(await visit(), [200, 200]);
  }
  return isClosed || client.frames.some(({ type }) => type === TYPE.goAway);
}

async function staysSmall(): Promise<void> {
  const most = await memoryOf('VmHWM');
  assert.ok(most < restMb + 250, `${Math.round(restMb)} MB became ${Math.round(most)} MB`);
}

describe('floods of HTTP/2 end their connection, and nobody else’s', () => {
  test('streams that are reset at once (CVE-2023-44487)', async () => {
    await asked();
    const client = await open();
    const ended = await flood(client, 60, (batch) =>
      Array.from({ length: 200 }, (_, index) => {
        const stream = (batch * 200 + index) * 2 + 1;
        return Buffer.concat([headers(stream, END_STREAM, { ':path': '/rapid' }), reset(stream, 8)]);
      }),
    );
    assert.ok(ended);
    const reached = (await asked()).filter(({ url }) => url === '/rapid');
    assert.ok(reached.length < 5_000, `${reached.length} requests reached the site`);
    await staysSmall();
  });

  test('headers that never end (CONTINUATION)', async () => {
    const client = await open();
    const part = headerBlock(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'y'.repeat(100)] as const));
    await client.send(frame(TYPE.headers, END_STREAM, 1, headerBlock(lines())));
    assert.ok(await flood(client, 2_000, () => [frame(TYPE.continuation, 0, 1, part)]));
    const empty = await open();
    await empty.send(frame(TYPE.headers, END_STREAM, 1, headerBlock(lines())));
    assert.ok(await flood(empty, 500, () => Array.from({ length: 100 }, () => frame(TYPE.continuation, 0, 1))));
    await staysSmall();
  });

  for (const [what, one] of [
    ['SETTINGS', frame(TYPE.settings, 0, 0)],
    ['PING', frame(TYPE.ping, 0, 0, 'attacked')],
  ] as const)
    test(`${what} whose acknowledgements are not read`, async () => {
      const client = await open();
      client.socket.pause();
      const batch = Buffer.concat(Array.from({ length: 2_000 }, () => one));
      let isClosed = false;
      void client.closed.then(() => (isClosed = true));
      client.socket.once('error', () => (isClosed = true));
      let waiting = 0;
      for (let index = 0; index < 500 && !isClosed && waiting < 20; index += 1) {
        // The door reads no more once its answers are not read.
        const sent = await Promise.race([client.send(batch).then(() => true), visit().then(() => false)]);
        waiting = sent ? 0 : waiting + 1;
      }
      await staysSmall();
    });

  test('headers that a few bytes make large (HPACK)', async () => {
    const client = await open();
    const value = 'v'.repeat(3_900);
    // The first keeps a long value in the table; each byte after it (index 62) is that value again.
    const bomb = Buffer.concat([
      headerBlock(lines()),
      headerBlock([['x-bomb', value]], 0x40),
      Buffer.alloc(12_000, 0xbe),
    ]);
    const more = Buffer.concat([headerBlock(lines()), Buffer.alloc(16_000, 0xbe)]);
    await asked();
    await client.send(frame(TYPE.headers, END_HEADERS | END_STREAM, 1, bomb));
    await flood(client, 100, (index) => [frame(TYPE.headers, END_HEADERS | END_STREAM, index * 2 + 3, more)]);
    assert.deepEqual(
      (await asked()).filter(({ url }) => url !== '/'),
      [],
    );
    assert.ok(
      !client.frames.some(({ type, payload }) => type === TYPE.headers && payload[0] === 0x88),
      'none was served',
    );
    await staysSmall();
  });

  test('thousands of streams on which nothing comes', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, open));
    await Promise.all(
      many.map((client) =>
        client.send(...Array.from({ length: 250 }, (_, index) => headers(index * 2 + 1, 0, { ':method': 'POST' }))),
      ),
    );
    // One address has 256 requests at once: all beyond are refused, and places come back when connections end.
    await until('streams to be refused', () =>
      many.every(({ frames }) => frames.filter(({ type }) => type === TYPE.reset).length >= 150),
    );
    await staysSmall();
    many.forEach(({ socket }) => socket.destroy());
    await until('others of the address to be served', async () => {
      const status = await askHttp2(to).then(
        (answer) => answer.status,
        () => 0,
      );
      return status === 200;
    });
  });
});

describe('a request of HTTP/2 is one request of the site, or none', () => {
  /** Sends frames of one stream, and returns what the site was asked once the stream has ended. */
  async function seenOf(...frames: Buffer[]): Promise<Asked[]> {
    await asked();
    const client = await open();
    await client.send(...frames);
    const ends = ({ type, flags }: RawHttp2['frames'][number]) =>
      type === TYPE.reset || type === TYPE.goAway || (type <= TYPE.headers && (flags & END_STREAM) !== 0);
    let isClosed = false;
    void client.closed.then(() => (isClosed = true));
    await until('the stream to end', () => isClosed || client.frames.some(ends));
    return asked();
  }
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
  const post = (more: Record<string, string>): Buffer =>
    headers(1, 0, { ':method': 'POST', ':path': '/form', ...more });

  for (const [what, frames] of [
    [
      'a length that is too short',
      [post({ 'content-length': '3' }), frame(TYPE.data, END_STREAM, 1, `abc${smuggled}`)],
    ],
    ['a length that is too long', [post({ 'content-length': '500' }), frame(TYPE.data, END_STREAM, 1, 'abc')]],
    ['a length of nothing', [post({ 'content-length': '0' }), frame(TYPE.data, END_STREAM, 1, smuggled)]],
    ['a length that is no number', [post({ 'content-length': '3, 3' }), frame(TYPE.data, END_STREAM, 1, 'abc')]],
    ['chunks', [post({ 'transfer-encoding': 'chunked' }), frame(TYPE.data, END_STREAM, 1, `0\r\n\r\n${smuggled}`)]],
    ['a header of the connection', [headers(1, END_STREAM, { connection: 'keep-alive' })]],
    ['a line break in the path', [headers(1, END_STREAM, { ':path': `/ HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}` })]],
    ['a line break in the method', [headers(1, END_STREAM, { ':method': `GET /smuggled HTTP/1.1\r\n\r\nGET` })]],
    ['a line break in the authority', [headers(1, END_STREAM, { ':authority': `${HOST}\r\nX: y` })]],
    ['a space in the path', [headers(1, END_STREAM, { ':path': '/smuggled HTTP/1.1 /' })]],
    ['a space in the method', [headers(1, END_STREAM, { ':method': 'GET /smuggled' })]],
    ['an absolute address', [headers(1, END_STREAM, { ':path': `http://${HOST}/smuggled` })]],
    ['an address of the server', [headers(1, END_STREAM, { ':method': 'OPTIONS', ':path': '*' })]],
    ['no path', [headers(1, END_STREAM, { ':path': '' })]],
    ['a tunnel', [headers(1, END_STREAM, { ':method': 'CONNECT' })]],
    ['a tunnel of another protocol', [headers(1, 0, { ':method': 'CONNECT', ':protocol': 'connect-udp' })]],
    ['a protocol without a tunnel', [headers(1, END_STREAM, { ':protocol': 'websocket' })]],
    [
      'two authorities',
      [frame(TYPE.headers, END_HEADERS | END_STREAM, 1, headerBlock([...lines(), [':authority', 'other.example']]))],
    ],
    ['an unknown pseudo-header', [headers(1, END_STREAM, { ':smuggled': 'x' })]],
    ['a name in capitals', [headers(1, END_STREAM, { 'Transfer-Encoding': 'chunked' })]],
  ] as const)
    test(`none: ${what}`, async () => {
      assert.deepEqual(
        (await seenOf(...frames)).filter(({ whole }) => whole),
        [],
      );
    });

  test('one, without a header that has a line break', async () => {
    for (const more of [{ 'x-a': `b\r\n\r\n${smuggled}` }, { 'x-a: b\r\nx-c': 'd' }] as Record<string, string>[])
      assert.deepEqual(await seenOf(headers(1, END_STREAM, more)), [{ url: '/', body: '', whole: true }]);
  });

  test('one, for its own authority, whatever the Host header says', async () => {
    const seen = await seenOf(headers(1, END_STREAM, { ':path': '/mine', host: 'other.example' }));
    assert.deepEqual(seen, [{ url: '/mine', body: '', whole: true }]);
  });

  test('one with its body, which may look like a request', async () => {
    assert.deepEqual(await seenOf(post({}), frame(TYPE.data, END_STREAM, 1, smuggled)), [
      { url: '/form', body: smuggled, whole: true },
    ]);
  });

  test('none that is whole, when it is reset before its end, whatever the reason', async () => {
    for (const code of [0, 5, 8]) {
      const client = await open();
      await asked();
      await client.send(post({}), frame(TYPE.data, 0, 1, 'half a form'), reset(1, code));
      // The connection goes on, and what came after is answered after.
      await client.send(headers(3, END_STREAM, { ':path': '/next' }));
      await until('the next answer', () =>
        client.frames.some(({ type, stream, flags }) => type <= 1 && stream === 3 && (flags & END_STREAM) !== 0),
      );
      const seen = await asked();
      assert.deepEqual(
        seen.filter(({ whole }) => whole),
        [{ url: '/next', body: '', whole: true }],
        `code ${code}`,
      );
    }
  });
});
