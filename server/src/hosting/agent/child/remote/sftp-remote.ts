import { hash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Client, type SFTPWrapper } from 'ssh2';
import type { FileServer } from '../../../driver.ts';
import type { RelayAddress } from '../../protocol.ts';
import { Refused } from '../refused.ts';
import { relaySocket } from './relay-socket.ts';
import type { Remote, RemoteEntry } from './remote.ts';

const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
/** Bytes of one read. */
const CHUNK = 256 * 1024;

/** Of a key, as SSH clients show it. */
const fingerprintOf = (key: Buffer): string => `SHA256:${hash('sha256', key, 'base64').split('=', 1)[0] ?? ''}`;

/**
 * Files over SSH, with a password, also where the server asks for it interactively. The password is sent only to a
 * server with the accepted key.
 */
export async function openSftp(
  { port, username, password, hostKey }: FileServer,
  relay: RelayAddress,
  idleMs: number,
): Promise<Remote> {
  const sock = relaySocket(relay).connect({ port });
  const client = new Client();
  let untrusted: Refused | null = null;
  const hostVerifier = (key: Buffer): boolean => {
    const seen = fingerprintOf(key);
    if (seen === hostKey) return true;
    untrusted = new Refused('untrusted', seen);
    return false;
  };
  const lost = new Promise<never>((_resolve, reject) => {
    client.on('error', (error) => reject(untrusted ?? refusedBy(error)));
    client.on('close', () => reject(untrusted ?? new Refused('unreachable', 'the connection ended')));
    sock.on('error', (error) => reject(refusedBy(error)));
  });
  lost.catch(() => undefined);
  client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) => answer(prompts.map(() => password)));
  const ready = new Promise<void>((resolve) => client.once('ready', resolve));
  client.connect({ sock, username, password, hostVerifier, tryKeyboard: true, readyTimeout: idleMs });
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, lost, silence(idleMs).late]);
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
    read(file, to) {
      const { late, heard } = silence(idleMs);
      const watched = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          heard();
          yield chunk;
        }
      };
      const copied = pipeline(sftp.createReadStream(file, { highWaterMark: CHUNK }), watched, to);
      const done = copied.catch((error: unknown) => {
        throw isOfServer(error) ? refusedBy(error) : error;
      });
      return Promise.race([done, lost, late]);
    },
    close: () => client.destroy(),
  };
}

/** Rejects once nothing was heard for some time. */
function silence(idleMs: number): { late: Promise<never>; heard(): void } {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Refused('unreachable', `nothing for ${idleMs} ms`)), idleMs).unref();
  late.catch(() => undefined);
  return { late, heard: () => void timer.refresh() };
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
