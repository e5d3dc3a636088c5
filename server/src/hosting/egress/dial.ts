import { connect, isIP, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { AddressPolicy } from './public-address.ts';
import { EgressRefusal } from './refusal.ts';
import type { Resolve } from './resolver.ts';
import { isAddress, type Target } from './target.ts';

/** Web ports. Mail ports are missing on purpose: mail leaves through the panel's relay, which counts it. */
const OPEN_PORTS = new Set([80, 443, 8080, 8443]);
/** What a name below `localhost` leads to, without a name server (RFC 6761, 6.3); only where the operator allows it. */
const LOOPBACK = ['127.0.0.1', '::1'];
const CONNECT_MS = 5000;
const MAX_ADDRESSES = 4;
const REMEMBER_MS = 30_000;

/**
 * Connects to an external server.
 * @throws EgressRefusal
 */
export type Dial = (target: Target) => Promise<Socket>;

export type DialOptions = {
  /** Null closes the egress altogether. */
  policy: AddressPolicy | null;
  resolve: Resolve;
  now: () => number;
  /** Ports of public servers that may be reached; by default those of the web. */
  isOpen?: (port: number) => boolean;
};

/**
 * Resolves once, checks every address and connects to one of the checked addresses, so that a second answer of the
 * name server has no effect. One disallowed address rejects the name.
 */
export function createDial({ policy, resolve, now, isOpen = (port) => OPEN_PORTS.has(port) }: DialOptions): Dial {
  const unreachable = new LRUCache<string, true>({ max: 500, ttl: REMEMBER_MS, perf: { now } });

  return async ({ host, port }) => {
    if (policy === null) throw new EgressRefusal(403, 'This installation does not let sites reach other servers.');
    const isBelow = host.endsWith('.localhost');
    const loopback = LOOPBACK.filter((address) => policy.named(address));
    if (host === 'localhost' || (isBelow && loopback.length === 0))
      throw new EgressRefusal(403, `${host} is not a public server.`);
    const addresses = isBelow ? loopback : isAddress(host) ? [host] : await resolve(host);
    for (const address of addresses) {
      if (!policy.allows(address)) throw new EgressRefusal(403, `${host} is not a public server.`);
      if (!isOpen(port) && !policy.named(address)) throw new EgressRefusal(403, `Port ${port} is not open for sites.`);
    }
    // IPv4 first: where IPv6 is missing, its addresses cost time.
    const candidates = addresses
      .toSorted((a, b) => isIP(a) - isIP(b))
      .slice(0, MAX_ADDRESSES)
      .filter((address) => !unreachable.has(`${address} ${port}`));
    let cause: unknown;
    for (const address of candidates) {
      try {
        return await connectTo(address, port);
      } catch (error) {
        if (error instanceof NoAnswer) unreachable.set(`${address} ${port}`, true);
        cause = error;
      }
    }
    throw new EgressRefusal(502, `${host} cannot be reached.`, { cause });
  };
}

/** Only timeouts are cached: every other failure is quick. */
class NoAnswer extends Error {}

function connectTo(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(CONNECT_MS, () => fail(new NoAnswer(`no connection within ${CONNECT_MS} ms`)));
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      // The socket's user sees it close; an unhandled error would end the panel.
      socket.on('error', () => undefined);
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      resolve(socket);
    });
  });
}
