import { chmod } from 'node:fs/promises';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Endpoint } from '../driver.ts';
import { oneAtATime } from '../egress/proxy-server.ts';
import { whereToConnect } from '../endpoint.ts';

/** What a browser may load for one picture. */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_TEXT_BYTES = 4 * 2 ** 20;
const REQUEST_MS = 20_000;
/** Chromium uses 32 at a time; each may need another one to the site. */
const MAX_CONNECTIONS = 64;
const TEXT = /^text\/(?:html|css)\b/;

export type SiteProxy = {
  /** Whether the browser got the whole page of the address, or of where the site redirects it. */
  hasSentPage(): boolean;
  close(): void;
};

/**
 * A proxy at a Unix socket, through which a browser reads one running site and nothing else: other hosts, other methods
 * and tunnels are refused. The browser has no certificates, so pages of an https site are sent with http addresses.
 */
export async function openSiteProxy(socket: string, publicUrl: string, endpoint: Endpoint): Promise<SiteProxy> {
  const site = new URL(publicUrl);
  let left = MAX_BYTES;
  let page = new URL(plain(site.href, site)).href;
  let hasSentPage = false;
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const refuse = () => void (res.headersSent ? res.destroy() : res.writeHead(403).end());
    const asked = req.url !== undefined && URL.canParse(req.url) ? new URL(req.url) : null;
    if (asked?.host !== site.host || (req.method !== 'GET' && req.method !== 'HEAD')) return refuse();
    const headers = {
      host: site.host,
      accept: req.headers.accept ?? '*/*',
      'user-agent': req.headers['user-agent'] ?? '',
      'x-panel-edge': endpoint.token ?? '',
      'x-forwarded-proto': site.protocol.slice(0, -1),
    };
    const target = asked.pathname + asked.search;
    const signal = AbortSignal.timeout(REQUEST_MS);
    const ask = request({
      ...whereToConnect(endpoint),
      method: req.method,
      path: target,
      headers,
      agent: false,
      signal,
    });
    ask.once('error', refuse);
    res.once('close', () => ask.destroy());
    ask.once('response', (from) => {
      const type = from.headers['content-type'] ?? '';
      const to = {
        'content-type': type,
        ...(from.headers.location && { location: plain(from.headers.location, site) }),
      };
      from.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) res.destroy();
      });
      from.once('error', () => res.destroy());
      try {
        res.writeHead(from.statusCode ?? 502, to);
      } catch {
        // Node parses such an answer, and does not send it: an error here would end the process.
        refuse();
        return void ask.destroy();
      }
      if (asked.href === page) {
        const next = isRedirect(from) && to.location && URL.canParse(to.location, page) && new URL(to.location, page);
        if (next) page = Object.assign(next, { hash: '' }).href;
        else res.once('finish', () => (hasSentPage = true));
      }
      if (site.protocol === 'https:' && TEXT.test(type)) void sendPlain(from, res, site);
      else from.pipe(res);
    });
    ask.end();
  };
  const server = oneAtATime(answer);
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', (_req, connection) => {
    connection.on('error', () => connection.destroy());
    connection.end('HTTP/1.1 403 Forbidden\r\n\r\n', () => connection.destroy());
  });
  server.on('upgrade', (_req, connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  // The browser runs as another user, and finds only this socket in its sandbox.
  await chmod(socket, 0o666);
  return {
    hasSentPage: () => hasSentPage,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 300 && statusCode < 400;

const plain = (text: string, { host }: URL): string => text.replaceAll(`https://${host}`, `http://${host}`);

async function sendPlain(from: IncomingMessage, res: ServerResponse, site: URL): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_TEXT_BYTES) return void res.destroy();
      chunks.push(chunk);
    }
    res.end(plain(Buffer.concat(chunks).toString('utf8'), site));
  } catch {
    res.destroy();
  }
}
