import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type SecureContext } from 'node:tls';
import type { Dial } from './dial.ts';
import { forwardRequest } from './forward-request.ts';
import { isOwn, type OwnSite } from './own-site.ts';
import type { Pace } from './pace.ts';
import { EgressRefusal } from './refusal.ts';
import { readAbsoluteUrl, readAuthority } from './target.ts';

const MAX_CONNECTIONS = 32;
const IDLE_MS = 120_000;
// With `requireHostHeader`, Node itself would answer requests without a Host, ahead of those that wait.
const LIMITS = {
  requireHostHeader: false,
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 180_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 2000,
};

export type ProxyOptions = {
  dial: Dial;
  pace: Pace;
  /** The site itself, for requests to its own pages; null while it has no address. */
  own(): Promise<OwnSite | null>;
  /** A request was rejected because of its target, or because of too many connections. */
  onRefused(): void;
  /** Authorities to use instead of Node's own. */
  secureContext?: SecureContext;
};

/**
 * The HTTP proxy of one site: `CONNECT host:port`, and requests in absolute form. For `https://` in absolute form,
 * which PHP sends without curl, it makes the TLS connection itself. The client follows redirects with new requests,
 * so each hop is checked.
 */
export function createProxyServer(options: ProxyOptions): Server {
  const { dial, pace, own, onRefused } = options;
  const note = (refusal: EgressRefusal) => refusal.status === 403 && onRefused();
  const toOwn = oneAtATime(
    (req, res) =>
      void answering(res, note, async () => {
        await pace.request();
        if (res.destroyed) return;
        await forwardToOwn(req, res, pace, await own(), req.url ?? '/');
      }),
  );

  const connecting = async (req: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    await pace.request();
    if (client.destroyed) return;
    const target = readAuthority(req.url ?? '');
    const site = await own();
    if (client.destroyed) return;
    if (site !== null && isOwn(site, target)) {
      if (target.port === 443) throw new EgressRefusal(403, 'A site reaches its own pages by http:// from inside.');
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) client.unshift(head);
      toOwn.emit('connection', client);
      return;
    }
    const server = await dial(target);
    if (client.destroyed) return void server.destroy();
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    join(req.socket, server, head, pace);
  };

  const server = oneAtATime(
    (req, res) =>
      void answering(res, note, async () => {
        await pace.request();
        if (res.destroyed) return;
        // PHP's streams name the host only in its header.
        const target = readAbsoluteUrl(
          req.url?.startsWith('/') ? `http://${req.headers.host ?? ''}${req.url}` : (req.url ?? ''),
        );
        const site = await own();
        if (res.destroyed) return;
        if (site !== null && isOwn(site, target)) return forwardToOwn(req, res, pace, site, target.path);
        const plain = await dial(target);
        const socket = target.secure
          ? connectTls({
              socket: plain,
              servername: target.host,
              ...(options.secureContext && { secureContext: options.secureContext }),
            })
          : plain;
        socket.on('error', () => undefined);
        if (res.destroyed) return void plain.destroy();
        return forwardRequest(req, res, { socket, pace, path: target.path, host: target.authority });
      }),
  );
  server.on('connect', (req, client, head) => {
    client.on('error', () => client.destroy());
    connecting(req, client, head).catch((error: unknown) => {
      const refusal = refusalOf(error);
      note(refusal);
      const body = `${refusal.message}\n`;
      client.end(
        `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        () => client.destroy(),
      );
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('drop', onRefused);
  return server;
}

/**
 * A server that works on one request per connection. Node reads pipelined requests without a limit while the first
 * one waits, so the second one ends the connection; no proxy client needs pipelining.
 */
export function oneAtATime(listener: RequestListener): Server {
  const busy = new WeakSet<Socket>();
  const guarded: RequestListener = (req, res) => {
    const { socket } = req;
    if (busy.has(socket) || socket.destroyed) return void socket.destroy();
    busy.add(socket);
    const leave = () => busy.delete(socket);
    res.once('finish', leave).once('close', leave);
    listener(req, res);
  };
  const server = createServer(LIMITS, guarded);
  server.on('checkExpectation', guarded);
  // Registered first, so that a tunnel never starts within a response.
  server.on('connect', (req) => busy.has(req.socket) && req.socket.destroy());
  return server;
}

/** Headers that tell the panel a visitor's address: a site must not set them. */
const isForwarded = (name: string): boolean =>
  /^(?:x-forwarded|x-real-ip$|forwarded$|x-panel|cf-|true-client)/.test(name);

async function forwardToOwn(
  req: IncomingMessage,
  res: ServerResponse,
  pace: Pace,
  site: OwnSite | null,
  path: string,
): Promise<void> {
  if (site === null || !path.startsWith('/')) throw new EgressRefusal(400, 'The address is malformed.');
  const socket = await site.dial();
  if (res.destroyed) return void socket.destroy();
  return forwardRequest(req, res, { socket, pace, path, host: site.url.host, without: isForwarded });
}

function refusalOf(error: unknown): EgressRefusal {
  return error instanceof EgressRefusal
    ? error
    : new EgressRefusal(502, 'The server cannot be reached.', { cause: error });
}

async function answering(
  res: ServerResponse,
  note: (refusal: EgressRefusal) => void,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = refusalOf(error);
    note(refusal);
    if (res.headersSent) return void res.destroy();
    res.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    res.end(`${refusal.message}\n`);
  }
}

/**
 * Moves bytes both ways at the pace of the slower side, until one side ends or nothing moves. What a server sent before
 * it closed still reaches a slow client: a pipeline would drop what it holds at that moment.
 */
function join(client: Socket, server: Socket, head: Buffer, pace: Pace): void {
  if (head.length > 0) server.write(head);
  for (const side of [client, server]) side.setTimeout(IDLE_MS, () => side.destroy());
  client.pipe(pace.bytes('out')).pipe(server);
  server.pipe(pace.bytes('in')).pipe(client);
  server.once('close', (hadError) => (hadError || !server.readableEnded) && client.destroy());
  client.once('finish', () => client.destroy()).once('close', () => server.destroy());
}
