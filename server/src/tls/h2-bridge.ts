import { randomBytes } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { duplexPair, type Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { HOP_BY_HOP } from '../lib/hop-by-hop.ts';
import { hostName } from '../lib/host-name.ts';

/** The edge has checked the headers of a response; it allows half of this. */
const MOST_HEADER_BYTES = 128 * 1024;
/** A stream on which nothing moves is cut, as a connection of HTTP/1.1 is. */
const SILENT_MS = 310_000;

const NO_BODY = new Set([204, 205, 304]);

/** What code behind an HTTP server reads of its connection. */
function likeSocket(far: Duplex, near: Duplex, { remoteAddress, remotePort, localAddress }: TLSSocket): void {
  const write = far._write;
  const receive = near._write;
  let [bytesRead, bytesWritten] = [0, 0];
  near._write = (chunk: Buffer, encoding, done) => {
    bytesRead += chunk.length;
    receive.call(near, chunk, encoding, done);
  };
  far._write = (chunk: Buffer, encoding, done) => {
    bytesWritten += chunk.length;
    write.call(far, chunk, encoding, done);
  };
  Object.defineProperties(far, {
    remoteAddress: { value: remoteAddress },
    remotePort: { value: remotePort },
    localAddress: { value: localAddress },
    encrypted: { value: true },
    bytesRead: { get: () => bytesRead },
    bytesWritten: { get: () => bytesWritten },
  });
}

type HeaderOptions = { authority: string; hasBody: boolean; isWebSocket: boolean };

/** The header lines of a request in the form of HTTP/1.1; cookies may come one by one (RFC 9113 §8.2.3). */
function requestHeaders(raw: readonly string[], { authority, hasBody, isWebSocket }: HeaderOptions): string[] {
  const headers = ['Host', authority];
  const cookies: string[] = [];
  let hasLength = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (name.startsWith(':') || name === 'host' || name === 'sec-websocket-key' || HOP_BY_HOP.has(name)) continue;
    hasLength ||= name === 'content-length';
    if (name === 'cookie') cookies.push(value);
    else headers.push(name, value);
  }
  // Otherwise the body of a GET would be read as another request.
  if (hasBody && !hasLength) headers.push('Transfer-Encoding', 'chunked');
  if (cookies.length > 0) headers.push('Cookie', cookies.join('; '));
  // HTTP/2 has no key (RFC 8441 §5.1).
  const key = isWebSocket ? randomBytes(16).toString('base64') : '';
  if (isWebSocket) headers.push('Connection', 'Upgrade', 'Upgrade', 'websocket', 'Sec-WebSocket-Key', key);
  return headers;
}

const forwarded = (answer: IncomingMessage): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)));

function respond(stream: ServerHttp2Stream, answer: IncomingMessage, method: string): void {
  const status = answer.statusCode ?? 502;
  // Only `set-cookie` comes several times here: HTTP/2 refuses others that repeat.
  const endStream = method === 'HEAD' || NO_BODY.has(status);
  stream.respond({ ...forwarded(answer), [constants.HTTP2_HEADER_STATUS]: status }, { endStream });
  if (endStream) return void answer.resume();
  answer.pipe(stream);
}

/** Opens a WebSocket: its bytes are the content of the stream, in both directions (RFC 8441). */
function open(stream: ServerHttp2Stream, answer: IncomingMessage, tunnel: Duplex): void {
  const { 'sec-websocket-accept': _key, ...headers } = forwarded(answer);
  stream.respond({ ...headers, [constants.HTTP2_HEADER_STATUS]: 200 });
  const end = () => stream.close();
  tunnel.pipe(stream).pipe(tunnel);
  tunnel.once('end', end).once('close', end);
  stream.once('close', () => tunnel.destroy());
}

/**
 * Answers a request of HTTP/2 through a server of HTTP/1.1, by a connection in memory: the same code reads it, with the same
 * checks and limits.
 */
export function bridgeStream(
  serve: (connection: Duplex) => void,
  connection: TLSSocket,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
): void {
  const reset = (code: number) => void (stream.closed || stream.destroyed || stream.close(code));
  const { ':method': asked = '', ':path': path = '', ':authority': authority = headers.host ?? '' } = headers;
  const isWebSocket = asked === 'CONNECT' && headers[':protocol'] === 'websocket';
  const method = isWebSocket ? 'GET' : asked;
  // `close` would end the body first, and a part of an answer would look like all of it.
  const fail = () => void stream.destroy(new Error('The answer was cut.'));
  stream.on('error', () => undefined);
  stream.setTimeout(SILENT_MS, fail);
  // Another way than a page: a tunnel (CONNECT), or an address of another form.
  if (method === 'CONNECT' || !path.startsWith('/')) return reset(constants.NGHTTP2_PROTOCOL_ERROR);
  // The name of the handshake chose the certificate, and with it whose connection this is (RFC 9110, 7.4).
  if (connection.servername && hostName(authority) !== hostName(connection.servername)) {
    stream.respond({ [constants.HTTP2_HEADER_STATUS]: 421 }, { endStream: true });
    return;
  }
  const [near, far] = duplexPair();
  likeSocket(far, near, connection);
  far.once('close', () => far.writableFinished || near.destroy());
  near.once('close', () => far.destroy());
  near.on('error', () => undefined);
  far.on('error', () => undefined);
  const hasBody = !stream.endAfterHeaders && !isWebSocket;
  let out: ReturnType<typeof request>;
  try {
    out = request({
      ...{ method, path, headers: requestHeaders(rawHeaders, { authority, hasBody, isWebSocket }), setHost: false },
      createConnection: () => near as Socket,
      maxHeaderSize: MOST_HEADER_BYTES,
    });
    out.maxHeadersCount = 0;
  } catch {
    // Characters that HTTP/1.1 does not allow.
    near.destroy();
    return reset(constants.NGHTTP2_PROTOCOL_ERROR);
  }
  stream.once('close', () => out.destroy());
  out.on('error', fail);
  const give = (source: Duplex | IncomingMessage, send: () => void): void => {
    source.once('error', fail);
    if (stream.destroyed || stream.closed) return void source.destroy();
    try {
      send();
    } catch {
      // A header that HTTP/2 does not allow, or a stream that has just been reset.
      source.destroy();
      fail();
    }
  };
  out.once('response', (answer) => give(answer, () => respond(stream, answer, method)));
  out.once('upgrade', (answer, tunnel, first) => {
    if (first.length > 0) tunnel.unshift(first);
    give(tunnel, () => open(stream, answer, tunnel));
  });
  serve(far);
  if (hasBody) stream.pipe(out);
  else out.end();
}
