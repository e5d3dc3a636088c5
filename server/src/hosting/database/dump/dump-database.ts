import { open } from 'node:fs/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from './dump-client.ts';
import { DumpError } from './dump-error.ts';
import { TABLES_MOST } from './dump-format.ts';
import { openDumpWriter, type DumpWriter } from './dump-writer.ts';
import { schemaOf } from './schema-of.ts';

const LOCKED_AT_ONCE = 200;
/** Bytes of a large object that are written with one statement. */
const PIECE = 256 * 1024;
const HEAD = `-- The PostgreSQL database of an application. It goes into an empty database: psql --set ON_ERROR_STOP=1 --file database.sql
`;
/** Not of the system, and not made by an extension, which makes them again. */
const OWN = `c.relpersistence <> 't' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and not exists (
  select 1 from pg_catalog.pg_depend d
  where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const PATH = `set_config('search_path', '', false)`;
/** Functions in constraints and indexes find what they name as they do for the application, not by full names alone. */
const USUAL_PATH = `set_config('search_path', '"$user", public', false)`;

/** Large objects that are read at once: somebody may have millions. */
const OBJECTS_AT_ONCE = 1000;

/**
 * Writes a database to a file, in the state of one moment: definitions as pg_dump writes them, and rows between them. The memory that it
 * needs does not depend on the rows. `config`: of the user whose database it is.
 * `file` must not exist; the archive of its application is packed by another user.
 * @returns the size of the file
 * @throws DumpError
 */
export async function dumpDatabase(
  config: pg.ClientConfig,
  file: string,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<number> {
  const handle = await open(file, 'wx', 0o644);
  try {
    return await withClient(config, signal, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ snapshot: string }>('select pg_catalog.pg_export_snapshot() as snapshot');
      const snapshot = rows[0]?.snapshot ?? '';
      const tables = await lockTables(client);
      const schema = async (section: 'pre-data' | 'post-data') =>
        withoutNewSettings(await schemaOf(config, { section, snapshot, signal }));
      const writer = openDumpWriter(handle, maxBytes);
      await writer.sql(HEAD + (await schema('pre-data')));
      await writer.sql(`SELECT pg_catalog.${USUAL_PATH};\n\n`);
      for (const table of tables) await writeRows(client, writer, table);
      await writeLargeObjects(client, writer);
      await writeSequences(client, writer);
      await writer.sql((await schema('post-data')).replace(PATH, () => USUAL_PATH));
      return writer.end();
    });
  } finally {
    await handle.close();
  }
}

/** Without a setting that PostgreSQL before 17 refuses. Its value is the default. */
const withoutNewSettings = (sql: string): string => sql.replace('SET transaction_timeout = 0;\n', '');

/** The names of what a database has of a kind, in the order of a dump. @throws DumpError for more than a dump may have */
export async function namesOf(client: pg.Client, kind: 'r' | 'S'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = '${kind}' and ${OWN} order by n.nspname, c.relname limit ${TABLES_MOST + 1}`,
  );
  if (rows.length > TABLES_MOST) throw new DumpError('This database has too many tables for a backup.');
  return rows.map(({ name }) => name);
}

/** All tables with rows. Nobody changes their columns or removes them from here on. */
async function lockTables(client: pg.Client): Promise<string[]> {
  const tables = await namesOf(client, 'r');
  for (let at = 0; at < tables.length; at += LOCKED_AT_ONCE) {
    const names = tables.slice(at, at + LOCKED_AT_ONCE).map((name) => `only ${name}`);
    await client.query(`lock table ${names.join(', ')} in access share mode`);
  }
  return tables;
}

async function writeRows(client: pg.Client, writer: DumpWriter, name: string): Promise<void> {
  const { rows } = await client.query<{ columns: string | null }>(
    `select string_agg(pg_catalog.quote_ident(attname), ', ' order by attnum) as columns from pg_catalog.pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  );
  const columns = rows[0]?.columns ?? null;
  const list = columns === null ? '' : ` (${columns})`;
  const copy = `COPY ${name}${list} FROM stdin`;
  await writer.psql(`${copy};\n`);
  await writer.rows(copy, client.query(copyTo(`COPY ${name}${list} TO STDOUT`)));
  await writer.psql('\\.\n\n');
}

/** Large objects by their numbers, which rows refer to. */
async function writeLargeObjects(client: pg.Client, writer: DumpWriter): Promise<void> {
  for (let last = '0'; ;) {
    const { rows } = await client.query<{ number: string }>(
      `select oid::text as number from pg_catalog.pg_largeobject_metadata where oid > $1::oid order by oid limit ${OBJECTS_AT_ONCE}`,
      [last],
    );
    for (const { number } of rows) await writeLargeObject(client, writer, number);
    last = rows.at(-1)?.number ?? last;
    if (rows.length < OBJECTS_AT_ONCE) return;
  }
}

async function writeLargeObject(client: pg.Client, writer: DumpWriter, oid: string): Promise<void> {
  await writer.sql(`SELECT pg_catalog.lo_create('${oid}');\n`);
  for (let at = 0; ; at += PIECE) {
    const { rows } = await client.query<{ piece: Buffer }>('select pg_catalog.lo_get($1, $2, $3) as piece', [
      ...[oid, at, PIECE],
    ]);
    const piece = rows[0]?.piece;
    if (!piece?.length) return;
    await writer.sql(`SELECT pg_catalog.lo_put('${oid}', ${at}, '\\x${piece.toString('hex')}');\n`);
  }
}

async function writeSequences(client: pg.Client, writer: DumpWriter): Promise<void> {
  const lines: string[] = [];
  for (const name of await namesOf(client, 'S')) {
    const found = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    const { last = '1', called = false } = found.rows[0] ?? {};
    lines.push(`SELECT pg_catalog.setval(${client.escapeLiteral(name)}, ${last}, ${called});\n`);
  }
  if (lines.length > 0) await writer.sql(lines.join(''));
}
