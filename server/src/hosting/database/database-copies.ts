import type pg from 'pg';
import { sentence } from '../../lib/sentence.ts';
import { HostingError, toHostingError } from '../hosting-error.ts';
import { compareWithDump, type DumpComparison } from './dump/compare-dump.ts';
import { dumpDatabase } from './dump/dump-database.ts';
import { DumpError } from './dump/dump-error.ts';
import { DumpTooLarge } from './dump/dump-writer.ts';
import { loadDump } from './dump/load-dump.ts';
import { besidesOf, databaseNameOf, newNameOf, oldNameOf } from './postgres-names.ts';
import type { PostgresPlace } from './postgres-place.ts';
import { unavailable } from './postgres-unavailable.ts';

/** A database of an application and the password of its user. */
export type OwnDatabase = { siteId: string; password: string };
type Dumping = { maxBytes: number; signal?: AbortSignal | undefined };
type Filling = {
  /** Identifies the restore, so that the result of another one is not taken for its own. */
  mark: string;
  signal?: AbortSignal | undefined;
};

/**
 * Dumps of databases, and their way back: a dump fills a database beside the present one, then the two change their names in one
 * transaction. The former one stays until `tidy`. Every call is idempotent.
 */
export type DatabaseCopies = {
  /** Writes a dump of one moment to a file, and returns its size. @throws HostingError LIMIT, COMMAND_FAILED, DATABASE_UNAVAILABLE */
  dump(own: OwnDatabase, toFile: string, options: Dumping): Promise<number>;
  /** Fills a database beside the present one. @throws HostingError COMMAND_FAILED for a dump that cannot be restored */
  fill(own: OwnDatabase, fromFile: string, options: Filling): Promise<void>;
  /**
   * Fills the empty database of a copy, and compares it with what its dump has recorded.
   * @throws HostingError COMMAND_FAILED for a dump that cannot be restored, DATABASE_UNAVAILABLE
   */
  fillCopy(own: OwnDatabase, fromFile: string, options: Omit<Filling, 'mark'>): Promise<DumpComparison>;
  /** Whether there is a filled database beside the present one, or the present one is it. */
  isFilled(siteId: string, mark: string): Promise<boolean>;
  /** The filled database becomes the present one; connections to the former one end. */
  swap(siteId: string, mark: string): Promise<void>;
  isSwapped(siteId: string, mark: string): Promise<boolean>;
  /** The former database is the present one again, and the filled one is deleted. */
  swapBack(siteId: string, mark: string): Promise<void>;
  /** Deletes what is beside the present database. */
  tidy(siteId: string): Promise<void>;
};

type Deps = {
  admin<T>(use: (client: pg.Client) => Promise<T>, database?: string): Promise<T>;
  place(): Promise<PostgresPlace>;
  /** Creates an empty database for a role. */
  make(name: string, role: string): Promise<void>;
};

const COPY_MS = 3_600_000;
const END_MS = 5000;
const TOO_MANY_CONNECTIONS = '53300';

/** How databases of applications are dumped and replaced on their server. */
export function createDatabaseCopies({ admin, place, make }: Deps): DatabaseCopies {
  const configOf = async ({ siteId, password }: OwnDatabase, database: string): Promise<pg.ClientConfig> => {
    const { host, port, ssl } = (await place()).admin;
    return { host, port, ssl, user: databaseNameOf(siteId), database, password };
  };
  /** The marks of a database and of those beside it, by name; those without one have none. */
  const marksOf = async (client: pg.Client, name: string): Promise<Map<string, string | null>> => {
    const { rows } = await client.query<{ name: string; mark: string | null }>(
      `select datname as name, shobj_description(oid, 'pg_database') as mark from pg_database where datname = any($1)`,
      [[name, ...besidesOf(name)]],
    );
    return new Map(rows.map(({ name: one, mark }) => [one, mark]));
  };
  const dropBeside = async (client: pg.Client, names: readonly string[]): Promise<void> => {
    for (const name of names) await client.query(`drop database if exists ${name} with (force)`);
  };
  /** Renames databases at once. Whoever is connected to one of them is sent away first. */
  const rename = async (
    client: pg.Client,
    name: string,
    pairs: readonly (readonly [string, string])[],
  ): Promise<void> => {
    const from = pairs.map(([one]) => one);
    try {
      for (const one of from) await client.query(`alter database ${one} with allow_connections false`);
      await client.query(
        'select pg_terminate_backend(pid, $2) from pg_stat_activity where datname = any($1) and usename = any($3)',
        [from, END_MS, [name, client.user ?? name]],
      );
      await client.query('begin');
      for (const [one, to] of pairs) await client.query(`alter database ${one} rename to ${to}`);
      await client.query('commit');
    } finally {
      await client.query('rollback');
      await client.query(`alter database ${name} with allow_connections true`);
    }
  };
  return {
    async dump(own, toFile, { maxBytes, signal = new AbortController().signal }) {
      const late = AbortSignal.any([signal, AbortSignal.timeout(COPY_MS)]);
      try {
        return await dumpDatabase(await configOf(own, databaseNameOf(own.siteId)), toFile, { maxBytes, signal: late });
      } catch (error) {
        if (error instanceof DumpTooLarge) throw tooLarge(maxBytes);
        throw failed(error, 'We could not back up the database.');
      }
    },
    async fill(own, fromFile, { mark, signal = new AbortController().signal }) {
      const name = databaseNameOf(own.siteId);
      const beside = newNameOf(name);
      await admin((client) => dropBeside(client, besidesOf(name)));
      await make(beside, name);
      const late = AbortSignal.any([signal, AbortSignal.timeout(COPY_MS)]);
      try {
        await loadDump(await configOf(own, beside), fromFile, late);
      } catch (error) {
        await admin((client) => dropBeside(client, [beside])).catch(() => undefined);
        throw failed(error, 'We could not restore the database.');
      }
      await admin((client) => client.query(`comment on database ${beside} is ${client.escapeLiteral(mark)}`));
    },
    async fillCopy(own, fromFile, { signal = new AbortController().signal }) {
      const late = AbortSignal.any([signal, AbortSignal.timeout(COPY_MS)]);
      try {
        const config = await configOf(own, databaseNameOf(own.siteId));
        await loadDump(config, fromFile, late);
        return await compareWithDump(config, fromFile, late);
      } catch (error) {
        if (isOfServer(error)) throw unavailable(error);
        throw failed(error, 'We could not restore the database.');
      }
    },
    isFilled: (siteId, mark) =>
      admin(async (client) => {
        const name = databaseNameOf(siteId);
        const marks = await marksOf(client, name);
        return marks.get(newNameOf(name)) === mark || marks.get(name) === mark;
      }),
    swap: (siteId, mark) =>
      admin(async (client) => {
        const name = databaseNameOf(siteId);
        const marks = await marksOf(client, name);
        if (marks.get(name) === mark) {
          await client.query(`alter database ${name} with allow_connections true`);
          return;
        }
        if (marks.get(newNameOf(name)) !== mark) throw new Error(`The database of ${siteId} was not filled.`);
        await rename(client, name, [
          [name, oldNameOf(name)],
          [newNameOf(name), name],
        ]);
      }),
    isSwapped: (siteId, mark) =>
      admin(async (client) => {
        const name = databaseNameOf(siteId);
        const { rowCount } = await client.query('select 1 from pg_database where datname = $1 and datallowconn', [
          name,
        ]);
        return rowCount === 1 && (await marksOf(client, name)).get(name) === mark;
      }),
    swapBack: (siteId, mark) =>
      admin(async (client) => {
        const name = databaseNameOf(siteId);
        const marks = await marksOf(client, name);
        if (marks.get(name) === mark && marks.has(oldNameOf(name)))
          await rename(client, name, [
            [name, newNameOf(name)],
            [oldNameOf(name), name],
          ]);
        // A swap that was interrupted may have left it closed.
        if (marks.has(name)) await client.query(`alter database ${name} with allow_connections true`);
        await dropBeside(client, [newNameOf(name)]);
      }),
    tidy: (siteId) => admin((client) => dropBeside(client, besidesOf(databaseNameOf(siteId)))),
  };
}

/** Connections, resources, operators and the system: none of it is a fault of what is restored. */
const isOfServer = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:08|53|57|58|XX)[0-9A-Z]{3}$|^E[A-Z]+$/.test(String(error.code));

const tooLarge = (maxBytes: number): HostingError =>
  new HostingError(
    'LIMIT',
    sentence(
      'The database is too large for a backup: its dump has more than {limit} MB. Delete what the application does not need, or choose a larger plan.',
      { limit: Math.floor(maxBytes / 1024 ** 2) },
    ),
    { retryable: false },
  );

/** What the database itself says is for its owner. */
function failed(error: unknown, failure: string): HostingError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === TOO_MANY_CONNECTIONS)
    return new HostingError(
      'COMMAND_FAILED',
      [
        failure,
        sentence('The application uses all connections that its database allows. Use a smaller pool, then try again.'),
      ],
      { retryable: true },
    );
  if (error instanceof DumpError || /^[0-9A-Z]{5}$/.test(code)) {
    const reason = (error as Error).message.slice(0, 1000);
    return new HostingError('COMMAND_FAILED', [failure, sentence('PostgreSQL says: {reason}', { reason })], {
      retryable: false,
    });
  }
  return toHostingError(error, failure);
}
