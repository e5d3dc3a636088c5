import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { createConnection, createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import type { SiteLimits } from '@panel/contract';
import { HostingError } from '../hosting-error.ts';
import { DATABASE_NAME, isDatabaseOf, prefixOf } from './database-name.ts';
import { openDatabaseRelay } from './database-relay.ts';

/** A database of one site and its only user, which has the same name. The password is in the site's wp-config.php alone. */
export type SiteDatabase = { name: string; password: string };

/**
 * The MariaDB server for the databases of sites. The panel creates, measures and deletes databases there; it never reads or
 * runs what is in them. Every call is idempotent, except `create`, and throws DATABASE_UNAVAILABLE when the server does
 * not answer.
 */
export type DatabaseServer = {
  /**
   * The Unix socket at which a site's own network is connected to the server. The server sees the panel's system user
   * there, so an account that needs no password from it is refused: hosted code could use it.
   */
  socket(): Promise<string>;
  /** A new empty database with a user whose rights end there. */
  create(siteId: string, limits: SiteLimits): Promise<SiteDatabase>;
  /** Deletes all tables. */
  clear(name: string): Promise<void>;
  /** Applies the limits of a plan; a site that may not write to files may not write to its tables either. */
  limit(name: string, limits: SiteLimits): Promise<void>;
  /** The size of a database in bytes, and the number of its tables. */
  size(name: string): Promise<{ bytes: number; tables: number }>;
  /** Deletes all databases and users of a site, except for one. */
  keepOnly(siteId: string, name: string | null): Promise<void>;
  close(): Promise<void>;
};

/**
 * What a WordPress and its plugins need; no views, triggers, procedures or events, and nothing outside of its database.
 * Temporary tables would take disk space that nobody can attribute to a site.
 */
const READING = ['SELECT', 'DELETE', 'DROP', 'LOCK TABLES'];
const WRITING = ['INSERT', 'UPDATE', 'CREATE', 'ALTER', 'INDEX', 'REFERENCES'];
const CONNECT_MS = 5000;
/** Access denied, without and with a plugin that looks at the system user. */
const DENIED: readonly unknown[] = [1045, 1698];
const QUERY_MS = 60_000;
/** Seconds that the server spends on the size of one database; each of its tables is opened. */
const MEASURE_SECONDS = 20;

/**
 * @param address `mysql://user:password@host:port`, or `mysql://user:password@localhost?socket=/path` for a Unix socket.
 * @param dataDir for the socket that leads to a server over TCP
 */
export function openDatabaseServer(address: string, dataDir: string): DatabaseServer {
  const url = new URL(address);
  const socketPath = url.searchParams.get('socket');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 3306);
  const at = socketPath === null ? { host, port } : { socketPath };
  const own = decodeURIComponent(url.username);
  const pool: Pool = createPool({
    ...at,
    user: own,
    password: decodeURIComponent(url.password),
    connectionLimit: 4,
    connectTimeout: CONNECT_MS,
    enableKeepAlive: true,
  });
  const relay = socketPath === null ? openDatabaseRelay({ host, port }, dataDir) : null;
  /** Connections through a Unix socket come from localhost. */
  const account = (name: string) => `${pool.escape(named(name))}@${socketPath === null ? "'%'" : "'localhost'"}`;

  const run = async (sql: string): Promise<RowDataPacket[]> => {
    try {
      const [rows] = await pool.query<RowDataPacket[]>({ sql, timeout: QUERY_MS });
      return rows;
    } catch (error) {
      throw unavailable(error);
    }
  };
  const database = (name: string) => pool.escapeId(named(name));
  const options = ({ concurrentRequests, requestSeconds }: SiteLimits) =>
    `WITH MAX_USER_CONNECTIONS ${whole(concurrentRequests)} MAX_STATEMENT_TIME ${whole(requestSeconds)}`;
  const drop = async (name: string): Promise<void> => {
    // The list of databases finds what an interrupted deletion left, so the database is last.
    await run(`DROP USER IF EXISTS ${account(name)}`);
    await run(`DROP DATABASE IF EXISTS ${database(name)}`);
  };
  const createEmpty = (name: string) =>
    run(`CREATE DATABASE ${database(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`);

  /** @throws HostingError for an account that hosted code could use */
  const refuseOpenAccounts = async (): Promise<void> => {
    for (const user of new Set([userInfo().username, own, 'root'])) {
      const opened = await createConnection({ ...at, user, password: '', connectTimeout: CONNECT_MS }).catch(
        (error: unknown) => {
          if (error instanceof Error && 'errno' in error && DENIED.includes(error.errno)) return null;
          throw unavailable(error);
        },
      );
      opened?.destroy();
      if (opened) throw openAccount(user);
    }
  };
  let closed: Promise<void> | null = null;

  return {
    async socket() {
      closed ??= refuseOpenAccounts();
      closed.catch(() => (closed = null));
      await closed;
      return socketPath ?? (await relay?.socket()) ?? '';
    },
    async create(siteId, limits) {
      const name = prefixOf(siteId) + randomBytes(4).toString('hex');
      const password = randomBytes(24).toString('base64url');
      await createEmpty(name);
      await run(`CREATE USER ${account(name)} IDENTIFIED BY ${pool.escape(password)} ${options(limits)}`);
      await run(`GRANT ${[...READING, ...WRITING].join(', ')} ON ${database(name)}.* TO ${account(name)}`);
      return { name, password };
    },
    async clear(name) {
      await run(`DROP DATABASE IF EXISTS ${database(name)}`);
      await createEmpty(name);
    },
    async limit(name, limits) {
      const rights =
        limits.fileSizeMb > 0
          ? `GRANT ${WRITING.join(', ')} ON ${database(name)}.* TO ${account(name)}`
          : `REVOKE ${WRITING.join(', ')} ON ${database(name)}.* FROM ${account(name)}`;
      await run(rights);
      await run(`ALTER USER ${account(name)} ${options(limits)}`);
    },
    async size(name) {
      const [row] = await run(
        `SET STATEMENT max_statement_time = ${MEASURE_SECONDS} FOR SELECT COUNT(*) AS tables, COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) AS bytes FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${pool.escape(named(name))}`,
      );
      return { bytes: Number(row?.['bytes'] ?? 0), tables: Number(row?.['tables'] ?? 0) };
    },
    async keepOnly(siteId, kept) {
      const rows = await run(`SHOW DATABASES LIKE ${pool.escape(`${prefixOf(siteId)}%`)}`);
      for (const name of rows.flatMap((row) => Object.values(row).map(String)))
        if (name !== kept && isDatabaseOf(siteId, name)) await drop(name);
    },
    async close() {
      await pool.end();
      await relay?.close();
    },
  };
}

/** Every name that reaches a statement has been checked here. */
function named(name: string): string {
  if (DATABASE_NAME.test(name)) return name;
  throw new HostingError('COMMAND_FAILED', 'The database of this site has no valid name. Contact support.', {
    retryable: false,
  });
}

const whole = (value: number): number => Math.max(1, Math.trunc(value));

const openAccount = (user: string): HostingError =>
  new HostingError(
    'DATABASE_UNAVAILABLE',
    'The database server for sites is not set up safely, so sites cannot use it. Contact support.',
    {
      retryable: false,
      detail: `MariaDB lets ${user} in without a password, so code of hosted sites could use that account. Give it a password without unix_socket, or write host and port in SITES_DATABASE_URL.`,
    },
  );

function unavailable(cause: unknown): HostingError {
  return new HostingError(
    'DATABASE_UNAVAILABLE',
    'The database server for sites does not answer as it should. Try again in a few minutes; if it keeps failing, contact support.',
    { retryable: true, detail: cause instanceof Error ? cause.message : String(cause), cause },
  );
}
