import { createServer, type Socket } from 'node:net';
import ssh2, { type Algorithms } from 'ssh2';
import { addressKey, clientAddress } from '../lib/client-address.ts';
import type { SiteFiles } from '../hosting/index.ts';
import { bindAll } from '../lib/bind-all.ts';
import { createSlots } from '../lib/slots.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { loadHostKey } from './host-key.ts';
import { serveConnection, type SignedIn } from './sftp-connection.ts';
import type { SftpDirectory } from './sftp-directory.ts';

export type SftpServerOptions = {
  hosts: readonly string[];
  port: number;
  dataDir: string;
  files: SiteFiles;
  directory: SftpDirectory;
  log: Logger;
  now(): number;
  /** Replaces bounds, for tests of them. */
  limits?: Partial<SftpLimits>;
};

export type SftpLimits = {
  /** Time from the connection to the right password. */
  signInMs: number;
  /** A connection without any data ends. */
  idleMs: number;
  waiting: number;
  waitingOfOneAddress: number;
  connections: number;
  ofOneAccess: number;
};

/** `cutAll` ends what is signed in. */
export type SftpServer = { port: number; fingerprint: string; cutAll(): void; close(): Promise<void> };

const LIMITS: SftpLimits = {
  signInMs: 20_000,
  idleMs: 10 * 60_000,
  waiting: 50,
  waitingOfOneAddress: 5,
  connections: 200,
  ofOneAccess: 8,
};
/**
 * Without a password, clients could make this process inflate packets to a thousand times their size, or compute with
 * large Diffie-Hellman groups again and again.
 */
const ALGORITHMS: Algorithms = {
  compress: ['none'],
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
  ],
};
/** How soon an ended access loses its connections. */
const RENEW_MS = 2_000;

/**
 * Listens for SFTP clients. A connection signs in with the user name and password of a site's access and sees the
 * files of that site; it is cut when the access ends.
 * @throws BindError when the port cannot be opened
 */
export async function startSftpServer(options: SftpServerOptions): Promise<SftpServer> {
  const { files, directory, log } = options;
  const limits = { ...LIMITS, ...options.limits };
  const { privateKey, fingerprint } = loadHostKey(options.dataDir);
  const slots = createSlots();
  const waiting = new Map<string, { socket: Socket; signedIn(): void }>();
  const sockets = new Set<Socket>();
  const open = new Set<SignedIn>();

  const ssh = new ssh2.Server(
    { hostKeys: [privateKey], ident: 'sftp', algorithms: ALGORITHMS },
    (client, { ip, port: from }) => {
      const found = waiting.get(`${ip} ${from}`);
      if (found === undefined) return void client.end();
      serveConnection({
        ...{ client, ...found, files, directory, log, idleMs: limits.idleMs },
        address: clientAddress(ip, undefined, () => false),
        enter: ({ accessId }) => slots.enter(`access ${accessId}`, limits.ofOneAccess),
        open,
      });
    },
  );
  /** A connection that has not signed in takes a slot of its address, for a limited time. */
  const receive = (socket: Socket): void => {
    const address = addressKey(clientAddress(socket.remoteAddress, undefined, () => false));
    const isFull = sockets.size >= limits.connections || waiting.size >= limits.waiting;
    const leave = isFull ? null : slots.enter(`address ${address}`, limits.waitingOfOneAddress);
    if (leave === null) return void socket.destroy();
    const key = `${socket.remoteAddress} ${socket.remotePort}`;
    const late = setTimeout(() => socket.destroy(), limits.signInMs);
    const signedIn = () => {
      if (!waiting.delete(key)) return;
      clearTimeout(late);
      leave();
    };
    waiting.set(key, { socket, signedIn });
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      signedIn();
      sockets.delete(socket);
    });
    ssh.injectSocket(socket);
  };
  const { servers, port } = await bindAll(options, () => createServer({ noDelay: true }, receive));

  const renew = async (): Promise<void> => {
    const now = options.now();
    const connections = [...open];
    for (const connection of connections) if (connection.access.expiresAt <= now) connection.cut();
    if (connections.length === 0) return;
    const valid = await directory.renew(connections.map(({ id }) => id));
    for (const connection of connections) if (!valid.has(connection.id)) connection.cut();
  };
  let renewing: Promise<void> | null = null;
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch((error: unknown) => log.warn({ err: error }, 'open SFTP connections could not be checked'))
      .finally(() => (renewing = null));
  }, RENEW_MS).unref();

  return {
    port,
    fingerprint,
    cutAll: () => [...open].forEach(({ cut }) => cut()),
    async close() {
      clearInterval(timer);
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
      await renewing;
    },
  };
}
