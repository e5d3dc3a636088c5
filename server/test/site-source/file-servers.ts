import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { FtpSrv } from 'ftp-srv';
import ssh2 from 'ssh2';

export const LOGIN = { username: 'visitor', password: 'a password with spaces' };

export type TestFileServer = { port: number; close(): Promise<void> };

const SFTP_SERVER = '/usr/lib/openssh/sftp-server';
/** Why there is no SFTP server on this machine, or null. */
export const sftpMissing = existsSync(SFTP_SERVER) ? null : 'needs the package openssh-sftp-server';

async function listening(server: Server): Promise<TestFileServer> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** OpenSSH's file server behind a login with a password. */
export async function openSftpServer(folder: string): Promise<TestFileServer> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const ssh = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (attempt) => {
      const isRight = attempt.username === LOGIN.username;
      if (isRight && attempt.method === 'password' && attempt.password === LOGIN.password) return attempt.accept();
      attempt.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('subsystem', (acceptChannel) => {
        const channel = acceptChannel();
        const child = spawn(SFTP_SERVER, ['-R', '-d', folder], { stdio: ['pipe', 'pipe', 'ignore'] });
        channel.pipe(child.stdin);
        child.stdout.pipe(channel);
        channel.on('close', () => child.kill('SIGKILL'));
        for (const stream of [channel, child.stdin]) stream.on('error', () => undefined);
      });
    });
  });
  const server = await listening(createServer((socket) => ssh.injectSocket(socket)));
  return server;
}

/** The library answers a login with an error of its own otherwise. */
const quiet = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]),
);
const log = { ...quiet, child: () => log };

/** A port that was free a moment ago: the library does not say which one it took. */
async function freePort(): Promise<number> {
  const server = await listening(createServer());
  await server.close();
  return server.port;
}

/** `says`: the address that it gives for its data connections. */
export async function openFtpServer(folder: string, says = '127.0.0.1'): Promise<TestFileServer> {
  const port = await freePort();
  const server = new FtpSrv({ url: `ftp://127.0.0.1:${port}`, pasv_url: says, pasv_min: 20_000, log });
  server.on('login', ({ username, password }, resolve, reject) =>
    username === LOGIN.username && password === LOGIN.password ? resolve({ root: folder }) : reject(new Error('No.')),
  );
  await server.listen();
  return { port, close: async () => void (await server.close()) };
}

/** A server that answers every connection with what it is given, and then stays silent. */
export const openRawServer = (answer: (socket: Socket) => void): Promise<TestFileServer> =>
  listening(createServer((socket) => answer(socket)));
