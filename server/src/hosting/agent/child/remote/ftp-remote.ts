import { isIP, type Socket } from 'node:net';
import { posix } from 'node:path';
import { TLSSocket, type ConnectionOptions } from 'node:tls';
import { Client, FTPError } from 'basic-ftp';
import type { FileServer } from '../../../driver.ts';
import type { RelayAddress } from '../../protocol.ts';
import { Refused } from '../refused.ts';
import { relaySocket } from './relay-socket.ts';
import type { Remote } from './remote.ts';

const NOT_LOGGED_IN: ReadonlySet<number> = new Set([430, 530, 532]);
const NOT_THERE: ReadonlySet<number> = new Set([450, 550, 553]);
/** What a server without a code of its own says when it wants TLS: vsftpd, Pure-FTPd, ProFTPD and FileZilla each have another one. */
const WANTS_TLS = /\b(?:TLS|SSL|encrypt(?:ed|ion)|cleartext)\b|\bAUTH first\b/i;
/** A listing of a folder with tens of thousands of entries. */
const MAX_LISTING_BYTES = 16 * 1024 * 1024;

/** A certificate as its PEM text (RFC 7468). */
const pemOf = (raw: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${raw.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/**
 * Encrypts the connection, before the login, and those of data, which resume its session: many servers require that. The
 * certificate must be valid for the host, or be the one that the owner has accepted. An accepted one is connected to once more: a
 * session keeps for good whether its certificate was verified.
 * @throws Refused untrusted, with its fingerprint
 */
async function encrypt(
  client: Client,
  { host, port, hostKey }: Pick<FileServer, 'host' | 'port' | 'hostKey'>,
): Promise<void> {
  // Data connections go by the same name, without which their session would be another server's.
  const options: ConnectionOptions = { host, ...(isIP(host) === 0 && { servername: host }) };
  await client.useTLS({ ...options, rejectUnauthorized: false });
  const { socket } = client.ftp;
  if (!(socket instanceof TLSSocket)) throw new Refused('unreachable', 'the connection is not encrypted');
  if (socket.authorized) {
    client.ftp.tlsOptions = options;
    return;
  }
  const { raw, fingerprint256 } = socket.getPeerCertificate();
  if (fingerprint256 !== hostKey) throw new Refused('untrusted', fingerprint256);
  await client.connect(host, port);
  // The client closes it only where it has a port, which a Unix socket has not.
  socket.on('error', () => undefined).destroy();
  await client.useTLS({
    ...options,
    ...{ ca: pemOf(raw), allowPartialTrustChain: true },
    checkServerIdentity: (_host, given) =>
      given.fingerprint256 === hostKey ? undefined : new Error('a connection has another certificate'),
  });
}

/**
 * FTP, unencrypted or with explicit TLS. Data connections lead to the checked server only, and with TLS show the same
 * certificate, or a valid one.
 */
export async function openFtp(
  { protocol, host, port, username, password, hostKey }: FileServer,
  relay: RelayAddress,
  idleMs: number,
): Promise<Remote> {
  const client = new Client(idleMs, { allowSeparateTransferHost: true, maxListingBytes: MAX_LISTING_BYTES });
  client.ftp._newSocket = () => relaySocket(relay) as Socket;
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw protocol === 'ftp' && error instanceof FTPError && WANTS_TLS.test(error.message)
        ? new Refused('encrypted', error.message)
        : refusedBy(error);
    }
  };
  const home = await doing(async () => {
    await client.connect(host, port);
    if (protocol === 'ftps') await encrypt(client, { host, port, hostKey });
    await client.login(username, password);
    await client.useDefaultSettings();
    return client.pwd();
  }).catch((error: unknown) => {
    client.close();
    throw error;
  });
  return {
    list: (folder) =>
      doing(async () => {
        await client.cd(posix.resolve(home, folder));
        const entries = await client.list();
        return entries.map(({ name, size, isFile, isDirectory }) => ({
          name,
          size,
          kind: isFile ? ('file' as const) : isDirectory ? ('folder' as const) : ('other' as const),
        }));
      }),
    async read(file, to) {
      await doing(async () => void (await client.downloadTo(to, posix.resolve(home, file))));
    },
    close: () => client.close(),
  };
}

function refusedBy(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof FTPError && NOT_LOGGED_IN.has(error.code)) return new Refused('denied', message);
  if (error instanceof FTPError && NOT_THERE.has(error.code)) return new Refused('missing', message);
  return new Refused('unreachable', message);
}
