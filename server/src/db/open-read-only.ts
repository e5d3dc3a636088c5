import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';

const CONNECT_MS = 5_000;

export type ReadOnly = { db: Database; close(): Promise<void> };

/**
 * Opens PostgreSQL as it is: nothing is migrated, and the server itself refuses what would change something.
 * @throws the error of pg when it cannot be reached
 */
export async function openReadOnly(connectionString: string, name: string): Promise<ReadOnly> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    options: '-c default_transaction_read_only=on',
  });
  client.on('error', () => undefined);
  await client.connect();
  return { db: drizzle({ client }), close: () => client.end() };
}
