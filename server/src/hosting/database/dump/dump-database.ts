import { open } from 'node:fs/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from './dump-client.ts';
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

type Table = { name: string; columns: string | null };

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

/** A setting that older servers do not know is the one of a session that begins. */
const withoutNewSettings = (sql: string): string => sql.replace('SET transaction_timeout = 0;\n', '');

/** All tables with rows. Nobody changes their columns or removes them from here on. */
async function lockTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name, (
       select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${OWN} order by n.nspname, c.relname`,
  );
  for (let at = 0; at < rows.length; at += LOCKED_AT_ONCE) {
    const names = rows.slice(at, at + LOCKED_AT_ONCE).map(({ name }) => `only ${name}`);
    await client.query(`lock table ${names.join(', ')} in access share mode`);
  }
  return rows;
}

async function writeRows(client: pg.Client, writer: DumpWriter, { name, columns }: Table): Promise<void> {
  const list = columns === null ? '' : ` (${columns})`;
  const copy = `COPY ${name}${list} FROM stdin`;
  await writer.psql(`${copy};\n`);
  await writer.rows(copy, client.query(copyTo(`COPY ${name}${list} TO STDOUT`)));
  await writer.psql('\\.\n\n');
}

/** Large objects by their numbers, which rows refer to. */
async function writeLargeObjects(client: pg.Client, writer: DumpWriter): Promise<void> {
  const { rows } = await client.query<{ oid: string }>(
    'select oid::text as oid from pg_catalog.pg_largeobject_metadata order by oid',
  );
  for (const { oid } of rows) {
    await writer.sql(`SELECT pg_catalog.lo_create('${oid}');\n`);
    for (let at = 0; ; at += PIECE) {
      const { rows: found } = await client.query<{ piece: Buffer }>('select pg_catalog.lo_get($1, $2, $3) as piece', [
        ...[oid, at, PIECE],
      ]);
      const piece = found[0]?.piece;
      if (!piece?.length) break;
      await writer.sql(`SELECT pg_catalog.lo_put('${oid}', ${at}, '\\x${piece.toString('hex')}');\n`);
    }
  }
}

async function writeSequences(client: pg.Client, writer: DumpWriter): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${OWN} order by n.nspname, c.relname`,
  );
  const lines: string[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    );
    const { last = '1', called = false } = found.rows[0] ?? {};
    lines.push(`SELECT pg_catalog.setval(${client.escapeLiteral(name)}, ${last}, ${called});\n`);
  }
  if (lines.length > 0) await writer.sql(lines.join(''));
}
