import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const USER = 'panel';
/** The name of its socket. */
export const SOCKET = '.s.PGSQL.5432';

/** `sun_path` of unix(7) holds 108 bytes with the terminating zero. */
const SOCKET_BYTES = 107;

/** The folder of the socket: the database's own, readable by its user only, or a temporary one where its path is too long. */
export const socketFolder = (folder: string): string =>
  Buffer.byteLength(path.join(folder, SOCKET)) <= SOCKET_BYTES
    ? folder
    : mkdtempSync(path.join(tmpdir(), 'panel-postgres-'));

/** The address for a client, without a password. */
export const addressIn = (sockets: string, database = USER): string =>
  `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(sockets)}`;

/** For one panel and a few processes beside it, in little memory. Whatever keeps commits stays on. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // A process of the panel uses up to 11.
  max_connections: '40',
  shared_buffers: '16MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '16MB',
  max_wal_size: '128MB',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '1',
  io_method: 'sync',
  jit: 'off',
  restart_after_crash: 'on',
  lc_messages: 'C',
  log_checkpoints: 'off',
  // Errors of statements quote what customers typed; the caller gets them anyway.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
} as const;

export const settingArguments = (sockets: string, more: Readonly<Record<string, string>> = {}): string[] =>
  Object.entries({ ...SETTINGS, ...more, unix_socket_directories: sockets }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);

/** Lets in the panel's own system user alone, whom the kernel names on the socket. */
export async function writeAccess(folder: string, systemUser: string): Promise<void> {
  await writeFile(path.join(folder, 'pg_hba.conf'), `local all ${USER} peer map=panel\n`, { mode: 0o600 });
  await writeFile(path.join(folder, 'pg_ident.conf'), `panel "${systemUser}" ${USER}\n`, { mode: 0o600 });
}
