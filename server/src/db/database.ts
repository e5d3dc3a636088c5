import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database or a transaction of it, whichever engine is behind it; repositories take this. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema, ExtractTablesWithRelations<typeof schema>>;

/** Result of a raw statement, the same on both engines. */
export type Rows<T> = { rows: T[] };

/** An open database with what must be done to it as a whole. */
export type OpenDatabase = {
  db: Database;
  kind: 'pglite' | 'postgres';
  /** Runs one statement with `$1` parameters outside of drizzle. */
  query<T>(text: string, values?: unknown[]): Promise<Rows<T>>;
  /** Calls back on `NOTIFY channel`, from whatever process it came, and after a break in which some may have been lost; the result ends it. */
  listen(channel: string, onMessage: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  close(): Promise<void>;
};
