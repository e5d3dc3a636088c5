import type { Server } from 'node:http';
import { constants, performServerHandshake, type ServerHttp2Session } from 'node:http2';
import { createServer as createHttps, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext, TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { addressKey, clientAddress, type TrustedPeers } from '../lib/client-address.ts';
import { CONNECTIONS_PER_ADDRESS } from '../listen/door.ts';
import {
  KEEP_ALIVE_MS,
  listen,
  type Handler,
  type Listener,
  type ListenOptions,
  type MakeServer,
} from '../listen/http-server.ts';
import { hostName } from '../lib/host-name.ts';
import { createSlots } from '../lib/slots.ts';
import { createRateGate, type RateGate } from '../lib/token-bucket.ts';
import { bridgeStream } from './h2-bridge.ts';

export type TlsOptions = ListenOptions & {
  /** The certificate of a host name; null when it has none. */
  contextOf(host: string): Promise<SecureContext | null>;
  /** The certificate for a client that names no host; null: it gets none. */
  defaultCertificate?(): Promise<{ chain: string; key: string } | null>;
  /** How long a handshake may take. Default 10 s. */
  handshakeMs?: number;
  /** New connections of one address: so many at once, and a tenth of it each second. Default 200. */
  handshakes?: number;
};

/**
 * Suites of TLS 1.2 with authenticated encryption and forward secrecy (RFC 9325, 4.2); those of 1.3 have nothing else.
 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  ...['ECDHE-ECDSA', 'ECDHE-RSA'].flatMap((exchange) =>
    ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].map((cipher) => `${exchange}-${cipher}`),
  ),
].join(':');
const SUITES = { minVersion: 'TLSv1.2', ciphers: CIPHERS } as const;
/** How often the certificate for clients that name no host is looked at. */
const DEFAULT_FRESH_MS = 600_000;
const HANDSHAKE_MS = 10_000;
const HANDSHAKES = 200;
const ADDRESSES = 10_000;
const DRAIN_MS = 10_000;
/** Requests at once of one connection, and of one address in all its connections. */
const STREAMS = 100;
const SETTINGS = {
  maxConcurrentStreams: STREAMS,
  maxHeaderListSize: 32 * 1024,
  enablePush: false,
  enableConnectProtocol: true,
};

type Sessions = { close(): void };

/** Serves the sessions of HTTP/2 on the connections of a server; all others are its own. */
function serveSessions(server: Server, exempt: TrustedPeers, perAddress: number): Sessions {
  const sessions = new Set<ServerHttp2Session>();
  const slots = createSlots();
  const ownListeners = server.listeners('secureConnection');
  const serve = (connection: Duplex): void =>
    ownListeners.forEach((listener) => Reflect.apply(listener, server, [connection]));
  server.removeAllListeners('secureConnection');
  const open = (socket: TLSSocket): void => {
    const address = clientAddress(socket.remoteAddress, undefined, () => false);
    const session = performServerHandshake(socket, { settings: SETTINGS, maxSessionMemory: 8 });
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.on('error', () => undefined);
    session.setTimeout(KEEP_ALIVE_MS, () => session.close());
    session.on('stream', (stream, headers, _flags, rawHeaders) => {
      const leave = exempt(address) ? () => undefined : slots.enter(addressKey(address), perAddress);
      if (leave === null) {
        stream.on('error', () => undefined);
        return stream.close(constants.NGHTTP2_REFUSED_STREAM);
      }
      stream.once('close', leave);
      bridgeStream(serve, socket, stream, headers, rawHeaders);
    });
  };
  server.on('secureConnection', (socket: TLSSocket) => {
    socket.on('error', () => undefined);
    if (socket.alpnProtocol === 'h2') open(socket);
    else serve(socket);
  });
  return {
    close() {
      for (const session of sessions) session.close();
      setTimeout(() => sessions.forEach((session) => session.destroy()), DRAIN_MS).unref();
    },
  };
}

/**
 * Listens for HTTPS: the certificate is chosen by the name in the handshake, and HTTP/1.1 and HTTP/2 reach one handler. A name without a
 * certificate, a handshake that is malformed or slow, and too many from one address end the connection.
 * @throws BindError
 */
export async function listenTls(options: TlsOptions, handler: Handler): Promise<Listener> {
  const { contextOf, handshakeMs = HANDSHAKE_MS, handshakes = HANDSHAKES } = options;
  const exempt = options.exempt ?? (() => false);
  const gates = new LRUCache<string, RateGate>({ max: ADDRESSES });
  const mayTry = (peer: string | undefined): boolean => {
    const address = clientAddress(peer, undefined, () => false);
    if (exempt(address)) return true;
    const key = addressKey(address);
    const gate = gates.get(key) ?? createRateGate(handshakes / 10, handshakes, () => performance.now());
    gates.set(key, gate);
    return gate();
  };
  const sessions: Sessions[] = [];
  const servers: SecureServer[] = [];
  let shown = '';
  /** What was used stays in use while there is no other. */
  const refresh = async (): Promise<void> => {
    const found = await options.defaultCertificate?.().catch(() => null);
    if (!found || found.chain === shown) return;
    shown = found.chain;
    for (const server of servers) server.setSecureContext({ ...SUITES, cert: found.chain, key: found.key });
  };
  const make: MakeServer = (settings, answer) => {
    const server = createHttps(
      {
        ...settings,
        ALPNProtocols: ['h2', 'http/1.1'],
        ...SUITES,
        handshakeTimeout: handshakeMs,
        SNICallback: (name, done) => {
          const host = hostName(name);
          if (host === null) return done(new Error('This is no host name.'));
          contextOf(host).then(
            (context) => (context ? done(null, context) : done(new Error(`There is no certificate for ${host}.`))),
            (error: Error) => done(error),
          );
        },
      },
      answer,
    );
    servers.push(server);
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    server.prependListener('connection', (socket: Socket) => void (mayTry(socket.remoteAddress) || socket.destroy()));
    sessions.push(serveSessions(server, exempt, options.perAddress ?? CONNECTIONS_PER_ADDRESS));
    return server;
  };
  const listener = await listen(options, handler, make);
  void refresh();
  const refreshing = setInterval(() => void refresh(), DEFAULT_FRESH_MS).unref();
  return {
    port: listener.port,
    async close() {
      clearInterval(refreshing);
      const closed = listener.close();
      for (const each of sessions) each.close();
      await closed;
    },
  };
}
