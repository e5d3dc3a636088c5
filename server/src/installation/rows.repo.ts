import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';
import { emptyTables, readRows, rowsOf, SEQUENCES, TABLES, writeRows, type Table } from '../db/embedded/move-tables.ts';
import { bytesFrame, headFrame, type Frame } from '../archive/frames.ts';

const HEAD = v.union([
  v.object({ table: v.string(), columns: v.array(v.string()) }),
  v.object({ sequence: v.string(), value: v.string() }),
]);

/** The migrations that a database has had. */
export type Migrated = { count: number; last: string };

/** @throws Error when there are none */
export async function migratedOf(db: Database): Promise<Migrated> {
  const [row] = await rowsOf<Migrated>(
    db,
    sql`select count(*)::int as count, coalesce(max(created_at), 0)::text as last from drizzle.__drizzle_migrations`,
  );
  if (!row || row.count === 0) throw new Error('The database is empty: no panel has run on it.');
  return row;
}

/**
 * All rows as they were at one moment, each as PostgreSQL's own text; call it in a transaction that is repeatable read.
 * @param counted called with the number of rows of each table
 */
export async function* packRows(tx: Database, counted: (rows: number) => void): AsyncGenerator<Buffer> {
  for (const { name, columns } of await rowsOf<Table>(tx, sql.raw(TABLES))) {
    yield headFrame({ table: name, columns });
    for await (const rows of readRows(tx, { name })) {
      counted(rows.length);
      yield bytesFrame(Buffer.from(JSON.stringify(rows)));
    }
  }
  for (const { name, value } of await rowsOf<{ name: string; value: string }>(tx, sql.raw(SEQUENCES)))
    yield headFrame({ sequence: name, value });
}

/**
 * Writes the rows of `packRows` to a database of the same migrations, in place of those that it has. Call it in a
 * transaction.
 * @returns rows written
 */
export async function unpackRows(tx: Database, frames: AsyncIterable<Frame>): Promise<number> {
  const tables = new Set((await rowsOf<Table>(tx, sql.raw(TABLES))).map(({ name }) => name));
  await emptyTables(
    tx,
    [...tables].map((name) => ({ name })),
  );
  let into: Table | null = null;
  let count = 0;
  for await (const { head, bytes } of frames) {
    if (bytes !== null) {
      if (into === null) throw new Error('it has rows that belong to no table');
      const list = bytes.toString();
      await writeRows(tx, into, list);
      count += v.parse(v.array(v.string()), JSON.parse(list)).length;
      continue;
    }
    const next = v.parse(HEAD, head);
    if ('sequence' in next) {
      await tx.execute(sql`select setval(${next.sequence}::regclass, ${next.value}::bigint)`);
      continue;
    }
    if (!tables.has(next.table)) throw new Error(`There is no table ${next.table} in this version.`);
    into = { name: next.table, columns: next.columns };
  }
  return count;
}
