import assert from 'node:assert/strict';
import { createServer, request, type ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import type { Endpoint } from '../../src/hosting/index.ts';
import { edgeSite, listen, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { until } from '../hosting/hosting-support.ts';

const HOST = 'shop.sites.localhost';
const PLACES = 8;
const OF_ONE_ADDRESS = 6;

let bench: EdgeBench;
/** Responses that the site has not sent yet. */
const open: ServerResponse[] = [];
const server = createServer((_req, res) => void open.push(res));

const SLOT_WAIT_MS = 200;

before(async () => {
  const endpoint: Endpoint = { host: '127.0.0.1', port: await listen(server) };
  bench = await openEdge(
    { start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint },
    { slotWaitMs: SLOT_WAIT_MS },
  );
  const limits = { ...edgeSite('', '').limits, concurrentRequests: PLACES };
  bench.sites.set(HOST, edgeSite('s1', HOST, { limits }));
});
after(async () => {
  await bench.close();
  server.closeAllConnections();
  server.close();
});

const visit = (localAddress: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { host: HOST };
    request({ host: '127.0.0.1', port: bench.port, localAddress, headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });

test('one address leaves some of a site’s request slots to others', async () => {
  const greedy = Array.from({ length: PLACES }, () => visit('127.0.0.2'));
  const refused = await Promise.any(greedy);
  assert.equal(refused, 503);
  await until('the requests of one address', () => open.length === OF_ONE_ADDRESS);
  const others = [visit('127.0.0.3'), visit('127.0.0.4')];
  await until('the requests of others', () => open.length === PLACES);
  assert.equal(await visit('127.0.0.5'), 503, 'the site has no more places than its plan allows');
  open.forEach((res) => res.end('page'));
  assert.deepEqual(await Promise.all(others), [200, 200]);
  assert.deepEqual((await Promise.all(greedy)).sort(), [200, 200, 200, 200, 200, 200, 503, 503]);
  assert.ok(bench.hits.length >= 3, 'the owner sees it');
  const [again] = [visit('127.0.0.2')];
  await until('another request', () => open.length === PLACES + 1);
  open.at(-1)?.end('page');
  assert.equal(await again, 200);
});
