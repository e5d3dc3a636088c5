/**
 * How long another customer's list, page, ticket and download take while the panel is quiet and under each flood, and how
 * many new visitors are refused meanwhile. Quiet and flooded windows alternate, so that whatever else the machine does
 * meets both. Floods and visits come from threads of their own, so that only the server's loop is measured.
 * `node server/bench/door.ts [seconds of a window] [words of a flood's name]`, on PGlite or, with TEST_DATABASE_URL, on
 * PostgreSQL. Target: at most 3 ×, and nobody refused.
 */
import { BACKUP_DOWNLOAD_PATH, CSRF_COOKIE, CSRF_HEADER } from '@panel/contract';
import autocannon from 'autocannon';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { startTestServer, type Client } from '../src/testing/index.ts';
import { backUp } from '../test/backup/backup-support.ts';
import { readySite, tenant } from '../test/site/site-support.ts';
import { writeBuilds } from '../test/web/fixture.ts';
import type { Asked, Visited, VisitorTask } from './door-visitor.ts';

const SECONDS = Number(process.argv[2] ?? 5);
const ONLY = process.argv[3] ?? '';
/** Of a quiet and a flooded window each. */
const ROUNDS = 3;
const PAUSE_MS = 25;
const WANTED = 3;
const ADDRESSES = 16;
const CONNECTIONS_EACH = 256;
const VISITORS = 100;
const LIST = '/site?pageIndex=0&pageSize=50';

const builds = await mkdtemp(path.join(tmpdir(), 'panel-door-'));
writeBuilds(builds);
const server = await startTestServer({ web: true, env: { WEB_DIR: builds } });

const headersOf = (client: Client, accept = 'application/json'): Record<string, string> => ({
  ...{ host: `${client.host}:${server.port}`, accept },
  ...(client.cookie ? { cookie: client.cookie } : {}),
});

type Customer = { client: Client; list: Asked; page: Asked; ticket: Asked; download: Asked };

/** A customer with 200 sites, one of which has a backup, and what they open. */
async function customer(): Promise<Customer> {
  const own = await tenant(server);
  const { client } = own;
  const { fqdn } = await readySite(own, 'shop');
  const { id } = await backUp(client, fqdn);
  await server.scenario.sites(own.partner, own.customer, 200);
  const { url } = (await client.post<{ url: string }>('/backup/download', { id })).body;
  const headers = headersOf(client);
  const post = { ...headers, 'content-type': 'application/json', [CSRF_HEADER]: client.jar.get(CSRF_COOKIE) ?? '' };
  return {
    client,
    list: { name: 'list', path: LIST, headers },
    page: { name: 'page', path: '/sites', headers: headersOf(client, 'text/html') },
    ticket: { name: 'ticket', path: '/backup/download', headers: post, body: JSON.stringify({ id }) },
    download: {
      name: 'download',
      path: url.slice(url.indexOf(BACKUP_DOWNLOAD_PATH)),
      headers: headersOf(client, '*/*'),
    },
  };
}

/** Requests without a pause, by so many connections. */
const load = ({ path: asked, headers, body }: Omit<Asked, 'name'>, connections: number, duration: number) =>
  autocannon({
    ...{ url: `${server.url}${asked}`, headers, connections, duration, workers: 1 },
    ...(body !== undefined && { method: 'POST', body }),
  });

/** The windows of one kind as one. */
function together(windows: (Visited | undefined)[]) {
  const times = windows.flatMap((each) => each?.times ?? []).toSorted((a, b) => a - b);
  const part = (of: number): number => times[Math.floor(times.length * of)] ?? Infinity;
  return {
    ...{ median: part(0.5), p95: part(0.95), count: times.length },
    failed: windows.reduce((sum, each) => sum + (each?.failed ?? 0), 0),
  };
}

/** A new visitor from another network; whether they were refused. */
const isRefused = (index: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const options = {
      host: '127.0.0.1',
      port: server.port,
      localAddress: `127.${100 + (index % 100)}.0.1`,
      agent: false,
    };
    request({ ...options, path: '/partner/whitelabel', headers: { host } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode !== 200));
    })
      .once('error', () => resolve(true))
      .end();
  });

/** Connections that have sent one byte of a body, until the result is called. */
async function drip(host: string): Promise<() => void> {
  const sockets: Socket[] = [];
  for (let address = 1; address <= ADDRESSES; address += 1)
    for (let i = 0; i < CONNECTIONS_EACH; i += 1) {
      const socket = connect({ host: '127.0.0.1', port: server.port, localAddress: `127.${address}.0.1` });
      socket.on('error', () => undefined);
      sockets.push(socket);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
      socket.write(`POST /login HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\nx`);
    }
  return () => sockets.forEach((socket) => socket.destroy());
}

try {
  const [greedy, quiet] = [await customer(), await customer()];
  const anonymous = server.anonymous(await server.scenario.partner());
  const strange = { headers: headersOf(anonymous), path: '/openapi.json' };
  const asked = [quiet.list, quiet.page, quiet.ticket, quiet.download];
  const measured = async (seconds = SECONDS): Promise<Map<string, Visited>> => {
    const task: VisitorTask = { url: server.url, asked, seconds, pauseMs: PAUSE_MS };
    const [visited] = await once(
      new Worker(path.join(import.meta.dirname, 'door-visitor.ts'), { workerData: task }),
      'message',
    );
    return visited as Map<string, Visited>;
  };
  // Compiles the code and fills caches.
  await measured(2);
  const flood = (what: Omit<Asked, 'name'>, connections: number) => async () => {
    const ends = load(what, connections, SECONDS + 2);
    return async () => void (await ends);
  };
  /** As large as the body of an anonymous call may be. */
  const beacons = {
    path: '/platform/beacons',
    headers: { ...strange.headers, 'content-type': 'application/json' },
    body: `{"events":[${Array(345_000).fill('{}').join()}]}`,
  };
  const FLOODS: [what: string, begin: () => Promise<() => unknown>][] = [
    ['64 lists of another customer', flood(greedy.list, 64)],
    ['64 pages of another customer', flood(greedy.page, 64)],
    ['64 tickets of another customer', flood(greedy.ticket, 64)],
    ['64 downloads of another customer', flood(greedy.download, 64)],
    ['64 refused bodies of 1 MB of another customer', flood({ ...greedy.ticket, body: beacons.body }, 64)],
    ['20 anonymous connections on /openapi.json', flood(strange, 20)],
    ['20 anonymous connections with 345,000 beacons each', flood(beacons, 20)],
    [`${ADDRESSES} × ${CONNECTIONS_EACH} connections with one byte of a body`, () => drip(anonymous.host)],
  ];
  let missed = false;
  for (const [what, begin] of FLOODS.filter(([name]) => name.includes(ONLY))) {
    const windows: { quiet: Map<string, Visited>; under: Map<string, Visited> }[] = [];
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await measured();
      const end = await begin();
      const under = await measured();
      const refusals = await Promise.all(
        Array.from({ length: VISITORS }, (_, index) => isRefused(index, anonymous.host)),
      );
      await end();
      refused += refusals.filter(Boolean).length;
      windows.push({ quiet: before, under });
    }
    console.log(`${what}: ${refused} of ${ROUNDS * VISITORS} new visitors were refused`);
    missed ||= refused > 0;
    for (const { name } of asked) {
      const calm = together(windows.map(({ quiet: all }) => all.get(name)));
      const flooded = together(windows.map(({ under: all }) => all.get(name)));
      const ratio = flooded.p95 / calm.p95;
      missed ||= !(ratio <= WANTED) || flooded.failed > 0;
      console.log(
        `  ${name}: p95 ${calm.p95.toFixed(1)} ms quiet, ${flooded.p95.toFixed(1)} ms under it: ${ratio.toFixed(1)} × (wanted: at most ${WANTED}); median ${calm.median.toFixed(1)} and ${flooded.median.toFixed(1)} ms; ${flooded.failed} of ${flooded.count + flooded.failed} failed`,
      );
    }
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await server.stop();
  await rm(builds, { recursive: true });
}
