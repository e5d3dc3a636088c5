import { chmod } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { oneAtATime } from '../egress/proxy-server.ts';
import type { PageServer } from './page-server.ts';

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
 * A proxy at a Unix socket, through which a browser reads one site and nothing else: other hosts, other methods and
 * tunnels are refused. The browser has no certificates, so pages of an https site are sent with http addresses.
 * @param publicUrl the address of the page
 */
export async function openSiteProxy(socket: string, publicUrl: string, server: PageServer): Promise<SiteProxy> {
  const site = new URL(publicUrl);
  let bytesLeft = MAX_BYTES;
  let page = new URL(plain(site.href, site)).href;
  let hasSentPage = false;
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const refuse = () => void (res.headersSent ? res.destroy() : res.writeHead(403).end());
    const asked = req.url !== undefined && URL.canParse(req.url) ? new URL(req.url) : null;
    if (asked?.host !== site.host || (req.method !== 'GET' && req.method !== 'HEAD')) return refuse();
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const headers = { accept: req.headers.accept ?? '*/*', 'user-agent': req.headers['user-agent'] ?? '' };
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(REQUEST_MS)]);
    const target = asked.pathname + asked.search;
    const pass = (from: IncomingMessage): void => {
      const type = from.headers['content-type'] ?? '';
      const to = {
        'content-type': type,
        ...(from.headers.location && { location: plain(from.headers.location, site) }),
      };
      from.on('data', (chunk: Buffer) => {
        bytesLeft -= chunk.length;
        if (bytesLeft < 0) res.destroy();
      });
      from.once('error', () => res.destroy());
      try {
        res.writeHead(from.statusCode ?? 502, to);
      } catch {
        // Node parses such an answer, and does not send it: an error here would end the process.
        from.destroy();
        return refuse();
      }
      if (asked.href === page) {
        const next = isRedirect(from) && to.location && URL.canParse(to.location, page) && new URL(to.location, page);
        if (next) page = Object.assign(next, { hash: '' }).href;
        else res.once('finish', () => (hasSentPage = true));
      }
      if (site.protocol === 'https:' && TEXT.test(type)) void sendPlain(from, res, site);
      else from.pipe(res);
    };
    server({ method: req.method, target, headers, signal }).then(pass, refuse);
  };
  const proxy = oneAtATime(answer);
  proxy.maxConnections = MAX_CONNECTIONS;
  proxy.on('connect', (_req, connection) => {
    connection.on('error', () => connection.destroy());
    connection.end('HTTP/1.1 403 Forbidden\r\n\r\n', () => connection.destroy());
  });
  proxy.on('upgrade', (_req, connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    proxy.once('error', reject);
    proxy.listen(socket, resolve);
  });
  // The browser runs as another user, and finds only this socket in its sandbox.
  await chmod(socket, 0o666);
  return {
    hasSentPage: () => hasSentPage,
    close() {
      proxy.close();
      proxy.closeAllConnections();
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
