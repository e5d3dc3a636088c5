import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * The database or a transaction, on either engine; repositories take this. Drizzle is not given the schema: nothing uses
 * its relational queries, for which it would read all tables with each connection and each transaction.
 */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Result of a raw statement, the same on both engines. */
export type Rows<T> = { rows: T[] };

/** An open database and the operations on it as a whole. */
export type OpenDatabase = {
  db: Database;
  kind: 'pglite' | 'postgres';
  /** Runs one statement with `$1` parameters outside of drizzle. */
  query<T>(text: string, values?: unknown[]): Promise<Rows<T>>;
  /**
   * Subscribes to `NOTIFY channel` from any process; also called after an interruption in which notifications may
   * have been lost. Returns the unsubscribe function.
   */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** Identifies this process among those on the database. */
  self: number;
  /** The processes that listen to a channel now, this one included if it does; one that has ended is not among them. */
  listeners(channel: string): Promise<number[]>;
  /** Connections of the pool now; absent where there is none. */
  pool?(): { idle: number; total: number; waiting: number };
  close(): Promise<void>;
};
