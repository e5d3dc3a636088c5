import { spawn } from 'node:child_process';
import { execFile } from 'node:child_process';
import { generateKeyPairSync, hash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { FileSystem, FtpSrv } from 'ftp-srv';
import ssh2 from 'ssh2';
import { until } from '../../src/testing/index.ts';

export const LOGIN = { username: 'visitor', password: 'a password with spaces' };

export type TestFileServer = { port: number; close(): Promise<void> };

const SFTP_SERVER = '/usr/lib/openssh/sftp-server';
/** Why there is no SFTP server on this machine, or null. */
export const sftpMissing = existsSync(SFTP_SERVER) ? null : 'needs the package openssh-sftp-server';

async function listening(server: Server, at = 0): Promise<TestFileServer> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TrustedServer = TestFileServer & {
  /** Of its key or certificate. */
  fingerprint: string;
  /** Passwords that clients have sent. */
  passwords: string[];
};

/** Passes some bytes on, then nothing any more. */
function stallingAfter(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      left -= chunk.length;
      if (left > 0) next(null, chunk);
    },
  });
}

/** OpenSSH's file server behind a login with a password. With `stallAfter` it sends so many bytes, then nothing. */
export async function openSftpServer(folder: string, at = 0, stallAfter = Infinity): Promise<TrustedServer> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const passwords: string[] = [];
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const fingerprint = `SHA256:${hash('sha256', parsed.getPublicSSH(), 'base64').replace(/=+$/, '')}`;
  const ssh = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (attempt) => {
      if (attempt.method === 'password') passwords.push(attempt.password);
      const isRight = attempt.username === LOGIN.username;
      if (isRight && attempt.method === 'password' && attempt.password === LOGIN.password) return attempt.accept();
      attempt.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('subsystem', (acceptChannel) => {
        const channel = acceptChannel();
        const child = spawn(SFTP_SERVER, ['-R', '-d', folder], { stdio: ['pipe', 'pipe', 'ignore'] });
        channel.pipe(child.stdin);
        child.stdout.pipe(stallingAfter(stallAfter)).pipe(channel);
        channel.on('close', () => child.kill('SIGKILL'));
        for (const stream of [channel, child.stdin]) stream.on('error', () => undefined);
      });
    });
  });
  const server = await listening(
    createServer((socket) => ssh.injectSocket(socket)),
    at,
  );
  return { ...server, fingerprint, passwords };
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

/** Sends the beginning of each file, then nothing. */
class StallingFiles extends FileSystem {
  override async read(fileName: string) {
    const { stream, ...rest }: { stream: Readable } = await super.read(fileName);
    return { ...rest, stream: stream.pipe(stallingAfter(100_000)) };
  }
}

/** An FTP server whose transfers stall. */
export async function openStallingFtpServer(folder: string): Promise<TestFileServer> {
  const port = await freePort();
  const server = new FtpSrv({ url: `ftp://127.0.0.1:${port}`, pasv_url: '127.0.0.1', pasv_min: 20_000, log });
  server.on('login', ({ connection }, resolve) =>
    resolve({ fs: new StallingFiles(connection, { root: folder, cwd: '/' }) }),
  );
  await server.listen();
  return { port, close: async () => void (await server.close()) };
}

/** A key and its self-signed certificate for a host, made now. */
async function selfSigned(host: string): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-cert-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  try {
    const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
    await promisify(execFile)('openssl', ['req', ...kind, '-keyout', key, '-out', cert, '-subj', `/CN=${host}`]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The same server with explicit TLS and a certificate that nobody vouches for. */
export async function openFtpsServer(folder: string, host: string, at?: number): Promise<TrustedServer> {
  const port = at ?? (await freePort());
  const tls = await selfSigned(host);
  const passwords: string[] = [];
  const server = new FtpSrv({ url: `ftp://127.0.0.1:${port}`, pasv_url: '127.0.0.1', pasv_min: 20_000, log, tls });
  server.on('login', ({ username, password }, resolve, reject) => {
    passwords.push(password);
    return username === LOGIN.username && password === LOGIN.password
      ? resolve({ root: folder })
      : reject(new Error('No.'));
  });
  await server.listen();
  const { fingerprint256: fingerprint } = new X509Certificate(tls.cert);
  return { port, fingerprint, passwords, close: async () => void (await server.close()) };
}

/** A server that answers every connection with what it is given, and then stays silent. */
export const openRawServer = (answer: (socket: Socket) => void): Promise<TestFileServer> =>
  listening(createServer((socket) => answer(socket)));

const VSFTPD = '/usr/sbin/vsftpd';
const PURE_FTPD = '/usr/sbin/pure-ftpd';
/** Why a server of a package is not on this machine, or null. They start as root only. */
function missingServer(program: string): string | null {
  if (!existsSync(program)) return `needs the package ${path.basename(program)}`;
  return process.getuid?.() === 0 ? null : 'needs root';
}
export const vsftpdMissing = missingServer(VSFTPD);
export const pureFtpdMissing = missingServer(PURE_FTPD);

/** vsftpd, which refuses a login or data without TLS, and data connections that do not resume the session of the login. */
export async function openVsftpd(folder: string, host: string): Promise<TestFileServer & { fingerprint: string }> {
  const [port, { key, cert }] = [await freePort(), await selfSigned(host)];
  const own = await mkdtemp(path.join(tmpdir(), 'panel-vsftpd-'));
  const settings = {
    ...{ listen: 'YES', listen_address: '127.0.0.1', listen_port: port, background: 'NO', seccomp_sandbox: 'NO' },
    // A user that every Debian has, with a home that exists.
    ...{ anonymous_enable: 'YES', local_enable: 'NO', anon_root: folder, ftp_username: 'daemon' },
    ...{ anon_world_readable_only: 'NO', secure_chroot_dir: own, pasv_address: '127.0.0.1', pasv_min_port: 20_000 },
    ...{ ssl_enable: 'YES', allow_anon_ssl: 'YES', force_anon_logins_ssl: 'YES', force_anon_data_ssl: 'YES' },
    ...{ require_ssl_reuse: 'YES', rsa_cert_file: `${own}/cert.pem`, rsa_private_key_file: `${own}/key.pem` },
  };
  await writeFile(path.join(own, 'cert.pem'), cert);
  await writeFile(path.join(own, 'key.pem'), key);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path.join(own, 'vsftpd.conf'), lines.join(''));
  const child = spawn(VSFTPD, [path.join(own, 'vsftpd.conf')], { stdio: 'ignore' });
  await until('vsftpd answers', () => answersAt(port));
  return {
    port,
    fingerprint: new X509Certificate(cert).fingerprint256,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(own, { recursive: true, force: true });
    },
  };
}

/** pure-ftpd, which refuses a login or data without TLS, and shows nothing above the folder of a login. */
export async function openPureFtpd(folder: string, host: string): Promise<TestFileServer & { fingerprint: string }> {
  const [port, { key, cert }] = [await freePort(), await selfSigned(host)];
  const own = await mkdtemp(path.join(tmpdir(), 'panel-pure-ftpd-'));
  const [pem, users, book] = ['both.pem', 'users', 'users.pdb'].map((name) => path.join(own, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(pem, key + cert, { mode: 0o600 });
  // A user that every Debian has; the folder is all that it sees.
  const as = ['-u', 'daemon', '-g', 'daemon', '-d', folder];
  const adding = promisify(execFile)('pure-pw', ['useradd', LOGIN.username, '-f', users, '-F', book, '-m', ...as]);
  adding.child.stdin?.end(`${LOGIN.password}\n${LOGIN.password}\n`);
  await adding;
  const where = ['--bind', `127.0.0.1,${port}`, '--passiveportrange', '20000:29999', '--forcepassiveip', '127.0.0.1'];
  const who = ['--login', `puredb:${book}`, '--minuid', '1', '--noanonymous', '--chrooteveryone', '--dontresolve'];
  const tls = ['--tls', '3', '--certfile', pem, '--pidfile', path.join(own, 'pid')];
  const child = spawn(PURE_FTPD, [...where, ...who, ...tls], { stdio: 'ignore' });
  await until('pure-ftpd answers', () => answersAt(port));
  return {
    port,
    fingerprint: new X509Certificate(cert).fingerprint256,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(own, { recursive: true, force: true });
    },
  };
}

/** Whether a server greets at a port. */
async function answersAt(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'data');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
