import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { connect as connectTls, createSecureContext } from 'node:tls';
import { WebSocket, type ClientOptions } from 'ws';
import type { EdgeConfig } from '../../src/edge/index.ts';
import type { PublicFiles } from '../../src/hosting/driver.ts';
import { createKeeper, type Keeper } from '../../src/hosting/local/keeper.ts';
import type { SiteProcess } from '../../src/hosting/runtime/site-runtime.ts';
import { listen, type Handler, type Listener } from '../../src/listen/http-server.ts';
import { createLocalAuthority } from '../../src/tls/local-authority.ts';
import { listenTls } from '../../src/tls/tls-server.ts';
import { issuing, openHttp2 } from '../tls/tls-support.ts';
import { openEdge, type EdgeBench } from './edge-support.ts';

export const HOST = 'chat.sites.localhost';
const SITE = path.join(import.meta.dirname, 'websocket-site.ts');

async function serve(): Promise<SiteProcess> {
  const token = 'site-token';
  const child = spawn(process.execPath, [SITE, token], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit').then(() => undefined);
  const [port] = await once(createInterface(child.stdout), 'line');
  return {
    endpoint: { host: '127.0.0.1', port: Number(port), token },
    pid: child.pid ?? 0,
    exited,
    stop: () => (child.kill('SIGKILL'), exited),
    usage: async () => ({ cpuMs: 0, rssBytes: 0 }),
  };
}

export type WebSocketBench = {
  bench: EdgeBench;
  keeper: Keeper;
  http: Listener;
  https: Listener;
  ca: string;
  /** What the edge serves itself of the site. */
  files: { of: PublicFiles };
  dial(url?: string, options?: ClientOptions & { protocol?: string }): WebSocket;
  close(): Promise<void>;
};

/** An edge behind the doors of the panel, in front of a process that speaks WebSocket and sleeps while it is not used. */
export async function openWebSockets(config: Partial<EdgeConfig> = {}): Promise<WebSocketBench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-ws-'));
  const keeper = createKeeper({
    serve,
    ended: async () => undefined,
    maxRunning: 4,
    idleMs: 1,
    clock: { now: Date.now },
  });
  const files: WebSocketBench['files'] = { of: { root: dataDir, mode: 'assets', core: null } };
  const { start, stop, endpoint, lease } = keeper;
  const bench = await openEdge({ start, stop, endpoint, lease, publicFiles: async () => files.of }, config);
  const handler: Handler = (req, res, upgrade) => void bench.edge.handle(req, res, upgrade);
  const authority = createLocalAuthority(dataDir, { now: () => new Date() });
  const { chain, key } = await authority.issue([HOST], issuing);
  const ca = (await authority.root()) ?? '';
  const context = createSecureContext({ cert: chain, key });
  const http = await listen({ port: 0, hosts: ['127.0.0.1'] }, handler);
  const https = await listenTls({ port: 0, hosts: ['127.0.0.1'], contextOf: async () => context }, handler);
  return {
    ...{ bench, keeper, http, https, ca, files },
    dial(url = `ws://${HOST}/`, { protocol, ...options } = {}) {
      const createConnection = url.startsWith('wss:')
        ? () => connectTls({ host: '127.0.0.1', port: https.port, servername: HOST, ca, ALPNProtocols: ['http/1.1'] })
        : () => connectTcp(http.port, '127.0.0.1');
      const socket = new WebSocket(url, protocol === undefined ? [] : [protocol], {
        ...options,
        createConnection: createConnection as NonNullable<ClientOptions['createConnection']>,
      });
      return socket.on('error', () => undefined);
    },
    async close() {
      await bench.close();
      await Promise.all([http.close(), https.close()]);
      await keeper.stopAll();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** The status with which a request for a WebSocket was refused, or 101. */
export async function statusOf(socket: WebSocket): Promise<number> {
  const [event, status] = await Promise.race([
    once(socket, 'open').then(() => ['open', 101] as const),
    once(socket, 'unexpected-response').then(([, answer]) => ['answer', answer.resume().statusCode as number] as const),
  ]);
  if (event === 'answer') socket.terminate();
  return status;
}

export async function closed(socket: WebSocket): Promise<void> {
  if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
}

/** A WebSocket in a stream of HTTP/2 (RFC 8441). */
export async function overHttp2(
  { https, ca }: Pick<WebSocketBench, 'https' | 'ca'>,
  headers: Record<string, string> = {},
): Promise<{ session: ClientHttp2Session; stream: ClientHttp2Stream; answer: Record<string, unknown> }> {
  const session = openHttp2({ port: https.port, host: HOST, ca });
  await once(session, 'remoteSettings');
  const stream = session.request(
    {
      ...{ ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/', 'sec-websocket-version': '13' },
      ...headers,
    },
    { endStream: false },
  );
  stream.on('error', () => undefined);
  const [answer] = await once(stream, 'response');
  return { session, stream, answer };
}

/** A frame of a short text from a client, with a mask that changes nothing. */
export const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
