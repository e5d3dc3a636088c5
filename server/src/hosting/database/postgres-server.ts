import pg from 'pg';
import { HostingError } from '../hosting-error.ts';
import { createDatabaseCopies, type DatabaseCopies } from './database-copies.ts';
import { besidesOf, databaseNameOf } from './postgres-names.ts';
import type { PostgresPlace } from './postgres-place.ts';
import { unavailable } from './postgres-unavailable.ts';

/**
 * The PostgreSQL server for the databases of applications. The panel creates, measures and deletes databases there; it never
 * reads or runs what is in them. Every call is idempotent, and throws DATABASE_UNAVAILABLE when the server does not answer.
 */
export type PostgresServer = {
  socket(): Promise<string>;
  /** Creates a database and a user whose rights end there, or changes what differs. */
  set(siteId: string, password: string): Promise<void>;
  /** Whether the user of a database gets into it, the way that applications do. */
  enters(siteId: string, password: string): Promise<boolean>;
  /** The size in bytes; null for a database that does not exist. */
  size(siteId: string): Promise<number | null>;
  drop(siteId: string): Promise<void>;
  close(): Promise<void>;
} & DatabaseCopies;

/** Connections of one application: a pool of ten, twice during a switch, and a command. */
const CONNECTIONS = 25;
/** What counts until the code of an application sets something else. */
const DEFAULTS = { statement_timeout: '60s', idle_in_transaction_session_timeout: '60s', lock_timeout: '30s' } as const;
const CONNECT_MS = 5000;
const QUERY_MS = 60_000;
const DENIED = new Set(['28P01', '28000', '3D000', '42501', '55000']);

/** @param place where the server is; starts it where the panel runs it itself */
export function openPostgresServer(place: () => Promise<PostgresPlace>, end: () => Promise<void>): PostgresServer {
  const as = async <T>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS, ...config });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await use(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const admin = async <T>(use: (client: pg.Client) => Promise<T>, database?: string): Promise<T> => {
    try {
      const { admin: own } = await place();
      return await as({ ...own, ...(database !== undefined && { database }) }, use);
    } catch (error) {
      throw error instanceof HostingError ? error : unavailable(error);
    }
  };
  const has = async (client: pg.Client, name: string): Promise<boolean> =>
    ((await client.query('select 1 from pg_database where datname = $1', [name])).rowCount ?? 0) > 0;

  /** A database that is the own of a role. */
  const make = async (name: string, role: string): Promise<void> => {
    await admin(async (client) => {
      // Nobody gets in before everyone else's right to do so has been taken away.
      if (!(await has(client, name)))
        await client.query(`create database ${name} template template0 encoding 'UTF8' allow_connections false`);
      await client.query(`revoke all on database ${name} from public`);
      await client.query(`grant connect, temporary, create on database ${name} to ${role}`);
      await client.query(`alter database ${name} with allow_connections true`);
    });
    await admin(async (client) => {
      // Its owner may have dropped it.
      const { rowCount } = await client.query("select 1 from pg_namespace where nspname = 'public'");
      if (rowCount) await client.query(`alter schema public owner to ${role}`);
    }, name);
  };

  return {
    ...createDatabaseCopies({ admin, place, make }),
    socket: async () => (await place()).socket,
    async set(siteId, password) {
      const name = databaseNameOf(siteId);
      await admin(async (client) => {
        const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
        const secret = client.escapeLiteral(password);
        // Of all other rights a new user has none, and an account that is no superuser may not name them.
        const rights = `login connection limit ${CONNECTIONS}`;
        await client.query(`${rowCount ? 'alter' : 'create'} role ${name} with ${rights} password ${secret}`);
        for (const [key, value] of Object.entries(DEFAULTS))
          await client.query(`alter role ${name} set ${key} = '${value}'`);
        // Its creator, who need not be a superuser, gives it a schema below.
        await client.query(`grant ${name} to current_user`);
        await refuseOthers(client, name);
      });
      await make(name, name);
    },
    async enters(siteId, password) {
      const name = databaseNameOf(siteId);
      const { admin: own } = await place();
      const { host, port, ssl } = own;
      try {
        return await as({ host, port, ssl, user: name, database: name, password }, async (client) => {
          await client.query('select 1');
          return true;
        });
      } catch (error) {
        if (error instanceof Error && 'code' in error && DENIED.has(String(error.code))) return false;
        throw unavailable(error);
      }
    },
    size: (siteId) =>
      admin(async (client) => {
        const name = databaseNameOf(siteId);
        const { rows } = await client.query<{ bytes: string }>(
          'select pg_database_size(datname)::text as bytes from pg_database where datname = $1',
          [name],
        );
        return rows[0] ? Number(rows[0].bytes) : null;
      }),
    drop: (siteId) =>
      admin(async (client) => {
        const name = databaseNameOf(siteId);
        const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
        if (rowCount) await client.query(`alter role ${name} with nologin`);
        for (const one of [name, ...besidesOf(name)]) await client.query(`drop database if exists ${one} with (force)`);
        await client.query(`drop role if exists ${name}`);
      }),
    close: end,
  };
}

/** @throws HostingError for a server on which applications would get into a database that is not theirs */
async function refuseOthers(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where datallowconn and datname <> all($2::text[]) and has_database_privilege($1, datname, 'CONNECT')`,
    [role, [role, ...besidesOf(role)]],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => client.escapeIdentifier(name)).join(', ');
  throw new HostingError(
    'DATABASE_UNAVAILABLE',
    'The database server for applications is not set up safely, so applications cannot use it. Contact support.',
    {
      retryable: false,
      detail: `Every user of the server in APPS_DATABASE_URL gets into other databases. Run: REVOKE CONNECT ON DATABASE ${names} FROM PUBLIC;`,
    },
  );
}
