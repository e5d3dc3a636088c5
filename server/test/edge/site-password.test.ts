import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { hashSitePassword, verifySitePassword } from '../../src/edge/index.ts';
import { edgeSite, listen, openEdge } from './edge-support.ts';
import type { EdgeBench } from './edge-support.ts';

const HOST = 'private.sites.localhost';
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

describe('password protection', () => {
  let bench: EdgeBench;
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((req, res) => {
    seen.push(req.headers);
    res.end('inside');
  });

  before(async () => {
    const endpoint = { host: '127.0.0.1' as const, port: await listen(server) };
    bench = await openEdge({ start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint });
    const passwordProtection = { username: 'guest', passwordHash: await hashSitePassword('pass:wörd') };
    bench.sites.set(HOST, edgeSite('s1', HOST, { passwordProtection }));
    bench.sites.set('open.sites.localhost', edgeSite('s2', 'open.sites.localhost'));
  });
  after(async () => {
    await bench.close();
    server.close();
  });

  test('hashes are salted, and an invalid hash never matches', async () => {
    const hash = await hashSitePassword('secret');
    assert.notEqual(hash, await hashSitePassword('secret'));
    assert.equal(await verifySitePassword('secret', hash), true);
    assert.equal(await verifySitePassword('Secret', hash), false);
    for (const broken of ['', 'secret', 'scrypt$1$1$1$AA$AA', hash.replace('16384', '0'), 'md5$1'])
      assert.equal(await verifySitePassword('secret', broken), false, broken);
  });

  test('requires a user name and a password, and hides the password from the site', async () => {
    const asked = await bench.ask(HOST);
    assert.equal(asked.status, 401);
    assert.match(asked.headers['www-authenticate'] ?? '', /^Basic realm=/);
    for (const wrong of [
      basic('guest', 'no'),
      basic('other', 'pass:wörd'),
      { authorization: 'Bearer x' },
      { authorization: 'Basic ###' },
    ]) {
      assert.equal((await bench.ask(HOST, { headers: wrong })).status, 401);
    }
    assert.equal(seen.length, 0);
    const inside = await bench.ask(HOST, { headers: basic('guest', 'pass:wörd') });
    assert.deepEqual([inside.status, inside.body, seen[0]?.authorization], [200, 'inside', undefined]);
    seen.length = 0;
    await bench.ask('open.sites.localhost', { headers: { authorization: 'Bearer of-the-site' } });
    assert.equal(seen[0]?.authorization, 'Bearer of-the-site');
  });

  test('hashes once for a page and its assets, and again after a change of the password', async () => {
    const headers = basic('guest', 'pass:wörd');
    await bench.ask(HOST, { headers });
    const began = performance.now();
    await Promise.all(Array.from({ length: 40 }, () => bench.ask(HOST, { headers })));
    // Forty hashes take more than a second on such a machine.
    assert.ok(performance.now() - began < 1_000);
    bench.sites.set(
      HOST,
      edgeSite('s1', HOST, { passwordProtection: { username: 'guest', passwordHash: await hashSitePassword('next') } }),
    );
    assert.equal((await bench.ask(HOST, { headers })).status, 401);
    assert.equal((await bench.ask(HOST, { headers: basic('guest', 'next') })).status, 200);
  });

  test('blocks an address after ten failures in a minute, then lets it try again', async () => {
    bench.clock.skip(61_000);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push((await bench.ask(HOST, { headers: basic('guest', `guess ${attempt}`) })).status);
    assert.deepEqual(statuses, [...Array<number>(10).fill(401), 429, 429]);
    const right = basic('guest', 'next');
    assert.equal((await bench.ask(HOST, { headers: right })).status, 429);
    bench.clock.skip(61_000);
    assert.equal((await bench.ask(HOST, { headers: right })).status, 200);
  });
});
