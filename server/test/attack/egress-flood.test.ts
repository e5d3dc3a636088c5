import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createPace } from '../../src/hosting/egress/pace.ts';
import { EgressRefusal } from '../../src/hosting/egress/refusal.ts';
import { until } from '../hosting/hosting-support.ts';
import { egressFor, exchange, listenOn, openEgress } from './egress-support.ts';

const PING = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('a site costs the panel little, whatever it sends', () => {
  /** Sends pipelined requests until the other side ends the connection, at most `most` of them. */
  const flood = (channel: string, request: string, most = 20_000, first = '') =>
    new Promise<string>((resolve) => {
      const client = connect(channel);
      const batch = request.repeat(200);
      let sent = 0;
      let answer = '';
      const write = () => {
        while (sent < most && !client.destroyed) {
          sent += 200;
          if (!client.write(batch)) return void client.once('drain', write);
        }
        if (sent >= most) client.end();
      };
      client.on('error', () => undefined).on('close', () => resolve(answer));
      client.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
        if (first !== '' && answer === text) write();
      });
      if (first === '') write();
      else client.write(first);
    });

  test('a connection with a second request before the first response is closed, and the rest is not read', async () => {
    let asked = 0;
    let release: (names: string[]) => void = () => undefined;
    const bench = await openEgress({
      resolve: () => {
        asked += 1;
        return new Promise((resolve) => (release = resolve));
      },
    });
    try {
      for (const head of [
        'GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n',
        'GET http://b.example/ HTTP/1.1\r\n\r\n',
        'GET http://c.example/ HTTP/1.1\r\nHost: x\r\nExpect: nothing\r\n\r\n',
      ]) {
        const before = asked;
        assert.equal(await flood(bench.channels.egress, head), '', head);
        assert.ok(asked - before <= 1, `${asked - before} names were resolved`);
        release([]);
      }
      assert.match(
        await flood(bench.channels.egress, 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: x\r\n\r\n'),
        /^(?:HTTP\/1\.1 403 [^]*)?$/,
      );
    } finally {
      await bench.close();
    }
  });

  test('so is one to the site itself', async () => {
    const edge = createServer((socket) => void socket.on('error', () => undefined).resume());
    await new Promise<void>((done) => void edge.listen(0, '127.0.0.1', done));
    const { port } = edge.address() as AddressInfo;
    let dials = 0;
    const bench = await openEgress({
      ownSite: async () => ({
        url: new URL('http://bakery.example/'),
        dial: async () => {
          dials += 1;
          return connect({ host: '127.0.0.1', port });
        },
      }),
    });
    try {
      const tunnel = 'CONNECT bakery.example:80 HTTP/1.1\r\nHost: x\r\n\r\n';
      assert.match(
        await flood(bench.channels.egress, 'GET / HTTP/1.1\r\nHost: bakery.example\r\n\r\n', 20_000, tunnel),
        /^HTTP\/1\.1 200 Connection established\r\n\r\n$/,
      );
      assert.ok(dials <= 1, `${dials} connections`);
    } finally {
      await bench.close();
      edge.close();
    }
  });

  test('consecutive requests on one connection are served', async () => {
    const outside = await listenOn('127.0.0.2', () => ({ body: 'page', headers: { connection: 'keep-alive' } }));
    const bench = await openEgress({ allow: ['127.0.0.2'] });
    try {
      const client = connect(bench.channels.egress);
      let text = '';
      client.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
      for (let count = 1; count <= 20; count += 1) {
        client.write(`GET http://127.0.0.2:${outside.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
        await until('the next answer', () => text.split('200 OK').length === count + 1 && text.endsWith('0\r\n\r\n'));
      }
      client.destroy();
    } finally {
      await bench.close();
      await outside.close();
    }
  });

  test('a queued request whose client left resolves no name', async () => {
    let asked = 0;
    const bench = await openEgress({
      now: () => 0,
      async resolve() {
        asked += 1;
        return [];
      },
    });
    try {
      const leave = (_: unknown, at: number) =>
        new Promise<void>((done) => {
          const client = connect(bench.channels.egress, () =>
            client.write(`GET http://${at}.example/ HTTP/1.1\r\nHost: x\r\n\r\n`, () =>
              setImmediate(() => client.destroy()),
            ),
          );
          client.on('error', () => undefined).on('close', () => done());
        });
      for (let used = 0; used < 100; used += 1)
        await bench.say('GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      await Promise.all(Array.from({ length: 20 }, leave));
      assert.match(
        await bench.say('GET http://127.0.0.1/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
        /^HTTP\/1\.1 (?:403|503)/,
      );
      assert.ok(asked <= 10, `${asked} names were resolved`);
    } finally {
      await bench.close();
    }
  });

  test('at most 64 requests wait; the next one is rejected immediately', async () => {
    const pace = createPace(() => 0);
    const asked = Array.from({ length: 300 }, () => pace.request());
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 300 - 100 - 64);
    assert.ok(
      refused.every(
        (one) => one.status === 'rejected' && one.reason instanceof EgressRefusal && one.reason.status === 503,
      ),
    );
  });

  test('new connections above a burst are closed on both sockets', async () => {
    const bench = await openEgress({ now: () => 0 });
    try {
      for (const channel of [bench.channels.egress, bench.channels.mail]) {
        const open = () =>
          new Promise<void>((done) => {
            const client = connect(channel, () => client.end());
            client
              .on('error', () => undefined)
              .on('close', () => done())
              .resume();
          });
        for (let count = 0; count < 400; count += 10) await Promise.all(Array.from({ length: 10 }, open));
        assert.equal(await exchange(channel, 'QUIT / HTTP/1.1\r\n\r\n').catch(() => ''), '');
      }
    } finally {
      await bench.close();
    }
  });
});

describe('a failure to open the sockets of a site', () => {
  test('is not cached: the site opens once there is room again', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'egress-'));
    const { egress } = await egressFor(dataDir);
    try {
      const run = path.join(dataDir, 'run');
      const [own = ''] = await readdir(run);
      await rm(path.join(run, own), { recursive: true });
      await assert.rejects(egress.open('bakery'), /ENOENT/);
      await mkdir(path.join(run, own));
      await (await egress.open('bakery')).close();
    } finally {
      await egress.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('leaves the other one closed', async () => {
    const bench = await openEgress();
    try {
      const { channels, close } = await bench.egress.open('bakery');
      await close();
      await mkdir(channels.mail);
      await assert.rejects(bench.egress.open('bakery'), /EADDRINUSE/);
      await assert.rejects(exchange(channels.egress, PING), /ENOENT|ECONNREFUSED/);
      await rm(channels.mail, { recursive: true });
      const again = await bench.egress.open('bakery');
      assert.match(await exchange(again.channels.egress, PING), /^HTTP\/1\.1 /);
      await again.close();
    } finally {
      await bench.close();
    }
  });
});
