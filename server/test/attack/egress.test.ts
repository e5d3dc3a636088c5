import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createPace } from '../../src/hosting/egress/pace.ts';
import { until } from '../hosting/hosting-support.ts';
import { ATTACK_FACTOR } from './attack-support.ts';
import { cut } from './cut-socket.ts';
import { exchange, listenOn, openEgress, type EgressBench, type Listener } from './egress-support.ts';

const PING = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** Names and notations of internal addresses; `PORT` becomes the port of a server that must not be reached. */
const INSIDE = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '127.255.255.254',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fd00:ec2::254]',
  '[fc00::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:2::1]',
  '[100::1]',
  '[5f00::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'panel.localhost',
];

describe('the egress leads to public servers only', () => {
  let bench: EgressBench;
  let inside: Listener;
  let names: Record<string, string[][]>;
  before(async () => {
    inside = await listenOn('0.0.0.0');
    names = {};
    // Each lookup takes the next answer; the last one repeats.
    bench = await openEgress({
      async resolve(name) {
        const answers = names[name] ?? [[]];
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      },
    });
  });
  after(async () => {
    await bench.close();
    await inside.close();
  });

  test('an internal address is rejected in every notation, as a tunnel and as a request', async () => {
    const hits = bench.hits.length;
    for (const host of INSIDE) {
      assert.match(await bench.tunnel(`${host}:${inside.port}`, PING), /^HTTP\/1\.1 403 /, host);
      assert.match(
        await bench.say(`GET http://${host}:${inside.port}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 403 /,
        host,
      );
      assert.match(
        await bench.say(`GET / HTTP/1.1\r\nHost: ${host}:${inside.port}\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 403 /,
        host,
      );
    }
    assert.equal(inside.connections, 0);
    assert.equal(bench.hits.length - hits, 3 * INSIDE.length);
    assert.equal(bench.hits[0], 'hostile network');
  });

  test('a name with one internal address is rejected, whatever its other addresses are', async () => {
    names['mixed.example'] = [['93.184.215.14', '127.0.0.1']];
    names['six.example'] = [['::ffff:10.0.0.1']];
    names['metadata.example'] = [['169.254.169.254']];
    for (const name of Object.keys(names))
      assert.match(await bench.tunnel(`${name}:80`), /^HTTP\/1\.1 403 [^]*is not a public server/, name);
    assert.equal(inside.connections, 0);
  });

  test('user names, unusual characters and other notations of an address are malformed', async () => {
    for (const authority of [
      'a@127.0.0.1:80',
      '127.0.0.1',
      '127.0.0.1:0',
      '127.0.0.1:65536',
      '[::1%lo]:80',
      'a/b:80',
      'ex\u00e4mple:80',
      ':80',
      '1.2.3.4.5:80',
    ]) {
      assert.match(await bench.tunnel(authority), /^HTTP\/1\.1 400 /, authority);
    }
    for (const url of [
      'http://a:b@127.0.0.1/',
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'http:///x',
      'http://[::1',
      'http://127.0.0.1\\@example.com/',
    ]) {
      assert.match(
        await bench.say(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 400 /,
        url,
      );
    }
  });

  test('ports of mail and other services are closed', async () => {
    for (const port of [21, 22, 25, 110, 465, 587, 3306, 5432, 6379, 11211])
      assert.match(await bench.tunnel(`93.184.215.14:${port}`), /403 [^]*is not open for sites/);
  });

  test('a failed lookup is answered immediately, and cached', async () => {
    let asked = 0;
    const silent = await openEgress({
      async resolve() {
        asked += 1;
        throw Object.assign(new Error('queryA ETIMEOUT'), { code: 'ETIMEOUT' });
      },
    });
    for (const name of ['api.wordpress.org', 'api.wordpress.org', 'downloads.wordpress.org'])
      assert.match(await silent.tunnel(`${name}:443`), /^HTTP\/1\.1 502 /);
    assert.equal(asked, 1);
    assert.deepEqual(silent.hits, [], 'a network that is down is no attack');
    await silent.close();
  });

  test('EGRESS=off closes it', async () => {
    const closed = await openEgress({ policy: null });
    assert.match(await closed.tunnel('93.184.215.14:443'), /^HTTP\/1\.1 403 /);
    await closed.close();
  });
});

describe('the egress connects to the address it checked', () => {
  let bench: EgressBench;
  let outside: Listener;
  let inside: Listener;
  const answers = new Map<string, string[]>();
  before(async () => {
    // 127.0.0.2 plays the public server, 127.0.0.1 the internal one, on the same port.
    inside = await listenOn('127.0.0.1');
    outside = await listenOn('127.0.0.2', (url) =>
      url === '/redirect'
        ? { status: 302, headers: { location: `http://127.0.0.1:${inside.port}/secret` } }
        : { body: 'from outside' },
    );
    bench = await openEgress({
      allow: ['127.0.0.2'],
      resolve: async (name) => [answers.get(name)?.shift() ?? '127.0.0.1'],
    });
  });
  after(async () => {
    await bench.close();
    await inside.close();
    await outside.close();
  });

  test('a name that changes its address between check and connection leads nowhere else', async () => {
    answers.set('rebinding.example', ['127.0.0.2']);
    const authority = `rebinding.example:${outside.port}`;
    assert.match(await bench.tunnel(authority, PING), /from outside/);
    assert.match(await bench.tunnel(authority, PING), /^HTTP\/1\.1 403 /);
    assert.equal(inside.connections, 0);
  });

  test('each hop of a redirect is checked', async () => {
    answers.set('redirect.example', ['127.0.0.2']);
    const answer = await bench.say(
      `GET http://redirect.example:${outside.port}/redirect HTTP/1.1\r\nHost: redirect.example\r\nConnection: close\r\n\r\n`,
    );
    const next = /^location: (.+)$/im.exec(answer)?.[1]?.trim() ?? '';
    assert.match(next, /secret/);
    assert.match(await bench.say(`GET ${next} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), /^HTTP\/1\.1 403 /);
    assert.equal(inside.connections, 0);
  });

  test('the request names the checked host, and contains no proxy header', async () => {
    answers.set('host.example', ['127.0.0.2']);
    const head = `GET http://host.example:${outside.port}/a?b=c HTTP/1.1\r\nHost: panel.example\r\nProxy-Authorization: Basic eA==\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nX-Kept: 1\r\n\r\n`;
    assert.match(await bench.say(head), /from outside/);
    const [request] = outside.requests.slice(-1);
    assert.equal(request?.url, '/a?b=c');
    assert.equal(request?.host, `host.example:${outside.port}`);
    assert.deepEqual(
      [request?.headers['proxy-authorization'], request?.headers['x-hop'], request?.headers['x-kept']],
      [undefined, undefined, '1'],
    );
  });

  test('a request with two lengths is rejected, and so is an endless header', async () => {
    const seen = outside.requests.length;
    const url = `http://127.0.0.2:${outside.port}/`;
    for (const head of [
      'Content-Length: 5\r\nTransfer-Encoding: chunked',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'A b: c',
      `X: ${'x'.repeat(40_000)}`,
    ]) {
      assert.match(
        await bench.say(
          `POST ${url} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n0\r\n\r\nGET ${url}smuggled HTTP/1.1\r\nHost: x\r\n\r\n`,
        ),
        /^HTTP\/1\.1 4\d\d /,
        head.slice(0, 60),
      );
    }
    assert.ok(!outside.requests.slice(seen).some(({ url: asked }) => asked.includes('smuggled')));
  });

  test('a site has 50 requests a second and 100 Mbit/s: more waits, and nothing is lost', async () => {
    let now = 1_000_000;
    const pace = createPace(() => now);
    await Promise.all(Array.from({ length: 100 }, () => pace.request()));
    let begun = 0;
    const late = Promise.all(
      Array.from({ length: 3 }, async () => {
        await pace.request();
        begun += 1;
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(begun, 0, 'the burst is used up');
    await late;
    now += 10_000;
    const sent = Buffer.alloc(26_000_000, 'x');
    const through = pace.bytes('out');
    through.end(sent);
    assert.equal((await buffer(through)).length, sent.length);
  });

  test('clients and servers that disconnect at any moment end only their own connection', async () => {
    const broken = createServer((socket) => {
      socket.on('error', () => undefined);
      const says = [
        '',
        'HTTP/1.1 200 OK\r\n',
        'HTTP/1.1 099 x\r\n\r\n',
        'HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
        'HTTP/1.1 200 \u0001\r\nContent-Length: 9\r\n\r\nx',
        'x'.repeat(100_000),
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      ];
      socket.write(says[Math.floor(Math.random() * says.length)] ?? '');
      setTimeout(() => (Math.random() < 0.5 ? cut(socket) : socket.destroy()), Math.random() * 5);
    });
    await new Promise<void>((done) => void broken.listen(0, '127.0.0.2', done));
    const { port } = broken.address() as AddressInfo;
    const heads = [
      `CONNECT 127.0.0.2:${port} HTTP/1.1\r\nHost: x\r\n\r\n${PING}`,
      `GET http://127.0.0.2:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
      `POST http://127.0.0.2:${port}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 90000\r\n\r\nx`,
      `GET https://127.0.0.2:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
    ];
    const breakOff = (head: string) =>
      new Promise<void>((done) => {
        const client = connect(bench.channels.egress, () => {
          client.write(head.slice(0, Math.ceil(Math.random() * head.length * 2)));
          setTimeout(() => client.destroy(), Math.random() * 10);
        });
        client
          .on('error', () => undefined)
          .on('data', () => undefined)
          .on('close', () => done());
      });
    try {
      for (let round = 0; round < 20 * ATTACK_FACTOR; round += 1) await Promise.all(heads.map(breakOff));
    } finally {
      broken.close();
    }
    await until('the site has its turn again', async () =>
      /from outside/.test(await bench.tunnel(`127.0.0.2:${outside.port}`, PING).catch(() => '')),
    );
  });

  test('bytes are counted both ways', async () => {
    const before = bench.counted.bytes;
    await bench.tunnel(`127.0.0.2:${outside.port}`, PING);
    await until('the bytes are counted', () => bench.counted.bytes > before + PING.length);
  });

  test('a site has 32 connections, and the next one is closed', async () => {
    const hits = bench.hits.length;
    const held = await Promise.all(
      Array.from(
        { length: 32 },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve, reject) => {
            const socket = connect(bench.channels.egress, () => resolve(socket));
            socket.once('error', reject);
          }),
      ),
    );
    await assert.rejects(
      exchange(bench.channels.egress, 'CONNECT 127.0.0.2:80 HTTP/1.1\r\nHost: x\r\n\r\n').then((text) =>
        assert.notEqual(text, ''),
      ),
    );
    assert.ok(bench.hits.length > hits);
    for (const socket of held) socket.destroy();
    await until('there is room again', async () =>
      /from outside/.test(await bench.tunnel(`127.0.0.2:${outside.port}`, PING).catch(() => '')),
    );
  });
});

describe('a site reaches itself through the egress, and only itself', () => {
  test('whatever host and visitor it names', async () => {
    const edge = await listenOn('127.0.0.1', () => ({ body: 'own page' }));
    const url = new URL('http://bakery.sites.example:8099/');
    const bench = await openEgress({
      ownSite: async () => ({ url, dial: async () => connect({ host: '127.0.0.1', port: edge.port }) }),
    });
    try {
      const spoofed =
        'Host: panel.example\r\nX-Forwarded-For: 1.2.3.4\r\nX-Real-IP: 1.2.3.4\r\nForwarded: for=1.2.3.4\r\nConnection: close\r\n\r\n';
      assert.match(
        await bench.tunnel('bakery.sites.example:8099', `GET /wp-cron.php HTTP/1.1\r\n${spoofed}`),
        /own page/,
      );
      assert.match(await bench.say(`GET http://bakery.sites.example:8099/x HTTP/1.1\r\n${spoofed}`), /own page/);
      assert.match(
        await bench.tunnel('bakery.sites.example:8099', `GET http://panel.example/x HTTP/1.1\r\n${spoofed}`),
        /400 Bad/,
      );
      assert.deepEqual(
        edge.requests.map(({ url: asked, host }) => `${host} ${asked}`),
        ['bakery.sites.example:8099 /wp-cron.php', 'bakery.sites.example:8099 /x'],
      );
      for (const { headers } of edge.requests)
        assert.deepEqual(
          [headers['x-forwarded-for'], headers['x-real-ip'], headers['forwarded']],
          [undefined, undefined, undefined],
        );
      const seen = edge.connections;
      for (const authority of ['other.sites.example:8099', 'bakery.sites.example:5432', `127.0.0.1:${edge.port}`])
        assert.match(await bench.tunnel(authority), /HTTP\/1\.1 (?:403|502) /);
      assert.equal(edge.connections, seen);
    } finally {
      await bench.close();
      await edge.close();
    }
  });
});
