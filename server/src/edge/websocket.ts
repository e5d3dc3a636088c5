import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createSlots } from '../lib/slots.ts';
import type { Upgrade } from '../listen/upgrade.ts';
import type { EdgeSite } from './edge-types.ts';
import { openingOf } from './websocket-handshake.ts';

/** Open WebSockets of a site, for each request that its plan allows at once. */
const PER_REQUEST = 8;
/** One address gets at most this share of them. */
const ADDRESS_SHARE = 1 / 4;

export type WebSocketOptions = {
  /** How long nothing may move on an open one. */
  idleMs: number;
  /** How long one side may stop reading, and how long it may take to end after the other. */
  stallMs: number;
  /** Counts a chunk of the site and returns how many milliseconds it has to wait after it. */
  pace(siteId: string, bytes: number): number;
  /** Whether a site is still served to those who were connected when it was `site`. */
  isServed(site: EdgeSite): Promise<boolean>;
};

export type WebSockets = {
  /** A place for one more of a site and an address; null when there is none. */
  enter(site: EdgeSite, address: string): (() => void) | null;
  /** Opens one between a visitor and a site; false when the response of the site is not a valid one. */
  open(site: EdgeSite, upgrade: Upgrade, answer: { req: IncomingMessage } & SiteSide): boolean;
  /** Closes those of sites that are no longer served: of one host name, or of all. */
  look(host?: string): Promise<void>;
  close(): void;
};

type SiteSide = { res: IncomingMessage; connection: Duplex; first: Buffer };

/** WebSockets that are open between visitors and sites: bytes in both directions, which the edge does not interpret. */
export function createWebSockets(options: WebSocketOptions): WebSockets {
  const slots = createSlots();
  const open = new Map<() => void, EdgeSite>();

  return {
    enter({ siteId, limits }, address) {
      const most = limits.concurrentRequests * PER_REQUEST;
      const leaveAddress = slots.enter(`${siteId} ${address}`, Math.ceil(most * ADDRESS_SHARE));
      const leave = leaveAddress && slots.enter(siteId, most);
      if (leave === null) {
        leaveAddress?.();
        return null;
      }
      return () => {
        leave();
        leaveAddress?.();
      };
    },
    open(site, upgrade, { req, res, connection, first }) {
      const head = openingOf(req, res, site.fqdn.toLowerCase());
      if (head === null) return false;
      const visitor = upgrade.take();
      if (visitor === null) {
        connection.destroy();
        return true;
      }
      visitor.write(head, 'latin1');
      if (first.length > 0) connection.unshift(first);
      const cut = () => {
        visitor.destroy();
        connection.destroy();
      };
      open.set(cut, site);
      visitor.once('close', () => open.delete(cut));
      join(visitor, connection, cut, { ...options, pace: (bytes) => options.pace(site.siteId, bytes) });
      return true;
    },
    async look(host) {
      await Promise.all(
        [...open].map(async ([cut, site]) => {
          if (host !== undefined && site.fqdn.toLowerCase() !== host) return;
          // While the database is away, what is open stays.
          if (!(await options.isServed(site).catch(() => true))) cut();
        }),
      );
    },
    close: () => [...open.keys()].forEach((cut) => cut()),
  };
}

type JoinOptions = Pick<WebSocketOptions, 'idleMs' | 'stallMs'> & { pace(bytes: number): number };

function join(visitor: Duplex, site: Duplex, cut: () => void, { idleMs, stallMs, pace }: JoinOptions): void {
  const idle = setTimeout(cut, idleMs);
  const timers = new Set<NodeJS.Timeout>([idle]);
  const later = (work: () => void, ms: number): NodeJS.Timeout => {
    const timer = setTimeout(work, ms);
    timers.add(timer);
    return timer;
  };
  const cutLater = () => void (visitor.closed || later(cut, stallMs));
  const carry = (from: Duplex, to: Duplex, pauseAfter: (bytes: number) => number): void => {
    let stalled: NodeJS.Timeout | undefined;
    let paced: NodeJS.Timeout | undefined;
    const drop = (timer: NodeJS.Timeout | undefined): undefined => {
      clearTimeout(timer);
      if (timer) timers.delete(timer);
    };
    const goOn = () => void (stalled === undefined && paced === undefined && from.resume());
    from.on('data', (chunk: Buffer) => {
      idle.refresh();
      if (!to.write(chunk)) stalled ??= later(cut, stallMs);
      const pauseMs = pauseAfter(chunk.length);
      if (pauseMs > 0)
        paced ??= later(() => {
          paced = drop(paced);
          goOn();
        }, pauseMs);
      if (stalled !== undefined || paced !== undefined) from.pause();
    });
    to.on('drain', () => {
      stalled = drop(stalled);
      goOn();
    });
    from.once('end', () => {
      to.end();
      cutLater();
    });
    from.resume();
  };
  carry(visitor, site, () => 0);
  carry(site, visitor, pace);
  visitor.once('close', () => {
    timers.forEach(clearTimeout);
    site.destroy();
  });
  // What the site sent before it ended still reaches a slow visitor.
  site.once('close', () => {
    if (site.errored) return cut();
    visitor.end();
    cutLater();
  });
}
