import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { hashSitePassword, verifySitePassword } from '../../src/edge/index.ts';
import { withPass } from '../../src/edge/site-pass.ts';
import { createMemoryCounter, type AttemptCounter } from '../../src/lib/attempt-counter.ts';
import { edgeSite, listen, openEdge } from './edge-support.ts';
import type { EdgeBench } from './edge-support.ts';

const HOST = 'private.sites.localhost';
const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

/** Processor time of this process, hashes in other threads included, for forty at once. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: 40 }, work));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('password protection', () => {
  let bench: EdgeBench;
  let endpoint: { host: '127.0.0.1'; port: number };
  const driver = { start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint };
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((req, res) => {
    seen.push(req.headers);
    res.end('inside');
  });

  before(async () => {
    endpoint = { host: '127.0.0.1', port: await listen(server) };
    bench = await openEdge(driver);
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
    const asked = await processorMs(() => bench.ask(HOST, { headers }));
    const hashed = await processorMs(() => hashSitePassword('pass:wörd'));
    assert.ok(asked < hashed / 2, `40 requests took ${asked} ms of processor time, 40 hashes ${hashed} ms`);
    bench.sites.set(
      HOST,
      edgeSite('s1', HOST, { passwordProtection: { username: 'guest', passwordHash: await hashSitePassword('next') } }),
    );
    assert.equal((await bench.ask(HOST, { headers })).status, 401);
    assert.equal((await bench.ask(HOST, { headers: basic('guest', 'next') })).status, 200);
  });

  test('a login from the panel passes the password and keeps it, another one does not', async () => {
    const protection = bench.sites.get(HOST)?.passwordProtection;
    assert.ok(protection);
    const address = (token: string, siteId = 's1') => {
      const url = new URL(
        withPass(`http://${HOST}/wp-login.php?panel-login=${token}`, siteId, protection, bench.clock.now()),
      );
      return url.pathname + url.search;
    };
    const valid = address('one');
    const entered = await bench.ask(HOST, { path: valid });
    assert.deepEqual([entered.status, entered.headers.location], [303, '/wp-login.php?panel-login=one']);
    const cookie = entered.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    assert.match(entered.headers['set-cookie']?.[0] ?? '', /; HttpOnly; SameSite=Lax$/);
    seen.length = 0;
    const headers = { cookie: `${cookie}; own=1` };
    assert.equal((await bench.ask(HOST, { path: '/wp-admin/', headers })).status, 200);
    assert.equal(seen[0]?.cookie, 'own=1');

    // Made for another login, another site or another path, changed, or too old.
    for (const path of [
      '/wp-login.php?panel-login=one',
      valid.replace('panel-login=one', 'panel-login=two'),
      address('one', 's2'),
      valid.replace('/wp-login.php', '/'),
      valid.replace(/panel-pass=\d+/, `panel-pass=${bench.clock.now() + 3_600_000}`),
    ])
      assert.equal((await bench.ask(HOST, { path })).status, 401, path);
    bench.clock.skip(61_000);
    assert.equal((await bench.ask(HOST, { path: valid })).status, 401);
    assert.equal((await bench.ask(HOST, { headers: { cookie: 'panel_pass=1.x' } })).status, 401);

    bench.sites.set(
      HOST,
      edgeSite('s1', HOST, { passwordProtection: { ...protection, passwordHash: await hashSitePassword('newer') } }),
    );
    assert.equal((await bench.ask(HOST, { headers })).status, 401);
    bench.sites.set(HOST, edgeSite('s1', HOST, { passwordProtection: protection }));
    assert.equal((await bench.ask(HOST, { headers })).status, 200);
    bench.clock.skip(13 * 3_600_000);
    assert.equal((await bench.ask(HOST, { headers })).status, 401);
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

  test('counts parallel guesses one by one', async () => {
    bench.clock.skip(61_000);
    assert.deepEqual(await guesses([bench], 30), [...Array<number>(10).fill(401), ...Array<number>(20).fill(429)]);
  });

  test('counts the guesses at all processes together', async () => {
    const shared = createMemoryCounter(Date.now);
    const edges = [await protectedEdge(shared), await protectedEdge(shared)];
    assert.deepEqual(await guesses(edges, 24), [...Array<number>(10).fill(401), ...Array<number>(14).fill(429)]);
    await Promise.all(edges.map((edge) => edge.close()));
  });

  test('counts alone while the shared counter is out of reach, and lets visitors with the password in', async () => {
    const gone = async (): Promise<never> => {
      throw new Error('no connection');
    };
    const edge = await protectedEdge({ add: gone, takeBack: gone });
    assert.equal((await edge.ask(HOST, { headers: basic('guest', 'next') })).status, 200);
    assert.deepEqual(await guesses([edge], 12), [...Array<number>(10).fill(401), 429, 429]);
    await edge.close();
  });

  async function protectedEdge(attempts: AttemptCounter): Promise<EdgeBench> {
    const edge = await openEdge(driver, {}, attempts);
    const passwordProtection = { username: 'guest', passwordHash: await hashSitePassword('next') };
    edge.sites.set(HOST, edgeSite('s1', HOST, { passwordProtection }));
    return edge;
  }
});

/** The sorted statuses of so many different wrong passwords, sent at once to the edges in turn. */
async function guesses(edges: readonly EdgeBench[], count: number): Promise<number[]> {
  const answers = Array.from({ length: count }, (_, index) =>
    edges[index % edges.length]?.ask(HOST, { headers: basic('guest', `wrong ${index}`) }),
  );
  return (await Promise.all(answers)).map((answer) => answer?.status ?? 0).sort();
}
