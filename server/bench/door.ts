/**
 * How long another customer's list takes while the panel is quiet and under each flood, and how many new visitors are
 * refused meanwhile. Floods and visits come from threads of their own, so that only the server's loop is measured.
 * `node server/bench/door.ts [seconds]`, on PGlite or, with TEST_DATABASE_URL, on PostgreSQL. Target: at most 3 ×, and
 * nobody refused.
 */
import autocannon from 'autocannon';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { startTestServer, type Client } from '../src/testing/index.ts';
import type { Visited, VisitorTask } from './door-visitor.ts';

const SECONDS = Number(process.argv[2] ?? 5);
const WANTED = 3;
const ADDRESSES = 16;
const CONNECTIONS_EACH = 256;
const VISITORS = 100;
const LIST = '/site?pageIndex=0&pageSize=50';

const server = await startTestServer();

async function customer(): Promise<Client> {
  const partner = await server.scenario.partner();
  const user = await server.scenario.customer(partner);
  await server.scenario.sites(partner, user, 200);
  return server.as(partner, user);
}

const headersOf = ({ host, cookie }: Client): Record<string, string> => ({
  ...{ host: `${host}:${server.port}`, accept: 'application/json' },
  ...(cookie ? { cookie } : {}),
});

/** Requests without a pause, by so many connections. */
const load = (client: Client, path: string, connections: number, duration: number) =>
  autocannon({
    ...{ url: `${server.url}${path}`, headers: headersOf(client), connections, duration, workers: 1 },
  });

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
  const measured = async (seconds = SECONDS): Promise<Visited> => {
    const task: VisitorTask = { url: `${server.url}${LIST}`, headers: headersOf(quiet), seconds, pauseMs: 100 };
    const [visited] = await once(
      new Worker(path.join(import.meta.dirname, 'door-visitor.ts'), { workerData: task }),
      'message',
    );
    return visited as Visited;
  };
  // Compiles the code and fills caches.
  await measured(2);
  const flood = (client: Client, path: string, connections: number) => async () => {
    const ends = load(client, path, connections, SECONDS + 2);
    return async () => void (await ends);
  };
  const FLOODS: [what: string, begin: () => Promise<() => unknown>][] = [
    ['64 lists of another customer', flood(greedy, LIST, 64)],
    ['20 anonymous connections on /openapi.json', flood(anonymous, '/openapi.json', 20)],
    [`${ADDRESSES} × ${CONNECTIONS_EACH} connections with one byte of a body`, () => drip(anonymous.host)],
  ];
  let missed = false;
  for (const [what, begin] of FLOODS) {
    const before = await measured();
    const end = await begin();
    const under = await measured();
    const refusals = await Promise.all(
      Array.from({ length: VISITORS }, (_, index) => isRefused(index, anonymous.host)),
    );
    await end();
    const refused = refusals.filter(Boolean).length;
    const ratio = under.p95 / before.p95;
    missed ||= ratio > WANTED || refused > 0 || under.failed > 0;
    console.log(
      `${what}: p95 ${before.p95.toFixed(0)} ms quiet, ${under.p95.toFixed(0)} ms under it: ${ratio.toFixed(1)} × (wanted: at most ${WANTED}); ${under.failed} of ${under.count + under.failed} calls of the customer failed, ${refused} of ${VISITORS} new visitors were refused`,
    );
  }
  process.exitCode = missed ? 1 : 0;
} finally {
  await server.stop();
}
