import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TrustedPeers } from '../lib/client-address.ts';
import { BindError, bindAll, NO_SUCH_ADDRESS } from '../lib/bind-all.ts';
import { CONNECTIONS_PER_ADDRESS, createDoor, roomOf } from './door.ts';
import { LONG_BODY_MS, REQUEST_MS } from './long-body.ts';
import { createRequestSpeed } from './request-speed.ts';
import { acceptUpgrades, asksForWebSocket, type Upgrade } from './upgrade.ts';

/** The panel cannot start; the message is one line that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** `upgrade`: when the request asks for a WebSocket. */
export type Handler = (req: IncomingMessage, res: ServerResponse, upgrade?: Upgrade) => void;

const DRAIN_MS = 10_000;
/** Longer than any proxy in front keeps a connection, so that none closes just as it is reused. */
export const KEEP_ALIVE_MS = 75_000;

export const HEALTH_PATH = '/healthz';

/** Answers the health check; while the process is not ready, all other requests get a 503 with Retry-After. */
export function sayHealth(res: ServerResponse, ready: boolean): void {
  res.writeHead(ready ? 200 : 503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(ready ? {} : { 'retry-after': '2' }),
  });
  res.end(ready ? 'ok\n' : 'starting\n');
}

/** Answers a request to a machine that may no longer take part. */
export function sayRefused(res: ServerResponse, why: Error): void {
  res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  res.end(`${why.message}\n`);
}

export type ListenOptions = {
  /** 0: any free one. */
  port: number;
  hosts: readonly string[];
  /** Peers that may open any number of connections: the installation's own proxies. */
  exempt?: TrustedPeers;
  /** Connections of one address (IPv6: one /64). Default 256. */
  perAddress?: number;
  /** Connections of all addresses. Default 4096. */
  connections?: number;
  /** How far a request's body may be behind the least speed when it begins. Default 7 s. */
  behindMs?: number;
  /** How long a connection may wait for its next request. Default 75 s. */
  keepAliveMs?: number;
};

/** @param close accepts no new requests and waits for running ones, for ten seconds at most */
export type Listener = { port: number; close(): Promise<void> };

/** Makes the server of one address: plain HTTP, or something in front of it. */
export type MakeServer = (options: ServerOptions, handler: Handler) => Server;

/**
 * Listens on one port of each address.
 * @throws StartError when it is taken or not permitted; BindError for a server of another kind
 */
export async function listen(
  {
    port,
    hosts,
    exempt = () => false,
    perAddress = CONNECTIONS_PER_ADDRESS,
    connections,
    behindMs,
    keepAliveMs = KEEP_ALIVE_MS,
  }: ListenOptions,
  handler: Handler,
  make: MakeServer = createServer,
): Promise<Listener> {
  const room = roomOf(perAddress, connections);
  const door = createDoor(room, exempt);
  const speed = createRequestSpeed(behindMs);
  const endUpgrades: (() => void)[] = [];
  const create = (): Server => {
    const server = make(
      {
        ...{ keepAliveTimeout: keepAliveMs, requestTimeout: LONG_BODY_MS, headersTimeout: 60_000 },
        shouldUpgradeCallback: asksForWebSocket,
      },
      (req, res) => handler(req, res),
    );
    endUpgrades.push(acceptUpgrades(server, handler));
    // Closes connections that are idle for as long as an ordinary request may take.
    server.timeout = REQUEST_MS;
    speed.watch(server, door.began);
    server.prependListener('upgrade', (_req: IncomingMessage, socket: Socket) => door.upgraded(socket));
    // The door closes others before this many are open; only exempt ones can be as many.
    server.maxConnections = 2 * room.all;
    server.on('connection', door.enter);
    return server;
  };
  const { servers, port: bound } = await bindAll({ hosts, port }, create).catch((error: unknown) => {
    throw error instanceof BindError && make === createServer ? listenError(error) : error;
  });
  return {
    port: bound,
    async close() {
      endUpgrades.forEach((end) => end());
      await Promise.all(servers.map(closeServer));
      speed.stop();
    },
  };
}

function listenError(error: BindError): Error {
  const { host, port, code } = error;
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} is in use by another program. Stop it, or choose another port, such as PORT=${port === 65_535 ? 8100 : port + 1}.`,
    );
  if (code === 'EACCES')
    return new StartError(`Port ${port} cannot be opened by this user. Choose one above 1023 with PORT.`);
  if (NO_SUCH_ADDRESS.has(code))
    return new StartError(`${host} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all.`);
  return error;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Open connections could send further requests: this response is their last.
  server.prependListener('request', (_req, res: ServerResponse) => res.setHeader('connection', 'close'));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(force);
}
