import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { createServer, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { addressKey } from '../lib/client-address.ts';
import { bindAll, BindError, NO_SUCH_ADDRESS } from '../lib/bind-all.ts';
import { createSlots } from '../lib/slots.ts';
import { runAs } from '../lib/running-work.ts';
import { createRateGate, createTokenBucket, type RateGate, type TokenBucket } from '../lib/token-bucket.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { RCODE, type ZoneSource } from './answer.ts';
import { createCookies } from './cookies.ts';
import { answerMessage, isProven, plainReply, truncatedReply, type Transport } from './message.ts';
import { serveTcp } from './tcp-connection.ts';

export type DnsLimits = {
  /** Answers a second to one address over UDP, and how many at once after a pause. */
  perSecond: number;
  burst: number;
  /** How many times as many to an address that is no forgery: it has a cookie, or asks over TCP. */
  proven: number;
  /** Questions that are answered at the same time; more are dropped, and clients ask again. */
  atOnce: number;
  connections: number;
  ofOneAddress: number;
  idleMs: number;
};

const LIMITS: DnsLimits = {
  ...{ perSecond: 200, burst: 1000, proven: 10, atOnce: 1000 },
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
  /** The installation's key, for cookies. Without one they last as long as the server. */
  key?: Buffer;
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
  key = randomBytes(32),
  limits: given,
}: DnsServerOptions): Promise<DnsServer> {
  const limits = { ...LIMITS, ...given };
  const gates = new LRUCache<string, { gate: RateGate; over: number }>({ max: CLIENTS });
  const provenGates = new LRUCache<string, RateGate>({ max: CLIENTS });
  const paces = new LRUCache<string, TokenBucket>({ max: CLIENTS });
  const cookies = createCookies(key, Date.now);
  const slots = createSlots();
  let running = 0;

  const answer = async (message: Buffer, transport: Transport, address: string): Promise<Buffer | null> => {
    // Over TCP, connections are few, and each has one question at a time.
    if (transport === 'udp' && running >= limits.atOnce) return null;
    running += 1;
    try {
      return await runAs({ kind: 'dns', name: `question over ${transport}` }, () =>
        answerMessage(message, { transport, source, address, cookies }),
      );
    } catch (error) {
      log.warn({ err: error }, 'a DNS question could not be answered');
      return plainReply(message, RCODE.failed);
    } finally {
      running -= 1;
    }
  };
  /** Spoofed senders must not turn this server against others: each address gets a limited number of answers. */
  const allowed = (message: Buffer, address: string): 'answer' | 'hint' | 'nothing' => {
    const of = addressKey(address);
    const client = gates.get(of) ?? {
      gate: createRateGate(limits.perSecond, limits.burst, () => performance.now()),
      over: 0,
    };
    gates.set(of, client);
    if (client.gate() || (isProven(message, { address, cookies }) && provenGate(of)())) return 'answer';
    client.over += 1;
    return client.over % HINT_EVERY === 0 ? 'hint' : 'nothing';
  };
  const provenGate = (of: string): RateGate => {
    const { perSecond, burst, proven } = limits;
    const gate = provenGates.get(of) ?? createRateGate(perSecond * proven, burst * proven, () => performance.now());
    provenGates.set(of, gate);
    return gate;
  };
  /** Who asks faster over TCP waits, and loses nothing; false for one who would wait longer than a pause may last. */
  const paced = async (address: string): Promise<boolean> => {
    const of = addressKey(address);
    const { perSecond, burst, proven } = limits;
    const pace = paces.get(of) ?? createTokenBucket(perSecond * proven, burst / perSecond, () => performance.now());
    paces.set(of, pace);
    const ms = pace(1);
    if (ms > limits.idleMs) return false;
    if (ms > 0) await wait(ms, undefined, { signal: ended.signal }).catch(() => undefined);
    return true;
  };
  const receive = async (socket: UdpSocket, message: Buffer, from: RemoteInfo): Promise<void> => {
    // Nobody can receive an answer at port 0, and sending to it throws.
    if (from.port === 0) return;
    const verdict = allowed(message, from.address);
    if (verdict === 'nothing') return;
    const sent = verdict === 'hint' ? truncatedReply(message) : await answer(message, 'udp', from.address);
    if (sent && !closed) socket.send(sent, from.port, from.address, () => undefined);
  };

  let closed = false;
  const ended = new AbortController();
  const tcp = await bindAll({ hosts, port }, () =>
    createServer({ noDelay: true }, (socket) =>
      serveTcp(socket, {
        answer: async (message, address) => {
          return (await paced(address)) ? answer(message, 'tcp', address) : null;
        },
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
