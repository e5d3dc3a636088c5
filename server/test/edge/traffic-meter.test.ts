import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import type { Traffic } from '../../src/edge/index.ts';
import { percentileOf } from '../../src/lib/response-times.ts';
import { createTrafficMeter } from '../../src/edge/traffic-meter.ts';
import { until } from '../hosting/hosting-support.ts';
import { ask, listen } from './edge-support.ts';

const rows: (Traffic & { siteId: string })[] = [];
const AT = Date.parse('2026-11-22T10:59:59.000Z');
let now = AT;
let elapsed = 0;
const meter = createTrafficMeter({
  sink: { store: async (batch) => void rows.push(...batch.rows) },
  clock: { now: () => now },
  stopwatch: () => elapsed,
  log: { warn: () => undefined },
  addressOf: (req) => String(req.headers['x-from'] ?? ''),
  regionOf: (address) => (address === 'berlin' ? 'DE' : null),
});
const pages: Record<string, (res: ServerResponse) => unknown> = {
  '/': (res) => res.setHeader('content-type', 'text/html; charset=utf-8').end('page'),
  '/cached': (res) => res.setHeader('content-type', 'text/css').setHeader('cache-status', 'edge; hit').end('a{}'),
  '/moved': (res) => res.writeHead(301).end(),
  '/missing': (res) => res.writeHead(404).end(),
  '/slow': (res) => {
    elapsed += 400;
    res.write('begins');
    elapsed += 5_000;
    res.end();
  },
  '/broken': (res) => res.writeHead(500).end(),
};
const server = createServer((req, res) => {
  meter.watch('s1', req, res);
  pages[req.url ?? '/']?.(res);
});
let port = 0;
before(async () => void (port = await listen(server)));
after(() => server.close());

test('hits, crawlers, statuses, regions and content types are counted by hour', async () => {
  const from = (headers: Record<string, string>) => ({ headers });
  await ask(port, 'shop', {
    path: '/',
    ...from({ 'x-from': 'berlin', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }),
  });
  await ask(port, 'shop', { path: '/', ...from({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }) });
  for (const path of ['/cached', '/moved', '/missing', '/broken']) await ask(port, 'shop', { path });
  const counted = () => rows.reduce((sum, row) => sum + row.requests, 0);
  const all = (count: number) =>
    until(`${count} requests are counted`, async () => {
      await meter.flush();
      return counted() === count;
    });
  await all(6);
  assert.ok(rows.every(({ hour, day }) => hour === '2026-11-22T10:00:00.000Z' && day === '2026-11-22'));
  const sum = (name: keyof Omit<Traffic, 'day' | 'hour' | 'times' | 'parts'>) =>
    rows.reduce((all, row) => all + row[name], 0);
  assert.deepEqual(
    [sum('pageViews'), sum('bots'), sum('hits'), sum('s2xx'), sum('s3xx'), sum('s4xx'), sum('s5xx')],
    [1, 1, 1, 3, 1, 1, 1],
  );
  const part = (name: string) =>
    rows.flatMap(({ parts }) => parts.filter((one) => one.name === name)).reduce((all, one) => all + one.requests, 0);
  assert.deepEqual([part('DE'), part('unknown'), part('pages'), part('styles'), part('other')], [1, 5, 2, 1, 3]);
  now = AT + 1_000;
  await ask(port, 'shop');
  await all(7);
  assert.equal(rows.at(-1)?.hour, '2026-11-22T11:00:00.000Z');

  await ask(port, 'shop', { path: '/slow' });
  await all(8);
  const { times = [] } = rows.at(-1) ?? {};
  assert.equal(percentileOf(times, 1), 500, 'what comes after its beginning does not count');
});
