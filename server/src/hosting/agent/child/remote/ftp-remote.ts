import type { Socket } from 'node:net';
import { posix } from 'node:path';
import { Client, FTPError } from 'basic-ftp';
import type { FileServer } from '../../../driver.ts';
import type { RelayAddress } from '../../protocol.ts';
import { Refused } from '../refused.ts';
import { relaySocket } from './relay-socket.ts';
import type { Remote } from './remote.ts';

const TIMEOUT_MS = 30_000;
const NOT_LOGGED_IN: ReadonlySet<number> = new Set([430, 530, 532]);
const NOT_THERE: ReadonlySet<number> = new Set([450, 550, 553]);
/** A listing of a folder with tens of thousands of entries. */
const MAX_LISTING_BYTES = 16 * 1024 * 1024;

/** FTP, unencrypted or with explicit TLS and a valid certificate. Data connections lead to the checked server only. */
export async function openFtp(
  { protocol, host, port, username, password }: FileServer,
  relay: RelayAddress,
): Promise<Remote> {
  const client = new Client(TIMEOUT_MS, { allowSeparateTransferHost: true, maxListingBytes: MAX_LISTING_BYTES });
  client.ftp._newSocket = () => relaySocket(relay) as Socket;
  const doing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw refusedBy(error);
    }
  };
  const home = await doing(async () => {
    await client.connect(host, port);
    if (protocol === 'ftps') await client.useTLS({ host, servername: host });
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
