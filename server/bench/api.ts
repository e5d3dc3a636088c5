import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Database } from '../src/db/database.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { sessionCookieName } from '../src/http/cookies.ts';
import { openSession } from '../src/modules/session/session.service.ts';
import { createPostgresDatabase } from '../src/testing/test-database.ts';
import { scenarioRepo, type PartnerRow } from '../src/testing/scenario.repo.ts';

/**
 * The paged list of sites with a session, against a bare Hono handler with the same statement, at 100 and at 100,000
 * sites; all of it interleaved in one run, because only ratios of one run mean anything on a shared machine.
 */
const SIZES = [100, 100_000] as const;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = 3;
const CONNECTIONS = 20;
const WANTED = { ratio: 0.4, flat: 0.2 };

type Target = { name: string; size: number; url: string; headers: Record<string, string>; rps: number[]; p99: number[] };

async function fill(db: Database, partner: PartnerRow, customerId: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into site (partner_id, customer_id, fqdn, name, type, status, infra_domain_id, assigned_at, created_at, version, php_version, file_size)
    select ${partner.id}::uuid, ${customerId}::uuid, 'site-' || n || '.' || ${partner.sitesDomain}, 'site-' || n, 'wordpress', 'ready', gen_random_uuid()::text, now(),
      now() - make_interval(secs => n), '7.1.1', '8.4.25', 120000000 from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into site_usage_day (site_id, day, requests, bytes, page_views)
    select s.id, current_date - d, 100, 1000000, 40 from (select id from site where partner_id = ${partner.id} order by created_at desc limit 1000) s, generate_series(0, 29) d`);
}

/** Starts one of the servers beside this file and gives its port. */
function startServer(file: string, databaseUrl: string): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, file)], {
    // Its log goes nowhere, so that nobody's reading is measured; the port comes on a channel of its own.
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'], env: { ...process.env, DATABASE_URL: databaseUrl, PUBLIC_URL: '' },
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
    createInterface({ input: child.stdio[3] as Readable }).on('line', (line) => {
      const port = /^port (\d+)$/.exec(line)?.[1];
      if (port) resolve({ port: Number(port), stop: () => child.stdin?.end() });
    });
  });
}

async function measure(target: Target, duration = SECONDS): Promise<void> {
  const result = await autocannon({ url: target.url, headers: target.headers, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${target.name}: ${result.non2xx} answers were not 200, ${result.errors} failed.`);
  target.rps.push(result.requests.average);
  target.p99.push(result.latency.p99);
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return work(given);
  const { findPostgres, startPostgres } = await import('../../scripts/lib/postgres.mjs');
  const bin = findPostgres();
  if (!bin) throw new Error('No PostgreSQL is installed. Install one, or name a server with TEST_DATABASE_URL.');
  const server = await startPostgres(bin);
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function bench(serverUrl: string): Promise<boolean> {
  const database = await createPostgresDatabase(serverUrl);
  const opened = await openPostgres(database.url, { max: 2 });
  const scenario = scenarioRepo(opened.db);
  const [panel, bare] = await Promise.all([startServer('panel-server.ts', database.url), startServer('bare-server.ts', database.url)]);
  const targets: Target[] = [];
  for (const size of SIZES) {
    const partner = await scenario.partner();
    const customer = await scenario.customer(partner);
    await fill(opened.db, partner, customer.id, size);
    const { id } = await openSession(opened.db, await scenario.admin(partner), { partnerId: partner.id, request: { ip: '127.0.0.1', userAgent: 'bench' } }, new Date());
    targets.push({ name: `bare  ${size}`, size, url: `http://127.0.0.1:${bare.port}/${partner.id}`, headers: {}, rps: [], p99: [] });
    targets.push({ name: `panel ${size}`, size, url: `http://127.0.0.1:${panel.port}/site`, headers: { host: partner.domain, cookie: `${sessionCookieName(false)}=${id}` }, rps: [], p99: [] });
  }
  await opened.query('vacuum analyze');
  for (const target of targets) {
    await measure(target, 2);
    target.rps.length = target.p99.length = 0;
  }
  for (let round = 0; round < ROUNDS; round++) for (const target of targets) await measure(target);
  panel.stop();
  bare.stop();
  await opened.close();
  await database.drop();
  return report(targets);
}

function report(targets: Target[]): boolean {
  const rps = (kind: string, size: number) => median(targets.find((target) => target.name.startsWith(kind) && target.size === size)?.rps ?? []);
  for (const target of targets) console.log(`${target.name.padEnd(14)} ${median(target.rps).toFixed(0).padStart(6)} requests/s   p99 ${median(target.p99)} ms`);
  const ratios = SIZES.map((size) => rps('panel', size) / rps('bare', size));
  const [small, large] = SIZES.map((size) => rps('panel', size));
  const change = (large ?? 0) / (small ?? 1) - 1;
  SIZES.forEach((size, i) => console.log(`panel / bare at ${size} sites: ${ratios[i]?.toFixed(2)} (wanted: at least ${WANTED.ratio})`));
  console.log(`panel at ${SIZES[1]} against ${SIZES[0]} sites: ${(change * 100).toFixed(1)} % (wanted: within ${WANTED.flat * 100} %)`);
  return ratios.every((ratio) => ratio >= WANTED.ratio) && Math.abs(change) <= WANTED.flat;
}

process.exitCode = (await withPostgres(bench)) ? 0 : 1;
