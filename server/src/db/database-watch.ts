import { randomInt } from 'node:crypto';
import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAway } from './database-away.ts';

const TICK_MS = 250;

export type WatchTimes = {
  /** Interval of checks while the connection answers. */
  beatMs: number;
  /** Without an answer for this long, the database counts as unavailable. */
  silenceMs: number;
  /** Interval of attempts to reconnect. */
  retryMs: number;
};
const TIMES: WatchTimes = { beatMs: 1000, silenceMs: 3000, retryMs: 250 };

export type WatchListener = {
  onMessage(payload: string): void;
  /** Called after an interruption in which notifications may have been lost. */
  onReconnect?(): void;
};

/**
 * Listens, then takes a lock that names channel and process: PostgreSQL drops it with the connection, so its locks are
 * the list of those who listen.
 */
const listenTo = (channel: string, self: number): string =>
  `listen ${pg.escapeIdentifier(channel)}; select pg_advisory_lock_shared(hashtext(${pg.escapeLiteral(channel)}), ${self})`;
const leaveChannel = (channel: string, self: number): string =>
  `unlisten ${pg.escapeIdentifier(channel)}; select pg_advisory_unlock_shared(hashtext(${pg.escapeLiteral(channel)}), ${self})`;
/** Who listens to the channel `$1`. In `pg_locks`, the two numbers of such a lock are unsigned. */
export const LISTENERS = `
  select objid::bigint as self from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and classid::bigint = (hashtext($1)::bigint & 4294967295)
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * One connection that is checked every second and listens for notifications. While it is down, every other connection
 * to the database is cut and new ones fail immediately, so that nothing waits for a dead server.
 */
export type DatabaseWatch = {
  /** For pg's `stream`: a socket that lives as long as the database answers. */
  socket(): Socket;
  start(): Promise<void>;
  /** Identifies this process among the listeners. */
  self: number;
  listen(channel: string, listener: WatchListener): Promise<() => Promise<void>>;
  /** Ends its own connection and cuts all others. */
  close(): Promise<void>;
};

type WatchOptions = { connectionString: string; onChange?: (away: boolean) => void; times?: Partial<WatchTimes> };

export function createDatabaseWatch({
  connectionString,
  onChange = () => undefined,
  times,
}: WatchOptions): DatabaseWatch {
  const { beatMs, silenceMs, retryMs } = { ...TIMES, ...times };
  const self = randomInt(1, 2 ** 31);
  const sockets = new Set<Socket>();
  const channels = new Map<string, Set<WatchListener>>();
  let client: pg.Client | null = null;
  let own: Socket | null = null;
  let away = false;
  let closed = false;

  const cut = (): void => {
    for (const socket of sockets) socket.destroy(new DatabaseAway());
  };
  const leave = (): void => {
    if (away || closed) return;
    away = true;
    onChange(true);
    cut();
  };
  const comeBack = (): void => {
    if (away) onChange(false);
    away = false;
    for (const listener of [...channels.values()].flatMap((set) => [...set])) listener.onReconnect?.();
  };

  /** Opens the watch's own connection and listens on all channels. */
  const connect = async (): Promise<void> => {
    const socket = new Socket();
    const next = new pg.Client({ connectionString, application_name: 'panel watch', stream: () => socket });
    next.on('error', () => undefined);
    next.on('notification', ({ channel, payload = '' }) =>
      channels.get(channel)?.forEach((listener) => listener.onMessage(payload)),
    );
    own = socket;
    try {
      await answered(next.connect(), silenceMs);
      for (const channel of channels.keys()) await answered(next.query(listenTo(channel, self)), silenceMs);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    // It may have been closed meanwhile.
    if (closed) return void socket.destroy();
    client = next;
  };

  /** Resolves when the connection ended or stopped answering. */
  const useless = async (asked: pg.Client): Promise<'ended' | 'silent'> => {
    const ended = new Promise<'ended'>((resolve) => asked.once('end', () => resolve('ended')));
    for (;;) {
      if ((await Promise.race([ended, wait(beatMs, 'beat', { ref: false })])) === 'ended') return 'ended';
      const said = await answered(asked.query('select 1'), silenceMs).catch((error: unknown) => error);
      if (said instanceof Silence) return 'silent';
      if (said instanceof Error) return 'ended';
    }
  };

  const keep = async (): Promise<void> => {
    while (client && !closed) {
      const why = await useless(client);
      client = null;
      own?.destroy();
      if (why === 'silent') leave();
      while (!closed && !client) {
        await connect().catch((error: unknown) => {
          if (!isRefusal(error)) leave();
          return wait(retryMs, undefined, { ref: false });
        });
      }
      if (!closed) comeBack();
    }
  };

  return {
    socket() {
      const socket = new Socket();
      socket.on('error', () => undefined);
      // Only after pg has attached its own listener.
      if (away) process.nextTick(() => socket.destroy(new DatabaseAway()));
      sockets.add(socket);
      return socket.once('close', () => void sockets.delete(socket));
    },
    self,
    async start() {
      await connect();
      void keep();
    },
    async listen(channel, listener) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(listener));
      // If it fails, the next connection listens.
      if (listeners.size === 1) await client?.query(listenTo(channel, self)).catch(() => undefined);
      return async () => {
        listeners.delete(listener);
        if (listeners.size > 0 || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        await client?.query(leaveChannel(channel, self)).catch(() => undefined);
      };
    },
    async close() {
      closed = true;
      const ended = client?.end();
      if (ended) await answered(ended, silenceMs).catch(() => undefined);
      own?.destroy();
      cut();
    },
  };
}

/**
 * Whether the server rejected just this connection, e.g. because it has too many; not so for a server that stops or
 * starts.
 */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !error.code?.startsWith('57P');

class Silence extends Error {
  override readonly name = 'Silence';
}

/**
 * Waits for an answer, counting only the time in which this process ran, so that its own stalls don't count.
 * @throws Silence
 */
async function answered<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    let left = Math.ceil(timeoutMs / TICK_MS);
    timer = setInterval(() => (left -= 1) < 0 && reject(new Silence('The database does not answer.')), TICK_MS).unref();
  });
  work.catch(() => undefined);
  return Promise.race([work, silence]).finally(() => clearInterval(timer));
}
