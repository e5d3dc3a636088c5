import { chmod } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Endpoint } from '../driver.ts';
import { whereToConnect } from '../endpoint.ts';

/** What a browser may load for one picture. */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_TEXT_BYTES = 4 * 2 ** 20;
const REQUEST_MS = 20_000;
const TEXT = /^text\/(?:html|css)\b/;

export type SiteProxy = { close(): void };

/**
 * A proxy at a Unix socket, through which a browser reads one running site and nothing else: other hosts, other methods
 * and tunnels are refused. The browser has no certificates, so pages of an https site are sent with http addresses.
 */
export async function openSiteProxy(socket: string, publicUrl: string, endpoint: Endpoint): Promise<SiteProxy> {
  const site = new URL(publicUrl);
  let left = MAX_BYTES;
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
      res.writeHead(from.statusCode ?? 502, to);
      if (site.protocol === 'https:' && TEXT.test(type)) void sendPlain(from, res, site);
      else from.pipe(res);
    });
    ask.end();
  };
  const server = createServer(answer);
  server.on('connect', (_req, connection) => connection.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  server.on('upgrade', (_req, connection) => connection.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  // The browser runs as another user, and finds only this socket in its sandbox.
  await chmod(socket, 0o666);
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

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
