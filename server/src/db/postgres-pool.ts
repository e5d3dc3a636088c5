import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';
import { DatabaseAway } from './database-away.ts';
import type { DatabaseWatch } from './database-watch.ts';

/** Maximum wait for a connection, new or in use. */
const CONNECT_MS = 5000;
/** Statement timeout on the server; ours ends a little later, in case the server does not answer. */
const STATEMENT_MS = 25_000;
const QUERY_MS = 30_000;
/** A transaction that its process leaves idle holds locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
/** With this many waiting, the next request is rejected immediately. */
const WAITING_MAX = 500;

/** With `set`, because poolers in front of PostgreSQL reject unknown startup parameters. */
const SETTINGS = `set statement_timeout = ${STATEMENT_MS}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

type Given = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void;

/** A pool with a limited queue. */
class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(given: Given): void;
  override connect(given?: Given): Promise<pg.PoolClient> | void {
    if (this.waitingCount < WAITING_MAX) return given ? super.connect(given) : super.connect();
    const error = new DatabaseAway(new Error('Too many requests wait for a connection.'));
    if (!given) return Promise.reject(error);
    process.nextTick(given, error, undefined, () => undefined);
  }
}

/** Opens connections on demand, up to `max`. They end when the watch finds the database unavailable. */
export function openPool(
  watch: DatabaseWatch,
  options: { connectionString: string; max: number; application_name: string },
): pg.Pool {
  const pool = new BoundedPool({
    ...options,
    stream: watch.socket,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: (client) => client.query(SETTINGS),
  });
  // A connection may break at any time, in use or not. Its user gets the error from the query; without a listener it
  // would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** drizzle on a pool. */
export function onPool(pool: pg.Pool): Database {
  const db: Database = drizzle({ client: pool });
  const perClient = new WeakMap<pg.PoolClient, Database>();
  const on = (client: pg.PoolClient): Database => {
    const known = perClient.get(client) ?? drizzle({ client });
    perClient.set(client, known);
    return known;
  };

  /**
   * Replaces drizzle's own, which never releases a connection whose BEGIN failed, and lets a failing ROLLBACK hide
   * the original error.
   */
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect().catch((error: unknown) => Promise.reject(new DatabaseAway(error)));
    let own: { error: unknown } | null = null;
    let broken = false;
    try {
      return await on(client).transaction(async (tx) => {
        try {
          return await work(tx);
        } catch (error) {
          own = { error };
          throw error;
        }
      }, config);
    } catch (error) {
      const reason = own as { error: unknown } | null;
      broken = error !== reason?.error;
      throw reason ? reason.error : error;
    } finally {
      client.release(broken);
    }
  };
  return Object.assign(db, { transaction });
}
