import assert from 'node:assert/strict';
import { readdir, readlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEdgeCache, type CacheRules, type EdgeCache, type From } from '../../src/edge/cache/index.ts';
import { until } from '../hosting/hosting-support.ts';
import { ask, listen, type Ask } from './edge-support.ts';

const HOST = 'shop.sites.localhost';
const MB = 1024 ** 2;
const RULES: CacheRules = {
  ...{ version: '1', defaultSeconds: 60, typeSeconds: { bin: 60 } },
  ...{ serveStale: true, ignoreOrigin: false, queryStrings: true },
};

let cache: EdgeCache;
let folder: string;
let skipped = 0;
let asked: string[] = [];
let protocol = 'http';
let generation = 0;
let origin: (req: IncomingMessage, res: ServerResponse, from: From) => Promise<void> | void;
const server = createServer((req, res) => {
  const site = { siteId: 's1', rules: RULES, generation, protocol };
  cache
    .serve(site, req, res, async (request, answer, from) => {
      asked.push(`${request.url}`);
      await origin(request, answer, from);
    })
    .catch(() => res.destroy());
});
let port: number;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'panel-fill-'));
  port = await listen(server);
});
beforeEach(() => {
  skipped = 0;
  asked = [];
  protocol = 'http';
  generation = 0;
  origin = (_req, res) => void res.setHeader('content-type', 'text/html').end('page');
  cache = createEdgeCache({
    ...{ clock: { now: () => Date.now() + skipped }, folder, panelCookies: [] },
    ...{ isDiskLow: async () => false, limits: { diskBytes: 16 * MB } },
  });
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (address = '/', options: Ask = {}, host = HOST) => ask(port, host, { path: address, ...options });
const isHit = async (...args: Parameters<typeof get>) =>
  String((await get(...args)).headers['cache-status']).startsWith('edge; hit');
const kept = (...args: Parameters<typeof get>) => until(`${args[0] ?? '/'} is kept`, () => isHit(...args));

test('another port or scheme of an address is another page', async () => {
  origin = (req, res) => void res.end(`at ${protocol}://${req.headers.host}`);
  await kept();
  assert.equal((await get('/', {}, `${HOST}:8443`)).body, `at http://${HOST}:8443`);
  protocol = 'https';
  assert.equal((await get()).body, `at https://${HOST}`);
  protocol = 'http';
  assert.equal((await get()).body, `at http://${HOST}`);
  cache.purge('s1', ['/']);
  assert.equal(await isHit('/', {}, `${HOST}:8443`), false, 'a purge is for every port');
});

test('a purge that was missed drops everything of the site, one that was heard only what it names', async () => {
  await kept('/a');
  await kept('/b');
  cache.purge('s1', ['/a'], 1);
  generation = 1;
  assert.deepEqual([await isHit('/a'), await isHit('/b')], [false, true], 'a purge that was heard');
  generation = 0;
  assert.equal(await isHit('/b'), true, 'an older answer of the directory says nothing');
  await kept('/a');
  generation = 2;
  assert.deepEqual([await isHit('/a'), await isHit('/b')], [false, false], 'one that the directory shows');
  await kept('/b');
  cache.purge('s1', ['/a'], 4);
  assert.equal(await isHit('/b'), false, 'one before the purge that was heard');
});

test('what was on its way into the cache when a purge was missed is not kept', async () => {
  let end: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  origin = async (_req, res) => {
    await held;
    res.end('old');
  };
  const slow = get('/a');
  await until('the origin is asked', async () => asked.length === 1);
  generation = 1;
  origin = (_req, res) => void res.setHeader('cache-control', 'no-store').end('other');
  await get('/other');
  end?.();
  assert.equal((await slow).body, 'old');
  assert.equal(await isHit('/a'), false);
});

test('a renewal that throws is tried again a moment later', async () => {
  await kept();
  skipped += 61_000;
  let failed = 0;
  origin = () => {
    failed += 1;
    throw new Error('The site has no process.');
  };
  assert.equal((await get()).body, 'page');
  await until('the renewal failed', async () => failed === 1);
  origin = (_req, res) => void res.end('renewed');
  skipped += 6_000;
  await until('it is renewed', async () => (await get()).body === 'renewed');
});

test('a renewal that ends without a response is tried again a moment later', async () => {
  await kept();
  skipped += 61_000;
  let ended = 0;
  origin = async () => void (ended += 1);
  assert.equal((await get()).body, 'page');
  await until('the renewal ended', async () => ended === 1);
  origin = (_req, res) => void res.end('renewed');
  skipped += 6_000;
  await until('it is renewed', async () => (await get()).body === 'renewed');
});

test('a visitor with cookies neither drops what others get nor keeps it from being kept', async () => {
  const signedIn = { headers: { cookie: 'wordpress_logged_in_1=me' } };
  origin = (req, res) => void res.end(`for ${req.headers.cookie ?? 'everyone'}`);
  await kept('/file.bin');
  assert.equal((await get('/file.bin', signedIn)).body, 'for wordpress_logged_in_1=me');
  assert.equal(await isHit('/file.bin'), true);
  assert.equal((await get('/other.bin', signedIn)).body, 'for wordpress_logged_in_1=me');
  await kept('/other.bin');
  assert.equal((await get('/other.bin')).body, 'for everyone');
});

test('a body whose first part is written before the headers is kept whole', async () => {
  origin = (_req, res) => {
    res.write('first ');
    res.end('last');
  };
  assert.equal((await get()).body, 'first last');
  await kept();
  assert.equal((await get()).body, 'first last');
});

/** The files without a name that this process has open in the folder of the cache. */
const openFiles = async (): Promise<number> => {
  const all = await readdir('/proc/self/fd');
  const targets = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
};

test(
  'bodies on their way into files share a limited part of the disk',
  { skip: process.platform !== 'linux' },
  async () => {
    const part = Buffer.alloc(MB, 'x');
    const waiting: (() => void)[] = [];
    // 3 MB each, and not at their end yet: 4 are more than the 8 MB for all, and 2 more than the 4 MB of a site.
    origin = async (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/x-data' });
      for (let n = 0; n < 3; n += 1) res.write(part);
      await new Promise<void>((resolve) => waiting.push(resolve));
      res.end();
    };
    const visitors = ['/1', '/2', '/3'].map((address) => get(address));
    await until('all are on their way', async () => waiting.length === 3);
    await until('one file is written', async () => (await openFiles()) === 1);
    for (const go of waiting) go();
    assert.ok((await Promise.all(visitors)).every(({ body }) => body.length === 3 * MB));
    origin = (_req, res) => void res.end('asked again');
    await until('one of them is kept', async () => {
      const bodies = await Promise.all(['/1', '/2', '/3'].map(async (address) => (await get(address)).body));
      return bodies.filter((body) => body !== 'asked again').length === 1;
    });
  },
);
