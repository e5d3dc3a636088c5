import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { connect, createSecureContext, type ConnectionOptions, type SecureContext } from 'node:tls';
import type { Listener } from '../../src/listen/http-server.ts';
import { createDefaultCertificate } from '../../src/tls/default-certificate.ts';
import { createLocalAuthority } from '../../src/tls/local-authority.ts';
import { listenTls, type TlsOptions } from '../../src/tls/tls-server.ts';
import { NEVER_MS, until } from '../../src/testing/index.ts';
import { askHttp2, askStream, askTls, openHttp2 } from './tls-support.ts';

const HOST = 'shop.sites.localhost';
const clock = { now: () => new Date() };
const options = { signal: AbortSignal.timeout(NEVER_MS), note: () => undefined };
let dataDir: string;
let ca: string;
let context: SecureContext;
let listener: Listener;
let to: { port: number; host: string; ca: string };
type Seen = { req: IncomingMessage; res: ServerResponse; body: string; address: string | undefined };
let seen: Seen[] = [];
let answer: (seen: Seen) => void;

const handler = (req: IncomingMessage, res: ServerResponse): void => {
  const chunks: Buffer[] = [];
  const address = req.socket.remoteAddress;
  req.on('data', (chunk: Buffer) => void chunks.push(chunk));
  req.once('end', () => {
    const one = { req, res, address, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    answer(one);
  });
};
const listenOn = (more: Partial<TlsOptions> = {}): Promise<Listener> =>
  listenTls(
    { port: 0, hosts: ['127.0.0.1'], contextOf: async (host) => (host === HOST ? context : null), ...more },
    handler,
  );

before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'panel-tls-'));
  const authority = createLocalAuthority(dataDir, clock);
  const { chain, key } = await authority.issue([HOST], options);
  ca = (await authority.root()) ?? '';
  context = createSecureContext({ cert: chain, key });
  listener = await listenOn();
  to = { port: listener.port, host: HOST, ca };
});
beforeEach(() => {
  seen = [];
  answer = ({ res }) => void res.setHeader('content-type', 'text/plain').end('ok');
});
after(async () => {
  await listener.close();
  await rm(dataDir, { recursive: true });
});

test('the root is made once, for its owner alone, and by one of two processes that start together', async () => {
  const [one, other] = [createLocalAuthority(dataDir, clock), createLocalAuthority(dataDir, clock)];
  assert.deepEqual(await Promise.all([one.root(), other.root()]), [ca, ca]);
  assert.equal((await stat(path.join(dataDir, 'keys', 'authority.pem'))).mode & 0o777, 0o600);
  const fresh = await mkdtemp(path.join(tmpdir(), 'panel-tls-'));
  const roots = await Promise.all([1, 2].map(() => createLocalAuthority(fresh, clock).root()));
  assert.equal(roots[0], roots[1]);
  await rm(fresh, { recursive: true });
});

test('headers of a site that HTTP/2 does not allow end no process, and long ones arrive', async () => {
  const twice = [
    'X-Content-Type-Options',
    'nosniff',
    'X-Content-Type-Options',
    'nosniff',
    'ETag',
    '"a"',
    'ETag',
    '"b"',
  ];
  answer = ({ res }) =>
    void res.writeHead(200, [...twice, 'HTTP2-Settings', 'x', 'X-Long', 'l'.repeat(40_000)]).end('ok');
  const got = await askHttp2(to);
  assert.deepEqual([got.status, got.body, String(got.headers['x-long']).length], [200, 'ok', 40_000]);
  answer = ({ res }) => void res.end('next');
  assert.equal((await askHttp2(to)).body, 'next');
});

test('HTTP/1.1 and HTTP/2 reach one handler, which sees the same request', async () => {
  answer = ({ res }) => void res.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-one': '1' }).end('made');
  for (const ask of [askTls, askHttp2]) {
    seen = [];
    const headers = { cookie: 'a=1; b=2', 'x-more': 'yes', 'content-length': '5' };
    const got = await ask({ ...to, path: '/form?x=1', method: 'POST', headers, body: 'hello' });
    assert.deepEqual([got.status, got.body, got.headers['x-one']], [201, 'made', '1']);
    assert.deepEqual(got.headers['set-cookie'], ['a=1', 'b=2']);
    assert.equal(got.headers['transfer-encoding'] ?? null, ask === askHttp2 ? null : 'chunked');
    const [one] = seen;
    assert.ok(one);
    assert.deepEqual(
      [one.req.method, one.req.url, one.req.headers.host, one.req.headers.cookie, one.req.headers['x-more'], one.body],
      ['POST', '/form?x=1', `${HOST}:${to.port}`, 'a=1; b=2', 'yes', 'hello'],
    );
    assert.equal(one.address, '127.0.0.1');
    assert.ok('encrypted' in one.req.socket);
    assert.ok(one.req.socket.bytesWritten > 0);
  }
});

test('cookies that come one by one are one header, and HEAD has no body', async () => {
  const session = openHttp2(to);
  await askStream(session, { cookie: ['a=1', 'b=2'] });
  assert.equal(seen[0]?.req.headers.cookie, 'a=1; b=2');
  const head = await askStream(session, { ':method': 'HEAD' });
  assert.deepEqual([head.status, head.body], [200, '']);
  session.close();
});

test('a body that has no length is never read as another request', async () => {
  const body = `GET /admin HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
  const session = openHttp2(to);
  for (const method of ['GET', 'POST', 'DELETE']) {
    seen = [];
    assert.equal((await askStream(session, { ':method': method }, body)).status, 200);
    assert.deepEqual(
      seen.map(({ req, body: got }) => [req.url, got]),
      [['/', body]],
    );
  }
  session.close();
});

test('many requests at once, with large answers, each get their own', async () => {
  answer = ({ req, res }) => void res.end(`${req.url} `.repeat(20_000));
  const session = openHttp2(to);
  const paths = Array.from({ length: 40 }, (_, index) => `/page-${index}`);
  const got = await Promise.all(paths.map((each) => askStream(session, { ':path': each })));
  assert.deepEqual(
    got.map(({ body }) => body.length),
    paths.map((each) => (each.length + 1) * 20_000),
  );
  assert.ok(got.every(({ body }, index) => body.startsWith(`${paths[index]} `)));
  session.close();
});

test('a visitor who leaves ends the request, and an answer that is cut is no whole one', async () => {
  const session = openHttp2(to);
  let closed = false;
  answer = ({ res }) => {
    res.once('close', () => (closed = true));
    res.write('first');
  };
  const left = session.request({ ':path': '/' });
  left.once('data', () => left.close());
  left.once('error', () => undefined);
  left.resume();
  await until('the request to end', async () => closed);

  answer = ({ res }) => {
    res.write('half');
    setImmediate(() => res.destroy());
  };
  await assert.rejects(askStream(session), /NGHTTP2_INTERNAL_ERROR|code 2/);
  assert.equal(session.destroyed, false);
  session.destroy();
});

test('no name, an unknown one, and no TLS at all end the connection, and others are served', async () => {
  const strict = await listenOn({ handshakeMs: 300 });
  for (const servername of ['', 'other.sites.localhost', 'a'.repeat(300)]) {
    const socket = connect({ host: '127.0.0.1', port: to.port, servername, rejectUnauthorized: false });
    const [error] = (await once(socket, 'error').catch((thrown: unknown) => [thrown])) as [Error];
    assert.ok(error instanceof Error, servername);
  }
  for (const bytes of [
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000'.repeat(50),
    '\u0000'.repeat(2_000),
  ]) {
    const socket = connectTcp(strict.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('error', () => undefined).resume();
    await once(socket, 'close');
  }
  assert.equal(seen.length, 0);
  assert.equal((await askTls(to)).status, 200);
  await strict.close();
});

test('a handshake that does not go on is cut', async () => {
  const slow = await listenOn({ handshakeMs: 50 });
  const socket = connectTcp(slow.port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'close');
  assert.equal((await askTls({ ...to, port: slow.port })).status, 200);
  await slow.close();
});

test('one address gets so many handshakes, connections and requests at once', async () => {
  const few = await listenOn({ handshakes: 3 });
  for (const _ of [1, 2, 3]) assert.equal((await askTls({ ...to, port: few.port })).status, 200);
  await assert.rejects(askTls({ ...to, port: few.port }));
  await few.close();

  const narrow = await listenOn({ perAddress: 2 });
  const session = openHttp2({ ...to, port: narrow.port });
  const waiting: Seen[] = [];
  answer = (one) => void waiting.push(one);
  const held = [askStream(session, { ':path': '/1' }), askStream(session, { ':path': '/2' })];
  await until('two requests', async () => waiting.length === 2);
  await assert.rejects(askStream(session, { ':path': '/3' }), /REFUSED_STREAM/);
  for (const { res } of waiting) res.end('ok');
  assert.deepEqual(
    (await Promise.all(held)).map(({ status }) => status),
    [200, 200],
  );
  session.close();
  await narrow.close();
});

test('closing waits for requests that run', async () => {
  const own = await listenOn();
  const session = openHttp2({ ...to, port: own.port });
  let running: Seen | undefined;
  answer = (one) => void (running = one);
  const asked = askStream(session);
  await until('the request', async () => running !== undefined);
  const closed = own.close();
  running?.res.end('late');
  assert.equal((await asked).body, 'late');
  await closed;
});

/** A handshake as a client makes it; the suite that was agreed on and the names of the certificate. */
async function handshake(port: number, more: ConnectionOptions): Promise<{ suite: string; names: string | undefined }> {
  const socket = connect({ port, host: '127.0.0.1', ca, ...more });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(NEVER_MS) });
    return { suite: socket.getCipher().name, names: socket.getPeerCertificate().subjectaltname };
  } finally {
    socket.destroy();
  }
}

test('TLS 1.2 has suites with authenticated encryption alone', async () => {
  const old = { servername: HOST, maxVersion: 'TLSv1.2' as const };
  const { suite } = await handshake(to.port, old);
  assert.match(suite, /^ECDHE-.*(?:GCM|POLY1305)/);
  for (const ciphers of ['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA', 'AES128-GCM-SHA256', 'AES128-SHA'])
    await assert.rejects(handshake(to.port, { ...old, ciphers: `${ciphers}:@SECLEVEL=0` }), ciphers);
});

test('a client that names no host gets the certificate of the partner’s sites, or none', async () => {
  await assert.rejects(handshake(to.port, { servername: '', checkServerIdentity: () => undefined }));
  const authority = createLocalAuthority(dataDir, clock);
  let domain: string | null = null;
  const own = createDefaultCertificate({
    ...{ authority, clock, sitesDomain: async () => domain, stored: async () => null },
  });
  assert.equal(await own(), null, 'before there is a partner');
  domain = 'sites.localhost';
  assert.equal((await own())?.chain, (await own())?.chain, 'made once');
  const stored = { chain: 'stored', key: 'key' };
  const withWildcard = createDefaultCertificate({
    ...{ authority, clock, sitesDomain: async () => domain },
    stored: async (host) => (host === '*.sites.localhost' ? stored : null),
  });
  assert.equal(await withWildcard(), stored);
  const another = await listenOn({ defaultCertificate: own });
  try {
    const names = await until('the certificate', () =>
      handshake(another.port, { servername: '', checkServerIdentity: () => undefined }).then(
        (told) => told.names,
        () => undefined,
      ),
    );
    assert.equal(names, 'DNS:sites.localhost, DNS:*.sites.localhost');
    assert.equal((await handshake(another.port, { servername: HOST })).names, `DNS:${HOST}`);
  } finally {
    await another.close();
  }
});

test('a request of HTTP/2 for another host than that of the handshake is misdirected', async () => {
  const session = openHttp2(to);
  try {
    assert.equal((await askStream(session, { ':authority': HOST })).status, 200);
    assert.equal((await askStream(session, { ':authority': `${HOST.toUpperCase()}:8443` })).status, 200);
    assert.equal((await askStream(session, { ':authority': 'other.sites.localhost' })).status, 421);
    assert.equal(seen.length, 2, 'nobody else saw it');
  } finally {
    session.destroy();
  }
});
