import { pipeline } from 'node:stream/promises';
import { Client, type SFTPWrapper } from 'ssh2';
import type { FileServer } from '../../../driver.ts';
import type { RelayAddress } from '../../protocol.ts';
import { Refused } from '../refused.ts';
import { relaySocket } from './relay-socket.ts';
import type { Remote, RemoteEntry } from './remote.ts';

const TIMEOUT_MS = 30_000;
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
/** Bytes of one read. */
const CHUNK = 256 * 1024;

/** Files over SSH, with a password, also where the server asks for it interactively. */
export async function openSftp({ port, username, password }: FileServer, relay: RelayAddress): Promise<Remote> {
  const sock = relaySocket(relay).connect({ port });
  const client = new Client();
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', (error) => reject(refusedBy(error)));
    client.on('close', () => reject(new Refused('unreachable', 'the connection ended')));
    sock.on('error', (error) => reject(refusedBy(error)));
  });
  lost.catch(() => undefined);
  client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) => answer(prompts.map(() => password)));
  const ready = new Promise<void>((resolve) => client.once('ready', resolve));
  client.connect({ sock, username, password, tryKeyboard: true, readyTimeout: TIMEOUT_MS });
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, lost, late()]);
  const opened = async (): Promise<SFTPWrapper> => {
    await during(ready);
    return during(
      new Promise((resolve, reject) =>
        client.sftp((error, channel) => (error ? reject(refusedBy(error)) : resolve(channel))),
      ),
    );
  };
  const sftp = await opened().catch((error: unknown) => {
    client.destroy();
    throw error;
  });
  return {
    list: (folder) => during(list(sftp, folder)),
    read: (file, to) =>
      Promise.race([
        pipeline(sftp.createReadStream(file, { highWaterMark: CHUNK }), to).catch((error: unknown) => {
          throw isOfServer(error) ? refusedBy(error) : error;
        }),
        lost,
      ]),
    close: () => client.destroy(),
  };
}

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Refused('unreachable', `no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref();
  });
}

function list(sftp: SFTPWrapper, folder: string): Promise<RemoteEntry[]> {
  return new Promise((resolve, reject) => {
    sftp.readdir(folder, (error, entries) => {
      if (error) return reject(refusedBy(error));
      resolve(
        entries.map(({ filename, attrs }) => ({
          name: filename,
          size: attrs.size,
          kind: attrs.isFile() ? 'file' : attrs.isDirectory() ? 'folder' : 'other',
        })),
      );
    });
  });
}

/** Whether an error came from the server, whose codes are numbers; those of the system are names. */
const isOfServer = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'number';

function refusedBy(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const { message, level, code } = error as Error & { level?: string; code?: unknown };
  if (level === 'client-authentication') return new Refused('denied', message);
  if (code === NO_SUCH_FILE || code === PERMISSION_DENIED) return new Refused('missing', message);
  return new Refused('unreachable', message);
}
