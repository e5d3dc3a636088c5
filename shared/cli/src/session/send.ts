import type { IncomingMessage, RequestOptions } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { EXIT, Fault } from '../fault.ts';
import { isLoopback } from './address.ts';

/** The body of a request with its type; a stream has a known length. */
export type Body = { type: string; bytes: Buffer | Readable; length: number };
export type Sent = { method: string; path: string; body?: Body };
export type Received = { status: number; type: string; location: string | undefined; text: string };

const CONNECT_MS = 10_000;
/** The panel ends its own requests earlier. */
const SILENCE_MS = 300_000;
const ANSWER_BYTES = 64 * 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'this name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of its certificate is not known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it does not speak HTTPS',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP',
};

const unreachable = (origin: string, error: unknown): Fault => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = code.startsWith('ERR_SSL') ? 'it does not speak HTTPS' : REASONS[code];
  return new Fault(`${origin} cannot be reached: ${reason ?? message}.`, EXIT.unreachable);
};

async function textOf(incoming: IncomingMessage, origin: string): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > ANSWER_BYTES) {
      incoming.destroy();
      throw new Fault(`The answer of ${origin} is too large.`, EXIT.unreachable);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Sends one request, without a token for what needs none, and follows no redirect: the token goes to the panel that it belongs to and nowhere else. */
export async function send(origin: string, token: string, { method, path, body }: Sent): Promise<Received> {
  const { protocol, hostname, port } = new URL(origin);
  // An import would also load what node offers beside it, such as WebSocket, which takes longer than the request.
  const { request } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  const options: RequestOptions = {
    method,
    // Names below localhost are this machine (RFC 6761), which not every resolver knows.
    hostname: isLoopback(hostname) && hostname.endsWith('.localhost') ? 'localhost' : hostname.replace(/^\[|\]$/g, ''),
    port,
    path,
    headers: {
      host: new URL(origin).host,
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      'user-agent': 'panel-cli',
      ...(body && { 'content-type': body.type, 'content-length': body.length }),
    },
  };
  let late: NodeJS.Timeout | undefined;
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(options, resolve);
      const away = (): void =>
        void outgoing.destroy(Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' }));
      late = setTimeout(away, CONNECT_MS);
      outgoing.on('socket', (socket) => {
        // One that is used again is connected.
        if (socket.connecting) socket.once('connect', () => clearTimeout(late));
        else clearTimeout(late);
      });
      outgoing.setTimeout(SILENCE_MS, away);
      outgoing.on('error', reject);
      if (!body || Buffer.isBuffer(body.bytes)) outgoing.end(body?.bytes);
      // The server may answer, and close, before it has read a file to its end: its answer counts.
      else pipeline(body.bytes, outgoing).catch((error: unknown) => reject(error as Error));
    });
    const { statusCode = 0, headers } = incoming;
    const text = await textOf(incoming, origin);
    return { status: statusCode, type: headers['content-type'] ?? '', location: headers.location, text };
  } catch (error) {
    throw error instanceof Fault ? error : unreachable(origin, error);
  } finally {
    clearTimeout(late);
  }
}
