import type pg from 'pg';
import { withClient } from './dump-client.ts';
import { namesOf } from './dump-database.ts';
import { readParts } from './dump-format.ts';

/** What a filled database has. `differs`: the first table that is not as it was recorded; null when all are. */
export type DumpComparison = {
  tables: number;
  rows: number;
  differs: { table: string; rows: number | null; recorded: number | null } | null;
};

/**
 * Counts the tables and rows of a database, and compares them with what a dump has recorded. Of a dump from before rows were counted, the
 * tables alone are compared. Counting runs as the user whose database it is.
 * @throws DumpError for a file that is no whole dump
 */
export async function compareWithDump(
  config: pg.ClientConfig,
  file: string,
  signal: AbortSignal,
): Promise<DumpComparison> {
  const recorded = (await readParts(file)).filter(({ kind }) => kind === 'rows');
  return withClient(config, signal, async (client) => {
    const names = await namesOf(client, 'r');
    let differs: DumpComparison['differs'] = null;
    let total = 0;
    for (const [at, table] of names.entries()) {
      const { rows } = await client.query<{ count: string }>(
        `select pg_catalog.count(*)::text as count from only ${table}`,
      );
      const count = Number(rows[0]?.count ?? 0);
      total += count;
      const part = recorded[at];
      // Both are in the same order.
      const isOwn = part?.copy?.startsWith(`COPY ${table}`) ?? false;
      if (!isOwn) differs ??= { table, rows: count, recorded: null };
      else if (part?.count !== undefined && part.count !== count)
        differs ??= { table, rows: count, recorded: part.count };
    }
    const missing = recorded[names.length];
    if (missing)
      differs ??= { table: missing.copy?.slice('COPY '.length) ?? '', rows: null, recorded: missing.count ?? null };
    return { tables: names.length, rows: total, differs };
  });
}
