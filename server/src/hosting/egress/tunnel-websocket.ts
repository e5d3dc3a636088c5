import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { INSIDE_PORTS } from '../runtime/site-runtime.ts';
import type { SiteChannels } from '../runtime/site-runtime.ts';
import type { ConnectionPace } from './connection-pace.ts';

/** Larger responses to CONNECT are rejected. */
const MAX_RESPONSE_HEAD = 8192;
/** WASI's number for "permission denied", which Emscripten uses. */
const WASI_EACCES = 2;
const STATES = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 } as const;
type State = (typeof STATES)[keyof typeof STATES];
type Listener = (...values: unknown[]) => void;
/** Of each channel, for all connections of a process. */
export type ChannelPaces = Readonly<Record<keyof SiteChannels, ConnectionPace>>;

/**
 * Emscripten reaches the network through an object like a WebSocket of the package `ws`. This one opens a tunnel
 * through the site's egress, in the worker itself, so that nothing listens on loopback. It implements only what
 * Emscripten (SOCKFS) and php-wasm call.
 */
export function tunnelWebSocket(channels: SiteChannels, paces: ChannelPaces) {
  return class TunnelWebSocket extends EventEmitter {
    readonly CONNECTING = STATES.CONNECTING;
    readonly OPEN = STATES.OPEN;
    readonly CLOSING = STATES.CLOSING;
    readonly CLOSED = STATES.CLOSED;
    readyState: State = STATES.CONNECTING;
    binaryType = 'arraybuffer';
    readonly url: string;
    #socket: Socket | null = null;
    readonly #leave: () => void;

    /** @param url in the form of `tunnelUrl` */
    constructor(url: string) {
      super();
      this.url = url;
      // An error event without a listener would end the worker.
      this.on('error', () => undefined);
      const to = new URL(url).searchParams;
      const [host, port] = [to.get('host') ?? '', Number(to.get('port'))];
      const mail = port === INSIDE_PORTS.mail && (host === '127.0.0.1' || host === 'localhost');
      this.#leave = paces[mail ? 'mail' : 'egress'](() => {
        const socket = connect({ path: mail ? channels.mail : channels.egress });
        this.#socket = socket;
        socket.on('error', (error) => this.#fail(error));
        socket.on('close', () => this.#closed());
        if (mail) socket.once('connect', () => this.#open(socket, Buffer.alloc(0)));
        else this.#ask(socket, host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
      });
    }

    /** Requests the tunnel; everything after the response's headers belongs to the connection. */
    #ask(socket: Socket, authority: string): void {
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
      let head = Buffer.alloc(0);
      const read = (chunk: Buffer) => {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0 && head.length < MAX_RESPONSE_HEAD) return;
        socket.off('data', read);
        if (end < 0 || !head.toString('latin1').startsWith('HTTP/1.1 200 '))
          return this.#fail(new Error('the tunnel was refused'));
        this.#open(socket, head.subarray(end + 4));
      };
      socket.on('data', read);
    }

    #open(socket: Socket, first: Buffer): void {
      if (this.readyState !== STATES.CONNECTING) return;
      this.readyState = STATES.OPEN;
      this.emit('open');
      if (first.length > 0) this.emit('message', first, true);
      socket.on('data', (chunk: Buffer) => this.emit('message', chunk, true));
    }

    #fail(error: Error): void {
      if (this.readyState === STATES.CLOSED) return;
      this.readyState = STATES.CLOSED;
      this.#socket?.destroy();
      this.#leave();
      this.emit('error', error);
      this.emit('close');
    }

    #closed(): void {
      this.#leave();
      if (this.readyState === STATES.CLOSED) return;
      this.readyState = STATES.CLOSED;
      this.emit('close');
    }

    send(chunk: ArrayBuffer | ArrayBufferView): void {
      const bytes = ArrayBuffer.isView(chunk)
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.from(chunk);
      // SOCKFS passes memory of the WebAssembly instance; it is written later, so copy it.
      this.#socket?.write(Uint8Array.prototype.slice.call(bytes));
    }

    close(): void {
      if (this.readyState >= STATES.CLOSING) return;
      const socket = this.#socket;
      if (socket === null) return this.#closed();
      this.readyState = STATES.CLOSING;
      socket.end();
      socket.setTimeout(5000, () => socket.destroy());
    }

    setSocketOpt(): void {
      // Keep-alive and delay concern the egress's own connection.
    }

    addEventListener(name: string, listener: Listener): void {
      this.on(name, listener);
    }

    removeEventListener(name: string, listener: Listener): void {
      this.off(name, listener);
    }
  };
}

/** The address of a tunnel, in place of a WebSocket server's. */
export function tunnelUrl(host: string, port: number): string {
  return `ws://tunnel/?${new URLSearchParams({ host, port: String(port) }).toString()}`;
}

/** The `websocket` settings of the php-wasm module: outbound through the egress, no listening. */
export function tunnelNetworking(channels: SiteChannels, paces: ChannelPaces) {
  const TunnelWebSocket = tunnelWebSocket(channels, paces);
  return {
    url: (_socket: unknown, host: string, port: number) => tunnelUrl(host, port),
    subprotocol: 'binary',
    decorator: () => TunnelWebSocket,
    serverDecorator: () =>
      class NoServer {
        constructor() {
          throw Object.assign(new Error('Hosted code cannot listen.'), { name: 'ErrnoError', errno: WASI_EACCES });
        }
      },
  };
}
