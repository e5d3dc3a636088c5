import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { AuthContext, Connection, ServerChannel, Session } from 'ssh2';
import type { SiteFiles } from '../hosting/index.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { pacedOutput } from './paced-output.ts';
import type { SftpAccess, SftpDirectory } from './sftp-directory.ts';
import { withStatvfs } from './statvfs.ts';

/** An authenticated connection and what it uses. */
export type SignedIn = { id: string; access: SftpAccess; cut(): void };

type Deps = {
  client: Connection;
  socket: Socket;
  address: string;
  files: SiteFiles;
  directory: SftpDirectory;
  log: Logger;
  idleMs: number;
  /** Takes a slot of the access; null when all are taken. */
  enter(access: SftpAccess): (() => void) | null;
  /** Called with the right password. */
  signedIn(): void;
  /** Holds this connection while it is signed in. */
  open: Set<SignedIn>;
};

const MOST_TRIES = 3;
const MOST_CHANNELS = 4;
const MOST_NAME = 64;
const MOST_PASSWORD = 200;

/** The only kind of request of a channel that is answered; shells, commands and forwarding are refused by ssh2. */
const SUBSYSTEM = 'sftp';

/** Serves one connection: a password, then up to four file servers at a time. Ends with its socket. */
export function serveConnection(deps: Deps): void {
  const { client, socket, address, directory, log, idleMs } = deps;
  const ended = new AbortController();
  let tries = 0;
  let access: SftpAccess | null = null;
  let leaveSlot: (() => void) | null = null;
  let begun: Promise<SignedIn> | null = null;
  let channels = 0;

  const authenticate = async (context: AuthContext): Promise<void> => {
    if (context.method !== 'password') return context.reject(['password']);
    tries += 1;
    const { username, password } = context;
    const tooLong = username.length > MOST_NAME || password.length > MOST_PASSWORD;
    const found = tooLong ? null : await directory.signIn(username, password, address);
    if (ended.signal.aborted) return;
    leaveSlot = found && deps.enter(found);
    if (leaveSlot !== null) {
      access = found;
      return context.accept();
    }
    if (tries < MOST_TRIES && found === null) return context.reject(['password']);
    client.end();
  };

  const begin = async (): Promise<SignedIn> => {
    if (access === null) throw new Error('Nobody has signed in.');
    const id = await directory.began(access.accessId, address);
    const connection = { id, access, cut: () => void socket.destroy() };
    deps.open.add(connection);
    return connection;
  };
  const finish = async (connection: SignedIn): Promise<void> => {
    deps.open.delete(connection);
    await directory.ended(connection.id);
  };

  const serve = async (channel: ServerChannel): Promise<void> => {
    const closed = new AbortController();
    channel.once('close', () => closed.abort());
    channel.on('error', () => closed.abort());
    let code = 0;
    try {
      const { access: own } = await (begun ?? Promise.reject(new Error('Nobody has signed in.')));
      if (!(await directory.isReady(own.siteId))) throw new Error('A task is changing this site.');
      const { requests, answers } = withStatvfs(() => directory.space(own.siteId));
      const paced = pacedOutput(channel, socket);
      const broken = new AbortController();
      for (const stream of [requests, answers, paced]) stream.once('error', () => broken.abort());
      channel.pipe(requests);
      answers.pipe(paced);
      const signal = AbortSignal.any([closed.signal, ended.signal, broken.signal]);
      await deps.files.serve(own.siteId, { from: requests, to: answers }, signal);
      if (!answers.readableEnded) await once(paced, 'finish', { signal });
    } catch (error) {
      code = 1;
      if (!closed.signal.aborted && !ended.signal.aborted) log.warn({ err: error }, 'a file server ended');
    }
    if (closed.signal.aborted || ended.signal.aborted) return;
    channel.exit(code);
    channel.end();
  };

  const onSession = (accept: () => Session, reject: () => void): void => {
    if (channels >= MOST_CHANNELS) return reject();
    channels += 1;
    const session = accept();
    session.once('close', () => (channels -= 1));
    session.on('subsystem', (acceptChannel, refuse, { name }) => {
      if (name !== SUBSYSTEM) return refuse();
      const channel = acceptChannel() as ServerChannel | undefined;
      if (channel) void serve(channel);
    });
  };

  client.on('authentication', (context) => {
    authenticate(context).catch((error: unknown) => {
      log.warn({ err: error }, 'an SFTP sign-in could not be checked');
      client.end();
    });
  });
  client.once('ready', () => {
    deps.signedIn();
    socket.setTimeout(idleMs, () => socket.destroy());
    begun = begin();
    begun.catch((error: unknown) => {
      log.warn({ err: error }, 'an SFTP connection could not be recorded');
      socket.destroy();
    });
    client.on('session', onSession);
  });
  // Broken packets and resets end the socket; there is nothing else to do.
  client.on('error', () => socket.destroy());
  socket.once('close', () => {
    ended.abort();
    leaveSlot?.();
    begun
      ?.then(finish)
      .catch((error: unknown) => log.warn({ err: error }, 'the end of an SFTP connection was not recorded'));
  });
}
