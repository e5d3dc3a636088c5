/**
 * Requests per second of a response in the edge's cache, and of the same bytes from nginx, interleaved in one run: `node
 * server/bench/cache.ts`. Then the SQL of the metrics page over a year of hourly rows. Targets: at least half of nginx, at most 50 ms.
 */
import autocannon from 'autocannon';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Endpoint } from '../src/hosting/index.ts';
import { trafficParts, trafficSince } from '../src/metrics/traffic.repo.ts';
import { startTestServer, until } from '../src/testing/index.ts';
import { edgeSite, listen, openEdge } from '../test/edge/edge-support.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 3;
const WANTED_RATIO = 0.5;
const WANTED_MS = 50;
const HOST = 'shop.sites.localhost';
const BODY = Buffer.from('<p>The same page for everyone.</p>\n'.repeat(300));

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** nginx with one worker, as the edge is one process; null where it is not installed. */
async function startNginx(folder: string): Promise<{ port: number; stop(): void } | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((resolve) => probe.close(resolve));
  // As root, its worker is another user.
  chmodSync(folder, 0o755);
  writeFileSync(path.join(folder, 'page.html'), BODY);
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {} http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder}; types { text/html html; }
    server { listen 127.0.0.1:${port}; root ${folder}; add_header Cache-Control max-age=60; } }`,
  );
  const child = spawn('nginx', ['-c', config, '-e', path.join(folder, 'error.log')], { stdio: 'inherit' });
  await until('nginx answers', () =>
    fetch(`http://127.0.0.1:${port}/page.html`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { port, stop: () => void child.kill() };
}

async function benchHits(): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-cache-'));
  const site = createServer((_req, res) =>
    res.writeHead(200, { 'cache-control': 'max-age=3600', 'content-type': 'text/html' }).end(BODY),
  );
  const endpoint: Endpoint = { host: '127.0.0.1', port: await listen(site), token: 'bench' };
  const edge = await openEdge(
    { start: async () => endpoint, stop: async () => undefined, endpoint: () => endpoint },
    { directoryCacheMs: 2_000 },
  );
  const rules = { defaultSeconds: null, typeSeconds: {}, serveStale: false, ignoreOrigin: false, queryStrings: true };
  edge.sites.set(HOST, edgeSite('s1', HOST, { cache: { version: '1', ...rules } }));
  const nginx = await startNginx(folder);
  try {
    const load = async (port: number, page: string) =>
      (
        await autocannon({
          url: `http://127.0.0.1:${port}${page}`,
          headers: { host: HOST },
          connections: 32,
          duration: SECONDS,
        })
      ).requests.total / SECONDS;
    await load(edge.port, '/page.html');
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await load(edge.port, '/page.html'));
      if (nginx) theirs.push(await load(nginx.port, '/page.html'));
    }
    if (!nginx) {
      console.log(`cache hits: ${median(ours).toFixed(0)} requests/s; nginx is not installed, so there is no ratio`);
      return true;
    }
    const ratio = median(ours) / median(theirs);
    console.log(
      `cache hits: ${median(ours).toFixed(0)} requests/s, nginx ${median(theirs).toFixed(0)}: ${ratio.toFixed(2)} × (wanted: at least ${WANTED_RATIO})`,
    );
    return ratio >= WANTED_RATIO;
  } finally {
    nginx?.stop();
    await edge.close();
    site.closeAllConnections();
    site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchMetrics(): Promise<boolean> {
  const server = await startTestServer();
  try {
    const partner = await server.scenario.partner();
    const customer = await server.scenario.customer(partner);
    const site = await server.scenario.site(partner, customer, { name: `busy-${randomUUID().slice(0, 6)}` });
    await server.db.execute(sql`
      insert into traffic_hour (resource, resource_id, hour, requests, bytes, page_views, hits, bots, s2xx)
      select 'site', ${site.id}, date_trunc('hour', now()) - make_interval(hours => n), 100, 100000, 40, 60, 5, 100 from generate_series(0, 8759) n`);
    await server.db.execute(sql`
      insert into traffic_part_day (resource, resource_id, part, day, name, requests, bytes)
      select 'site', ${site.id}, 'content', current_date - d, 'kind ' || k, 10, 1000 from generate_series(0, 364) d, generate_series(1, 8) k`);
    await server.db.execute(sql`analyze traffic_hour`);
    const of = { resource: 'site', resourceId: site.id, since: new Date(Date.now() - 365 * 86_400_000) } as const;
    const times: number[] = [];
    for (let run = 0; run < 20; run += 1) {
      const begun = performance.now();
      await trafficSince(server.db, { ...of, by: 'day' });
      await trafficParts(server.db, { ...of, part: 'content' });
      times.push(performance.now() - begun);
    }
    console.log(
      `metrics over a year of hourly rows: ${median(times).toFixed(1)} ms of SQL (wanted: at most ${WANTED_MS})`,
    );
    return median(times) <= WANTED_MS;
  } finally {
    await server.stop();
  }
}

const results = [await benchHits(), await benchMetrics()];
process.exitCode = results.every(Boolean) ? 0 : 1;
