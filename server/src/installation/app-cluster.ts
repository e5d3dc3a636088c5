import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { addressIn, USER } from '../db/embedded/settings.ts';
import { endLeftover } from '../db/embedded/leftover.ts';
import { isLocked, lockFile } from '../lib/file-lock.ts';
import { bytesFrame, headFrame } from '../archive/frames.ts';
import { LOST_AND_FOUND, packFiles, type Skip } from '../archive/pack-files.ts';

/** Where a data folder has the databases of applications. */
export const CLUSTER = 'app-databases';

/** Of one run of a PostgreSQL: a restored one makes its own. */
const OF_A_RUN =
  /^(?:lock|socket-folder|data\.new(?:\/.*)?|data\/(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\..*|pg_replslot\/.+))$/;
const isLeftOut: Skip = (name) => name === LOST_AND_FOUND || OF_A_RUN.test(name);
const WAL = /^data\/pg_wal\/[0-9A-F]{24}$/;

/**
 * The files of the PostgreSQL of applications: as they lie there while nothing runs it, otherwise by a base backup, whose
 * changes meanwhile are in the log that comes last.
 */
export async function* packCluster(dataDir: string): AsyncGenerator<Buffer> {
  const place = path.join(dataDir, CLUSTER);
  if (!existsSync(place)) return;
  const folder = await realpath(place);
  let unlock: () => void;
  try {
    unlock = lockFile(path.join(folder, 'lock'));
  } catch (error) {
    if (!isLocked(error)) throw error;
    return yield* packRunning(folder);
  }
  try {
    await endLeftover(path.join(folder, 'data'));
    yield* packFiles(folder, { skip: isLeftOut });
  } finally {
    unlock();
  }
}

async function* packRunning(folder: string): AsyncGenerator<Buffer> {
  const sockets = await readFile(path.join(folder, 'socket-folder'), 'utf8');
  const password = await readFile(path.join(folder, 'password'), 'utf8');
  const client = new pg.Client({ connectionString: addressIn(sockets, 'postgres'), user: USER, password });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // It keeps the log until the connection ends, however that happens.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`panel_backup_${process.pid}`]);
    await client.query("select pg_backup_start('panel', true)");
    yield* packFiles(folder, { skip: (name) => isLeftOut(name) || WAL.test(name) });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const own = { mode: 0o600, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, mtimeMs: Date.now() };
    yield headFrame({ ...own, name: 'data/backup_label', kind: 'file' });
    yield bytesFrame(Buffer.from(rows[0]?.labelfile ?? ''));
    // Its folder is there already.
    yield* packFiles(path.join(folder, 'data/pg_wal'), { skip: (name) => !WAL.test(name), below: 'data/pg_wal' });
  } finally {
    await client.end();
  }
}
