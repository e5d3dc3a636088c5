import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Target } from './target.ts';

/** A site as it reaches itself: WordPress requests its own pages for scheduled jobs and its health check. */
export type OwnSite = {
  /** The public address; a request can name no other host. */
  url: URL;
  /** Connects to the edge. */
  dial(): Promise<Socket>;
};

const HTTP = 80;
const HTTPS = 443;

/** Whether a target is the site's own public address; plain HTTP also matches a public HTTPS address. */
export function isOwn({ url }: OwnSite, { host, port }: Target): boolean {
  const usual = url.port === '' ? (url.protocol === 'https:' ? HTTPS : HTTP) : Number(url.port);
  return host === url.hostname && (port === usual || port === HTTP);
}

/** An address of 127.64.0.0/10 for a site's connections to the panel. */
function sourceAddress(siteId: string): string {
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(siteId).digest();
  return `127.${64 + (first & 63)}.${second}.${third}`;
}

/** Whether a connection is one of a site to itself. */
export const isSiteAddress = (address: string | undefined): boolean =>
  /^(?:::ffff:)?127\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(address ?? '');

/** Connects a site to the panel's own port, which serves the edge, on one of its addresses. */
export function dialPanel(hosts: readonly string[], port: number, siteId: string): Promise<Socket> {
  const loopback = hosts.find((host) => host === '127.0.0.1' || host === '0.0.0.0') === undefined ? null : '127.0.0.1';
  const host = loopback ?? (hosts[0] === '::' ? '::1' : (hosts[0] ?? '127.0.0.1'));
  return new Promise((resolve, reject) => {
    // The panel limits connections by address: a site's must not use up anyone else's.
    const localAddress = host === '127.0.0.1' && process.platform === 'linux' ? sourceAddress(siteId) : undefined;
    const socket = connect({ host, port, localAddress });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}
