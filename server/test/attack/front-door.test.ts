import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { trustedPeers } from '../../src/lib/client-address.ts';
import { dialPanel } from '../../src/hosting/egress/own-site.ts';
import { listen, type Listener } from '../../src/listen/http-server.ts';
import { hashSitePassword } from '../../src/edge/index.ts';
import { startTestServer, type TestServer } from '../../src/testing/start-test-server.ts';
import type { PartnerRow } from '../../src/testing/scenario.repo.ts';
import { edgeSite, openEdge } from '../edge/edge-support.ts';
import { until } from '../hosting/hosting-support.ts';
import { writeBuilds } from '../web/fixture.ts';

/** An address at which other machines reach this one, if any. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === 'IPv4')?.address;

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
function send(
  port: number,
  {
    host = '127.0.0.1',
    path = '/',
    method = 'GET',
    headers = {},
    body,
  }: { host?: string; path?: string; method?: string; headers?: Record<string, string>; body?: string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, path, method, headers, agent: false }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

describe('the front door of the panel', () => {
  let server: TestServer;
  let owner: PartnerRow;
  let builds: string;
  before(async () => {
    builds = await mkdtemp(path.join(tmpdir(), 'builds-'));
    writeBuilds(builds);
    server = await startTestServer({ web: true, env: { WEB_DIR: builds } });
    owner = await server.scenario.partner();
  });
  after(async () => {
    await server.stop();
    await rm(builds, { recursive: true });
  });

  test('listens on both loopback addresses, and on no other', async () => {
    const path = '/healthz';
    assert.equal((await send(server.port, { path })).status, 200);
    if (
      Object.values(networkInterfaces())
        .flat()
        .some((address) => address?.address === '::1')
    )
      assert.equal((await send(server.port, { host: '::1', path })).status, 200);
    if (outside !== undefined) await assert.rejects(send(server.port, { host: outside, path }), /ECONNREFUSED/);
  });

  test('a claimed client address does not evade the sign-in limit', async () => {
    const statuses: number[] = [];
    const customer = await server.scenario.customer(owner);
    for (let i = 0; i < 12; i += 1) {
      const client = server.anonymous(owner);
      await client.get('/partner/whitelabel');
      statuses.push(
        (
          await client.post(
            '/login',
            { email: customer.email, password: 'Wrong1Password' },
            { 'x-forwarded-for': `198.51.100.${i}`, 'x-real-ip': `198.51.100.${i}` },
          )
        ).status,
      );
    }
    assert.deepEqual(statuses, [...Array<number>(10).fill(400), 429, 429]);
  });

  test('only the operator’s session can read emails, whatever the Host header says', async () => {
    for (const host of [owner.domain, `${owner.domain}:8099`, 'localhost', 'localhost:8099', '127.0.0.1']) {
      const { status, body } = await send(server.port, { path: '/dev/mail', headers: { host, accept: 'text/html' } });
      assert.ok([302, 421].includes(status), `${host}: ${status}`);
      assert.doesNotMatch(body, /Caught mails/);
    }
  });

  test('an address with a zero byte or a parent segment is no error of the server', async () => {
    const answers: [path: string, Reply][] = [];
    for (const path of [
      '/shell/..%00/x',
      '/site/..%00',
      '/site/%00/overview',
      '/brand/..%00/x',
      '/dev/mail/..%00',
      '/%00',
      '/admin/%00',
      '/%ff%fe',
    ]) {
      answers.push([path, await send(server.port, { path, headers: { host: owner.domain, accept: 'text/html' } })]);
    }
    for (const [path, { status }] of answers) assert.ok(status < 500, `${path}: ${status}`);
  });

  test('while the database fails, no CSRF token is replaced', async () => {
    const user = await server.scenario.customer(owner);
    const client = await server.as(owner, user);
    const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    await server.app.db.execute('alter table session rename to session_away');
    try {
      for (const [path, accept] of [
        ['/user/profile', 'application/json'],
        ['/partner/whitelabel', 'application/json'],
        ['/sites', 'text/html'],
        ['/dev/mail', 'text/html'],
      ] as const) {
        const answer = await send(server.port, { path, headers: { host: owner.domain, accept, cookie } });
        assert.ok(answer.status >= 500, `${path}: ${answer.status}`);
        assert.equal(answer.headers['set-cookie'], undefined, path);
      }
    } finally {
      await server.app.db.execute('alter table session_away rename to session');
    }
  });
});

describe('connections', () => {
  const clients = new Set<Socket>();
  let open: Listener;
  before(async () => {
    open = await listen(
      { port: 0, hosts: ['127.0.0.1', '::1'], perAddress: 5, keepAliveMs: 100 },
      (_req, res) => void res.end('ok'),
    );
  });
  after(async () => {
    clients.forEach((socket) => socket.destroy());
    await open.close();
  });
  const client = (text = ''): Socket => {
    const socket = connect(open.port, '127.0.0.1', () => void (text && socket.write(text)));
    clients.add(socket);
    return socket.resume().on('error', () => undefined);
  };

  test('one address has a limited number, and gets new ones once others have ended', async () => {
    const many = Array.from({ length: 12 }, () => client());
    await until(
      'those beyond the limit are closed',
      async () => many.filter(({ destroyed }) => destroyed).length === 7,
    );
    many.forEach((socket) => socket.destroy());
    await until('an answer comes again', async () => (await send(open.port, {}).catch(() => null))?.status === 200);
  });

  test('hosted code that requests its own pages uses up nobody else’s', async () => {
    const own = await Promise.all(Array.from({ length: 5 }, () => dialPanel(['127.0.0.1'], open.port, 'hostile')));
    own.forEach((socket) => clients.add(socket.on('error', () => undefined)));
    const neighbour = await dialPanel(['127.0.0.1'], open.port, 'neighbour');
    clients.add(neighbour);
    const answer = once(neighbour, 'data');
    neighbour.once('close', () => neighbour.emit('data', 'closed'));
    neighbour.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.match(String((await answer)[0]), /^HTTP\/1\.1 200/);
    assert.equal((await send(open.port, {})).status, 200);
  });

  test('the installation’s own proxies have no limit', async () => {
    const trusting = await listen(
      { port: 0, hosts: ['127.0.0.1'], perAddress: 1, exempt: trustedPeers(['loopback']) },
      (_req, res) => void res.end('ok'),
    );
    const held = Array.from({ length: 3 }, () => connect(trusting.port, '127.0.0.1').on('error', () => undefined));
    assert.equal((await send(trusting.port, {})).status, 200);
    held.forEach((socket) => socket.destroy());
    await trusting.close();
  });

  test('an idle one is closed, after a response as well as without one', async () => {
    const used = client('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
    const twice = client('GET / HTTP/1.1\r\nHost: a.test\r\n\r\nGET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
    await until('both are closed', async () => used.destroyed && twice.destroyed);
  });
});

describe('visitors behind the installation’s own proxy', () => {
  test('each is known by their own address: to the site, and to its password protection', async () => {
    const seen: (string | string[] | undefined)[] = [];
    const site = await listen({ port: 0, hosts: ['127.0.0.1'] }, (req, res) => {
      seen.push(req.headers['x-forwarded-for'], req.headers['x-forwarded-proto']);
      res.end('inside');
    });
    const endpoint = { host: '127.0.0.1' as const, port: site.port };
    const driver = { start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint };
    const bench = await openEdge(driver, { trusted: (address) => address === '127.0.0.1' });
    const strict = await openEdge(driver);
    try {
      const host = 'private.sites.localhost';
      const passwordProtection = { username: 'guest', passwordHash: await hashSitePassword('right') };
      for (const { sites } of [bench, strict]) sites.set(host, edgeSite('s1', host, { passwordProtection }));
      const ask = (edge: typeof bench, from: string, password: string) =>
        edge.ask(host, {
          headers: {
            authorization: `Basic ${Buffer.from(`guest:${password}`).toString('base64')}`,
            'x-forwarded-for': `6.6.6.6, ${from}`,
            'x-forwarded-proto': 'https',
          },
        });
      for (let i = 0; i < 10; i += 1) await ask(bench, '203.0.113.9', `wrong ${i}`);
      assert.equal((await ask(bench, '203.0.113.9', 'right')).status, 429);
      assert.equal((await ask(bench, '198.51.100.1', 'right')).status, 200);
      assert.deepEqual(seen, ['198.51.100.1', 'https']);
      for (let i = 0; i < 10; i += 1) await ask(strict, `203.0.113.${i}`, `wrong ${i}`);
      assert.equal((await ask(strict, '198.51.100.1', 'right')).status, 429);
    } finally {
      await bench.close();
      await strict.close();
      await site.close();
    }
  });
});
