import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from '../database.ts';

/** Rows of one step; some hold documents of several hundred KB. */
const STEP_ROWS = 100;

/** A table, quoted. */
export type Table = { name: string; columns: string[] };

/** All tables with the columns that are not generated, quoted. */
export const TABLES = `
  select quote_ident(c.relname) as name,
    array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  group by c.oid, c.relname order by c.relname`;

/** Sequences that have given numbers. */
export const SEQUENCES = `
  select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
  from pg_sequences where schemaname = 'public' and last_value is not null`;

/** Counts the rows and sums their hashes; the order does not matter. */
const CONTENT = (table: string): string =>
  `select count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as content from ${table} t`;

/**
 * Copies all rows between two databases of the same version of the schema, exactly: each travels as PostgreSQL's own text
 * of a row. What the target held is replaced, in one transaction.
 * @returns rows copied, by table
 * @throws Error when the tables do not hold the same afterwards
 */
export async function moveTables(from: OpenDatabase, to: OpenDatabase): Promise<Map<string, number>> {
  const tables = (await from.query<Table>(TABLES)).rows;
  const copied = new Map<string, number>();
  await to.db.transaction(async (target) => {
    await emptyTables(target, tables);
    await from.db.transaction(async (source) => {
      for (const table of tables) copied.set(table.name, await copyTable(source, target, table));
    });
    for (const { name, value } of (await from.query<{ name: string; value: string }>(SEQUENCES)).rows)
      await target.execute(sql`select setval(${name}::regclass, ${value}::bigint)`);
    for (const { name } of tables) await compare(from.db, target, name);
  });
  return copied;
}

async function copyTable(source: Database, target: Database, table: Table): Promise<number> {
  let count = 0;
  for await (const rows of readRows(source, table)) {
    await writeRows(target, table, JSON.stringify(rows));
    count += rows.length;
  }
  return count;
}

/**
 * Empties tables that are filled with `writeRows` in the same transaction: their triggers and foreign keys have had their
 * effect where the rows come from.
 */
export async function emptyTables(tx: Database, tables: readonly Pick<Table, 'name'>[]): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`);
  await tx.execute(sql.raw(`truncate ${tables.map(({ name }) => name).join(', ')}`));
}

/** The rows of a table, some at a time, each as PostgreSQL's own text; call it in a transaction. */
export async function* readRows(tx: Database, { name }: Pick<Table, 'name'>): AsyncGenerator<string[]> {
  await tx.execute(sql.raw(`declare read_rows no scroll cursor for select t::text as row from ${name} t`));
  for (;;) {
    const rows = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${STEP_ROWS} from read_rows`));
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.execute(sql`close read_rows`);
}

/** Writes rows of `readRows`, as a list in JSON. */
export async function writeRows(tx: Database, { name, columns }: Table, list: string): Promise<void> {
  const parts = columns.map((column) => `(r).${column}`).join(', ');
  await tx.execute(
    sql`insert into ${sql.raw(`${name} (${columns.join(', ')}) select ${parts}`)} from (select x::${sql.raw(name)} as r from jsonb_array_elements_text(${list}::jsonb) x offset 0) s`,
  );
}

/** What a statement answers, on both databases. */
export async function rowsOf<T>(db: Database, statement: ReturnType<typeof sql>): Promise<T[]> {
  return ((await db.execute(statement)) as { rows: T[] }).rows;
}

async function compare(from: Database, to: Database, table: string): Promise<void> {
  const [before] = await rowsOf<{ content: string }>(from, sql.raw(CONTENT(table)));
  const [after] = await rowsOf<{ content: string }>(to, sql.raw(CONTENT(table)));
  if (before?.content !== after?.content)
    throw new Error(`The table ${table} was not copied exactly: ${before?.content} became ${after?.content}.`);
}
