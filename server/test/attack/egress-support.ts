import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import { createAddressPolicy } from '../../src/hosting/egress/public-address.ts';
import { createEgress, type Egress, type EgressOptions } from '../../src/hosting/egress/egress.ts';
import type { SiteChannels } from '../../src/hosting/runtime/site-runtime.ts';

export type EgressBench = {
  egress: Egress;
  channels: SiteChannels;
  hits: string[];
  /** Bytes and mails that were counted. */
  counted: { bytes: number; mails: number };
  /** The answer's head and what came after it, for bytes sent as they are. */
  say(text: string): Promise<string>;
  /** Asks the proxy for a tunnel, says something through it and answers with everything that came back. */
  tunnel(authority: string, text?: string): Promise<string>;
  close(): Promise<void>;
};

/** An egress with one site; by default nothing but public addresses is allowed, and no name resolves. */
export async function openEgress({ allow = [], siteId = 'hostile', ...options }: Partial<EgressOptions> & { allow?: string[]; siteId?: string } = {}): Promise<EgressBench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'egress-'));
  const hits: string[] = [];
  const counted = { bytes: 0, mails: 0 };
  const egress = await createEgress({
    dataDir,
    policy: createAddressPolicy({ allow }),
    limits: { hit: (site, kind) => void hits.push(`${site} ${kind}`) },
    meter: {
      add: (_site, { bytes = 0, mails = 0 }) => {
        counted.bytes += bytes;
        counted.mails += mails;
      },
    },
    limitsOf: async () => limitsOfPlan('FREE').site,
    relay: { send: async () => undefined },
    ownSite: async () => null,
    resolve: async () => [],
    ...options,
  });
  const { channels } = await egress.open(siteId);
  return {
    ...{ egress, channels, hits, counted },
    say: (text) => exchange(channels.egress, text),
    tunnel: (authority, text = '') => exchange(channels.egress, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`, text),
    async close() {
      await egress.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends `first`, then `second` once a 200 came, and reads to the end. */
export function exchange(socketPath: string, first: string, second = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let text = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      if (text === '' && second !== '' && chunk.toString('latin1').startsWith('HTTP/1.1 200')) socket.write(second, 'latin1');
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.write(first, 'latin1');
  });
}

export type Listener = { port: number; connections: number; requests: { url: string; host: string; headers: NodeJS.Dict<string | string[]> }[]; server: Server; close(): Promise<void> };

/** A server that counts who connects to it. */
export async function listenOn(host: string, answer: (url: string) => { status?: number; headers?: Record<string, string>; body?: string } = () => ({})): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createServer((req, res) => {
    listener.requests.push({ url: req.url ?? '', host: req.headers.host ?? '', headers: req.headers });
    const { status = 200, headers = {}, body = 'a secret of the inside' } = answer(req.url ?? '');
    res.writeHead(status, { connection: 'close', ...headers });
    res.end(body);
  });
  const listener: Listener = {
    ...{ port: 0, connections: 0, requests: [], server },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  server.on('connection', (socket) => {
    sockets.add(socket);
    listener.connections += 1;
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  listener.port = (server.address() as AddressInfo).port;
  return listener;
}
