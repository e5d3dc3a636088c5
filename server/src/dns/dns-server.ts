import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { createServer, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { addressKey } from '../http/client-address.ts';
import { bindAll, BindError, NO_SUCH_ADDRESS } from '../lib/bind-all.ts';
import { createSlots } from '../lib/slots.ts';
import { runAs } from '../lib/running-work.ts';
import { createRateGate, type RateGate } from '../lib/token-bucket.ts';
import type { Logger } from '../process/clock-and-log.ts';
import { RCODE, type ZoneSource } from './answer.ts';
import { answerMessage, plainReply, truncatedReply, type Transport } from './message.ts';
import { serveTcp } from './tcp-connection.ts';

export type DnsLimits = {
  /** Answers a second to one address, over UDP and over TCP, and how many at once after a pause. */
  perSecond: number;
  burst: number;
  /** Questions that are answered at the same time; more are dropped, and clients ask again. */
  atOnce: number;
  connections: number;
  ofOneAddress: number;
  idleMs: number;
};

const LIMITS: DnsLimits = {
  ...{ perSecond: 200, burst: 1000, atOnce: 1000 },
  ...{ connections: 200, ofOneAddress: 20, idleMs: 10_000 },
};
const CLIENTS = 20_000;
/** Every so many of the questions over the limit gets a hint to use TCP, which real clients follow. */
const HINT_EVERY = 2;

export type DnsServerOptions = {
  hosts: readonly string[];
  /** Of UDP and TCP; 0 for any free one. */
  port: number;
  source: ZoneSource;
  log: Logger;
  /** Replaces bounds, for tests of them. */
  limits?: Partial<DnsLimits>;
};

export type DnsServer = { port: number; close(): Promise<void> };

function bindUdp(host: string, port: number, receive: (message: Buffer, from: RemoteInfo) => void): Promise<UdpSocket> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', ipv6Only: isIPv6(host) }, receive);
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(new BindError(host, port, error));
    });
    socket.bind(port, host, () => {
      socket.removeAllListeners('error');
      // What could not be sent to one client concerns no other.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/**
 * Listens for DNS questions over UDP and TCP, and answers them from `source`.
 * @throws BindError when the port cannot be opened
 */
export async function startDnsServer({
  hosts,
  port,
  source,
  log,
  limits: given,
}: DnsServerOptions): Promise<DnsServer> {
  const limits = { ...LIMITS, ...given };
  const gates = new LRUCache<string, { gate: RateGate; over: number }>({ max: CLIENTS });
  const slots = createSlots();
  let running = 0;

  const answer = async (message: Buffer, transport: Transport): Promise<Buffer | null> => {
    if (running >= limits.atOnce) return null;
    running += 1;
    try {
      return await runAs({ kind: 'dns', name: `question over ${transport}` }, () =>
        answerMessage(message, transport, source),
      );
    } catch (error) {
      log.warn({ err: error }, 'a DNS question could not be answered');
      return plainReply(message, RCODE.failed);
    } finally {
      running -= 1;
    }
  };
  /** Spoofed senders must not turn this server against others: each address gets a limited number of answers. */
  const allowed = (address: string, transport: Transport): 'answer' | 'hint' | 'nothing' => {
    const key = `${transport} ${addressKey(address)}`;
    const client = gates.get(key) ?? {
      gate: createRateGate(limits.perSecond, limits.burst, () => performance.now()),
      over: 0,
    };
    gates.set(key, client);
    if (client.gate()) return 'answer';
    client.over += 1;
    return client.over % HINT_EVERY === 0 ? 'hint' : 'nothing';
  };
  const receive = async (socket: UdpSocket, message: Buffer, from: RemoteInfo): Promise<void> => {
    // Nobody can receive an answer at port 0, and sending to it throws.
    if (from.port === 0) return;
    const verdict = allowed(from.address, 'udp');
    if (verdict === 'nothing') return;
    const sent = verdict === 'hint' ? truncatedReply(message) : await answer(message, 'udp');
    if (sent && !closed) socket.send(sent, from.port, from.address, () => undefined);
  };

  let closed = false;
  const ended = new AbortController();
  const tcp = await bindAll({ hosts, port }, () =>
    createServer({ noDelay: true }, (socket) =>
      serveTcp(socket, {
        answer: async (message, address) => (allowed(address, 'tcp') === 'answer' ? answer(message, 'tcp') : null),
        enter: (address) => slots.enter(addressKey(address), limits.ofOneAddress),
        idleMs: limits.idleMs,
        signal: ended.signal,
      }),
    ),
  );
  for (const server of tcp.servers) server.maxConnections = limits.connections;
  const udp: UdpSocket[] = [];
  const close = async (): Promise<void> => {
    closed = true;
    ended.abort();
    await Promise.all([
      ...udp.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
      ...tcp.servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    ]);
  };
  for (const host of hosts) {
    try {
      const socket = await bindUdp(host, tcp.port, (message, from) => {
        receive(socket, message, from).catch((error: unknown) => log.warn({ err: error }, 'a DNS answer was not sent'));
      });
      udp.push(socket);
    } catch (error) {
      // A machine without IPv6 has no second loopback address.
      if (udp.length > 0 && host === '::1' && error instanceof BindError && NO_SUCH_ADDRESS.has(error.code)) continue;
      await close();
      throw error;
    }
  }
  return { port: tcp.port, close };
}
