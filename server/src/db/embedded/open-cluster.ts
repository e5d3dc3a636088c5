import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from '../../kernel/clock-and-log.ts';
import { isLocked, lockFile } from '../../lib/file-lock.ts';
import { initialise, putInPlace } from './create-folder.ts';
import type { Programs } from './programs.ts';
import { runPostgres } from './run-postgres.ts';
import { SOCKET, socketFolder, USER } from './settings.ts';

/** A PostgreSQL for the databases of others, and who may do everything there. */
export type Cluster = {
  /** The folder of its socket. */
  host: string;
  socket: string;
  user: string;
  password: string;
  /** Whether this process runs it; otherwise another one does, as long as that lives. */
  isOwn: boolean;
  /** Ends it, if this process runs it. */
  close(): Promise<void>;
};

type Options = {
  /** The cluster with its password, in a folder that is readable by the panel alone. */
  folder: string;
  programs: Programs;
  /** How its server is started, given the folders that it writes to. */
  isolated(programs: Programs, writable: readonly string[]): Programs;
  log: Pick<Logger, 'error' | 'info'>;
};

/**
 * For many small databases: each of these settings can be changed by a superuser alone, and nobody who is let in is one.
 */
const SETTINGS = {
  max_connections: '200',
  superuser_reserved_connections: '10',
  temp_file_limit: '512MB',
  password_encryption: 'scram-sha-256',
  authentication_timeout: '10s',
  // A backup of the installation copies it while it runs.
  wal_level: 'replica',
} as const;
const PASSWORD_BYTES = 32;
/** Its other lines are caused by those who use it, as often as they like. */
const SEVERE = /\bPANIC:/;

/**
 * Opens the cluster in a folder, which the first call creates. Of several processes that use it one runs it; the others get its
 * address. Everyone has to say a password, the panel too: hosted code connects as the panel's system user.
 */
export async function openCluster({ folder, programs, isolated, log }: Options): Promise<Cluster> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = {
    data: path.join(folder, 'data'),
    password: path.join(folder, 'password'),
    socket: path.join(folder, 'socket-folder'),
  };
  const known = async (sockets: string, close: (() => Promise<void>) | null): Promise<Cluster> => ({
    ...{ host: sockets, socket: path.join(sockets, SOCKET), user: USER, isOwn: close !== null },
    close: close ?? (async () => undefined),
    password: await readFile(at.password, 'utf8'),
  });
  let unlock: () => void;
  try {
    unlock = lockFile(path.join(folder, 'lock'));
  } catch (error) {
    if (!isLocked(error)) throw error;
    return known(await readFile(at.socket, 'utf8'), null);
  }
  try {
    if (!existsSync(at.data)) {
      const made = `${at.data}.new`;
      await writeFile(at.password, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: 0o600, flush: true });
      await initialise(programs, made, at.password);
      await putInPlace(made, at.data);
    }
    await writeFile(path.join(at.data, 'pg_hba.conf'), 'local all all scram-sha-256\n', { mode: 0o600 });
    const sockets = socketFolder(at.data);
    await writeFile(at.socket, sockets, { mode: 0o600 });
    const running = await runPostgres({
      programs: isolated(programs, [at.data, sockets]),
      ...{ folder: at.data, sockets, log, settings: SETTINGS, severe: SEVERE, beforeStart: () => undefined },
    });
    const opened = await known(sockets, async () => {
      await running.stop();
      if (sockets !== at.data) await rm(sockets, { recursive: true, force: true });
      unlock();
    });
    await closeToAll(opened).catch(async (error: unknown) => {
      await running.stop();
      throw error;
    });
    return opened;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Nobody but its superuser gets into the databases that every cluster has. */
async function closeToAll({ host, user, password }: Cluster): Promise<void> {
  const client = new pg.Client({ host, user, password, database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('revoke all on database postgres, template1 from public');
  } finally {
    await client.end();
  }
}
