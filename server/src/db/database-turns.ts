import { sql } from 'drizzle-orm';
import { createTurns, type Turns } from '../lib/turns.ts';
import type { OpenDatabase } from './database.ts';

/**
 * Turns that all processes on a database share, for work outside of it. On PostgreSQL each holds a connection, so its work must not ask for
 * another one; the embedded database has one process, and is not kept busy.
 */
export function createDatabaseTurns({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Turns {
  // Those of this process wait here, not with a connection each.
  const turns = createTurns();
  if (kind === 'pglite') return turns;
  return (key, work) =>
    turns(key, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtext('turns'), hashtext(${key}))`);
        return work();
      }),
    );
}
