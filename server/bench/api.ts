import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Database } from '../src/db/database.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { sessionCookieName } from '../src/context/cookies.ts';
import { openSession } from '../src/modules/session/session.service.ts';
import { createPostgresDatabase } from '../src/testing/test-database.ts';
import { scenarioRepo, type PartnerRow } from '../src/testing/scenario.repo.ts';

/**
 * The paged list of sites with a session, against a bare Hono handler with the same statement, at 100 and at 100,000
 * sites, interleaved in one run: on a shared machine, only ratios within one run are meaningful.
 */
const SIZES = [100, 100_000] as const;
/** Many short rounds, because other load on the machine comes and goes within seconds. */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15);
const SECONDS = 1;
const CONNECTIONS = 20;
const WANTED = { ratio: 0.4, flat: 0.2 };

type Server = { port: number; cpuMs(): Promise<number>; stop(): Promise<void> };
type Target = {
  name: string;
  size: number;
  server: Server;
  path: string;
  /** Of each connection: an account has a share of the server, so each connection has an account. */
  headers: Record<string, string>[];
  rps: number[];
  p99: number[];
  cpu: number[];
};

async function fill(db: Database, partner: PartnerRow, customerId: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into workload (partner_id, customer_id, fqdn, name, kind, type, status, infra_domain_id, assigned_at, created_at, version, php_version, file_size)
    select ${partner.id}::uuid, ${customerId}::uuid, 'site-' || n || '.' || ${partner.sitesDomain}, 'site-' || n, 'wordpress', 'wordpress', 'ready', gen_random_uuid()::text, now(),
      now() - make_interval(secs => n), '7.1.1', '8.4.25', 120000000 from generate_series(1, ${count}::int) n`);
  await db.execute(sql`
    insert into usage_day (workload_id, day, requests, bytes, page_views)
    select s.id, current_date - d, 100, 1000000, 40 from (select id from workload where partner_id = ${partner.id} order by created_at desc limit 1000) s, generate_series(0, 29) d`);
}

/** Starts one of the servers beside this file. */
function startServer(file: string, databaseUrl: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, file)],
    {
      // Discards its log, so that reading it is not measured; the port comes on a separate channel.
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
      env: { ...process.env, DATABASE_URL: databaseUrl, PUBLIC_URL: '' },
    },
  );
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
    const told = createInterface({ input: child.stdio[3] as Readable });
    const cpuMs = async () => {
      child.stdin?.write('cpu\n');
      const [line] = (await once(told, 'line')) as [string];
      return Number(line.split(' ')[1]) / 1000;
    };
    const stop = async () => {
      child.removeAllListeners('exit').stdin?.end();
      await once(child, 'exit');
    };
    told.once('line', (line) => resolve({ port: Number(line.split(' ')[1]), cpuMs, stop }));
  });
}

async function measure(target: Target, duration = SECONDS): Promise<void> {
  const { server, path: asked, headers } = target;
  const before = await server.cpuMs();
  let connection = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}${asked}`,
    connections: CONNECTIONS,
    duration,
    setupClient: (client) => client.setHeaders(headers[connection++ % headers.length] ?? {}),
  });
  const used = (await server.cpuMs()) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} answers were not 200, ${result.errors} failed.`);
  target.rps.push(result.requests.total / result.duration);
  target.p99.push(result.latency.p99);
  target.cpu.push(used / result.requests.total);
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
  const [panel, bare] = await Promise.all([
    startServer('panel-server.ts', database.url),
    startServer('bare-server.ts', database.url),
  ]);
  const targets: Target[] = [];
  for (const size of SIZES) {
    const partner = await scenario.partner();
    const customer = await scenario.customer(partner);
    await fill(opened.db, partner, customer.id, size);
    const headers: Record<string, string>[] = [];
    for (let connection = 0; connection < CONNECTIONS; connection++) {
      const request = { ip: '127.0.0.1', userAgent: 'bench' };
      const admin = await scenario.user(partner, 'admin', { email: `admin-${connection}@bench.example` });
      const { id } = await openSession(opened.db, admin, { partnerId: partner.id, request }, new Date());
      headers.push({ host: partner.domain, cookie: `${sessionCookieName(false)}=${id}` });
    }
    targets.push({
      name: `bare  ${size}`,
      size,
      server: bare,
      path: `/${partner.id}`,
      headers: [{}],
      rps: [],
      p99: [],
      cpu: [],
    });
    targets.push({
      name: `panel ${size}`,
      size,
      server: panel,
      path: '/site',
      headers,
      rps: [],
      p99: [],
      cpu: [],
    });
  }
  await opened.query('vacuum analyze');
  for (const target of targets) {
    await measure(target, 2);
    target.rps.length = target.p99.length = target.cpu.length = 0;
  }
  // Every other round runs in reverse, so that other load affects all of them.
  for (let round = 0; round < ROUNDS; round++)
    for (const target of round % 2 ? targets.toReversed() : targets) await measure(target);
  await Promise.all([panel.stop(), bare.stop()]);
  await opened.close();
  await database.drop();
  return report(targets);
}

function report(targets: Target[]): boolean {
  const rps = (kind: string, size: number) =>
    targets.find((target) => target.name.startsWith(kind) && target.size === size)?.rps ?? [];
  // Compared round by round: those two ran within seconds of each other.
  const against = (these: number[], those: number[]) =>
    median(these.map((value, round) => value / (those[round] ?? 1)));
  for (const target of targets)
    console.log(
      `${target.name.padEnd(14)} ${median(target.rps).toFixed(0).padStart(6)} requests/s   p99 ${median(target.p99)} ms   ${median(target.cpu).toFixed(2)} ms CPU each, without the database's`,
    );
  const ratios = SIZES.map((size) => against(rps('panel', size), rps('bare', size)));
  const change = against(rps('panel', SIZES[1]), rps('panel', SIZES[0])) - 1;
  SIZES.forEach((size, i) =>
    console.log(`panel / bare at ${size} sites: ${ratios[i]?.toFixed(2)} (wanted: at least ${WANTED.ratio})`),
  );
  console.log(
    `panel at ${SIZES[1]} against ${SIZES[0]} sites: ${(change * 100).toFixed(1)} % (wanted: within ${WANTED.flat * 100} %)`,
  );
  return ratios.every((ratio) => ratio >= WANTED.ratio) && Math.abs(change) <= WANTED.flat;
}

process.exitCode = (await withPostgres(bench)) ? 0 : 1;
