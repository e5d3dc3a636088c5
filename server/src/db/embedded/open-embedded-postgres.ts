import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { releaseBallast } from '../../disk/ballast.ts';
import type { Logger } from '../../kernel/clock-and-log.ts';
import type { OpenDatabase } from '../database.ts';
import { DataFolderError, folderError, isDiskError, lockFolder } from '../folder-lock.ts';
import { openPostgres } from '../open-postgres.ts';
import { initialise, putInPlace } from './create-folder.ts';
import { findPrograms, type Programs, type Unusable } from './programs.ts';
import { runPostgres } from './run-postgres.ts';
import { addressIn, socketFolder, USER, writeAccess } from './settings.ts';

export type EmbeddedPostgres = OpenDatabase & {
  /** For further processes of the same system user on this machine. */
  address: string;
  /** Of PostgreSQL's main process. */
  pid(): number | undefined;
};

type OpenOptions = {
  dataDir: string;
  log: Logger;
  programs?: Programs | Unusable;
  /** Replaces the folder of migrations. */
  migrations?: string | undefined;
};

/** Where a data folder has its PostgreSQL. */
export const postgresFolder = (dataDir: string): string => path.join(dataDir, 'postgres');

/**
 * Opens the embedded PostgreSQL in `{dataDir}/postgres`, created on the first start. It runs as long as this process.
 * @throws DataFolderError when another process uses the folder, it cannot be written, or PostgreSQL does not start
 */
export async function openEmbeddedPostgres({
  dataDir,
  log,
  programs = findPrograms(),
  migrations,
}: OpenOptions): Promise<EmbeddedPostgres> {
  const unlock = lockFolder(dataDir);
  try {
    return await openLocked(postgresFolder(path.resolve(dataDir)), { dataDir, log, programs, migrations }, unlock);
  } catch (error) {
    unlock();
    throw isDiskError(error) ? folderError(dataDir, error) : error;
  }
}

/**
 * The same in a folder whose lock the caller holds.
 * @param folder the cluster's own, an absolute path
 * @param release called once everything has ended
 */
export async function openLocked(
  folder: string,
  { dataDir, log, programs, migrations }: OpenOptions & { programs: Programs | Unusable },
  release: () => void,
): Promise<EmbeddedPostgres> {
  if ('reason' in programs)
    throw new DataFolderError(
      `The database in ${folder} is PostgreSQL's, which does not run here: ${programs.reason}. Set DATA_DIR to another folder.`,
    );
  const fail = (error: unknown): never => {
    if (isDiskError(error) || error instanceof DataFolderError) throw error;
    const reason = error instanceof Error ? error.message.trim().replaceAll('\n', ' ') : String(error);
    throw new DataFolderError(`The embedded PostgreSQL in ${folder} cannot be opened (${reason}).`, { cause: error });
  };
  if (!existsSync(folder)) {
    const made = `${folder}.new`;
    await initialise(programs, made).then(() => putInPlace(made, folder), fail);
  }
  await writeAccess(folder, programs.user.name);
  const sockets = socketFolder(folder);
  const removeSockets = async () => {
    if (sockets !== folder) await rm(sockets, { recursive: true, force: true });
  };
  const running = await runPostgres({
    programs,
    folder,
    sockets,
    log,
    beforeStart: () => releaseBallast(dataDir),
  }).catch(async (error: unknown) => {
    await removeSockets();
    return fail(error);
  });
  const stop = async () => {
    await running.stop();
    await removeSockets();
  };
  try {
    await createOwnDatabase(addressIn(sockets, 'postgres'));
    const address = addressIn(sockets);
    const onChange = (away: boolean) =>
      away ? log.error('The embedded PostgreSQL does not answer.') : log.info('The embedded PostgreSQL answers again.');
    const open = await openPostgres(address, { onChange, migrations });
    return {
      ...open,
      address,
      pid: running.pid,
      async close() {
        await open.close();
        await stop();
        release();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createOwnDatabase(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [USER]);
    if (!rowCount) await client.query(`create database ${USER}`);
  } finally {
    await client.end();
  }
}
