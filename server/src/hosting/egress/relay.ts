import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { HostingError } from '../hosting-error.ts';
import type { Dial } from './dial.ts';
import { EgressRefusal } from './refusal.ts';
import type { Target } from './target.ts';
import { sentence } from '../../lib/sentence.ts';

/**
 * A way to one server for a program that has no network. Each connection begins with a line `{token} {port}`; the
 * address is the one that was checked. `port`: where the relay listens on loopback, for programs outside of a sandbox.
 */
export type Relay = { path: string | null; port: number | null; token: string; close(): Promise<void> };

/** Opens a relay to a server. @throws HostingError SOURCE_UNAVAILABLE, when its address is refused or does not answer */
export type Reach = (target: Target, where: 'socket' | 'loopback') => Promise<Relay>;

/** FTP has one connection for commands and one for data at a time, whose end may come after the beginning of the next ones. */
const MAX_CONNECTIONS = 32;
const IDLE_MS = 60_000;
const HEAD_MS = 5_000;
const MAX_HEAD = 100;

/** Ports of file transfer: the usual ones, and those of a server's choice. Mail and the like are below 1024. */
export const isTransferPort = (port: number): boolean => port >= 1024 || port === 21 || port === 22 || port === 990;

/** @param folder returns a new folder that only the panel's user can open */
export function createReach(dial: Dial, folder: () => Promise<string>): Reach {
  return async (target, where) => {
    const first = await dialFirst(dial, target);
    const host = first.remoteAddress ?? '';
    const token = randomBytes(24).toString('base64url');
    let unused: Socket | null = first;
    first.once('close', () => (unused = null));
    const reach = (port: number): Promise<Socket> | Socket => {
      if (unused === null || port !== target.port) return dial({ host, port });
      const socket = unused;
      unused = null;
      return socket;
    };
    const { server, close } = serve(token, reach);
    try {
      const socketPath = where === 'socket' ? path.join(await folder(), 'relay.sock') : null;
      await listen(server, socketPath);
      const address = server.address();
      return {
        path: socketPath,
        port: typeof address === 'object' ? (address?.port ?? null) : null,
        token,
        async close() {
          unused?.destroy();
          await close();
        },
      };
    } catch (error) {
      first.destroy();
      await close();
      throw error;
    }
  };
}

/** Connects once before anything else, so that a wrong address has its own message, and its name is resolved once. */
async function dialFirst(dial: Dial, target: Target): Promise<Socket> {
  try {
    return await dial(target);
  } catch (error) {
    if (!(error instanceof EgressRefusal)) throw error;
    throw new HostingError(
      'SOURCE_UNAVAILABLE',
      [error.message, sentence('Check the host and the port, then try again.')],
      {
        retryable: false,
        cause: error,
      },
    );
  }
}

function serve(token: string, reach: (port: number) => Promise<Socket> | Socket) {
  const open = new Set<Socket>();
  // Of the relay as a whole: FTP's connection for commands is silent while a file is transferred on another one.
  let idle: NodeJS.Timeout | undefined;
  const moved = () => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      for (const client of open) client.destroy();
    }, IDLE_MS).unref();
  };
  const server = createServer((client) => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    client.setTimeout(HEAD_MS, () => client.destroy());
    readHead(client, (port, rest) => {
      client.pause();
      client.setTimeout(0);
      Promise.resolve(reach(port)).then(
        (server) => {
          if (client.destroyed) return void server.destroy();
          if (rest.length > 0) server.write(rest);
          moved();
          join(client.on('data', moved), server.on('data', moved));
        },
        () => client.destroy(),
      );
    });
  });
  server.maxConnections = MAX_CONNECTIONS;

  /** Calls back with the port of a valid first line and what follows it; anything else ends the connection. */
  function readHead(client: Socket, use: (port: number, rest: Buffer) => void): void {
    let read = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf(10);
      if (end < 0 && read.length < MAX_HEAD) return;
      client.off('data', onData);
      const [word = '', port = ''] = read.subarray(0, Math.max(0, end)).toString('latin1').split(' ');
      // In bytes, because each character of the token is one: buffers of different lengths are an error.
      const known = word.length === token.length && timingSafeEqual(Buffer.from(word, 'latin1'), Buffer.from(token));
      if (!known || !/^\d{1,5}$/.test(port) || !isTransferPort(Number(port))) return void client.destroy();
      use(Number(port), read.subarray(end + 1));
    };
    client.on('data', onData);
  }

  return {
    server,
    close: () =>
      new Promise<void>((resolve) => {
        clearTimeout(idle);
        server.close(() => resolve());
        for (const client of open) client.destroy();
      }),
  };
}

/**
 * Moves bytes both ways. What a server sent before it closed still reaches a slow client: a pipeline would drop what it
 * holds at that moment. After that nobody reads what the client sends, so its end would never be seen.
 */
function join(client: Socket, server: Socket): void {
  server.pipe(client).pipe(server);
  server.once('close', (hadError) => (hadError ? client.destroy() : client.resume()));
  client.once('close', () => server.destroy());
}

async function listen(server: Server, socketPath: string | null): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const listening = () => {
      server.off('error', reject);
      // A connection that cannot be accepted for lack of descriptors is lost, without further effect.
      server.on('error', () => undefined);
      resolve();
    };
    if (socketPath === null) server.listen(0, '127.0.0.1', listening);
    else server.listen(socketPath, listening);
  });
  // The folder keeps others out; inside the sandbox another user connects.
  if (socketPath !== null) await chmod(socketPath, 0o666);
}
