import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { limitsOfPlan } from '@panel/contract';
import { createAddressPolicy } from '../../src/hosting/egress/public-address.ts';
import { createMemoryCounter } from '../../src/lib/attempt-counter.ts';
import { createEgress, type Egress, type EgressOptions } from '../../src/hosting/egress/egress.ts';
import type { SiteChannels } from '../../src/hosting/runtime/site-runtime.ts';

export type EgressSettings = Partial<EgressOptions> & { allow?: string[] };

/** An egress and its reports. */
export type TestEgress = {
  egress: Egress;
  /** Limits that were hit, as `siteId kind`. */
  hits: string[];
  counted: { bytes: number; mails: number };
  /** Emails that the relay received. */
  mails: { siteId: string; recipients: readonly string[]; text: string }[];
};

/** Opens an egress; by default only public addresses are allowed, and no name resolves. */
export async function egressFor(dataDir: string, { allow = [], ...options }: EgressSettings = {}): Promise<TestEgress> {
  const report: Omit<TestEgress, 'egress'> = { hits: [], counted: { bytes: 0, mails: 0 }, mails: [] };
  const egress = await createEgress({
    dataDir,
    policy: createAddressPolicy({ allow }),
    limits: { hit: (siteId, kind) => void report.hits.push(`${siteId} ${kind}`) },
    limitsOf: async () => limitsOfPlan('FREE').site,
    relay: {
      send: async ({ siteId, recipients, file }) =>
        void report.mails.push({ siteId, recipients, text: await readFile(file, 'utf8') }),
    },
    meter: {
      add: (_siteId, { bytes = 0, mails = 0 }) => {
        report.counted.bytes += bytes;
        report.counted.mails += mails;
      },
    },
    attempts: createMemoryCounter(options.now ?? Date.now),
    ownSite: async () => null,
    resolve: async () => [],
    ...options,
  });
  return { egress, ...report };
}

export type EgressBench = TestEgress & {
  channels: SiteChannels;
  /** Sends raw bytes and returns everything received. */
  say(text: string): Promise<string>;
  /** Opens a tunnel through the proxy, sends text, and returns everything received. */
  tunnel(authority: string, text?: string): Promise<string>;
  close(): Promise<void>;
};

/** An egress in its own folder with the channels of one site open. */
export async function openEgress({
  siteId = 'hostile',
  ...settings
}: EgressSettings & { siteId?: string } = {}): Promise<EgressBench> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'egress-'));
  const opened = await egressFor(dataDir, settings);
  const { channels } = await opened.egress.open(siteId);
  return {
    ...opened,
    channels,
    say: (text) => exchange(channels.egress, text),
    tunnel: (authority, text = '') =>
      exchange(channels.egress, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`, text),
    async close() {
      await opened.egress.close();
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
      if (text === '' && second !== '' && chunk.toString('latin1').startsWith('HTTP/1.1 200'))
        socket.write(second, 'latin1');
      text += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(text));
    socket.write(first, 'latin1');
  });
}

export type Listener = {
  port: number;
  connections: number;
  requests: { url: string; host: string; headers: NodeJS.Dict<string | string[]> }[];
  server: Server;
  close(): Promise<void>;
};

/** A server that counts its connections. */
export async function listenOn(
  host: string,
  answer: (url: string) => { status?: number; headers?: Record<string, string>; body?: string } = () => ({}),
): Promise<Listener> {
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
