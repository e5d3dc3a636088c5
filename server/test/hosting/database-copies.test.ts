import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { databaseNameOf } from '../../src/hosting/database/postgres-names.ts';
import type { PostgresServer } from '../../src/hosting/database/postgres-server.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { openAppDatabases } from '../../src/start/open-app-databases.ts';
import { until } from './hosting-support.ts';

const MB = 1024 ** 2;
const LIMIT = { maxBytes: 256 * MB };
const PASSWORD = 'of-the-application';

let folder: string;
let server: PostgresServer;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'panel-dump-'));
  const log = { info: () => undefined, error: () => undefined };
  const found = await openAppDatabases({ dataDir: folder, url: undefined, missing: null, log });
  assert.ok('postgres' in found, JSON.stringify(found));
  server = found.postgres;
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const own = (siteId: string) => ({ siteId, password: PASSWORD });
const file = (name: string) => path.join(folder, name);

/** Runs statements as the application does. */
async function run(siteId: string, sql: string): Promise<unknown[][]> {
  const name = databaseNameOf(siteId);
  const host = path.dirname(await server.socket());
  const client = new pg.Client({ host, user: name, database: name, password: PASSWORD });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const results = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return ([results].flat().at(-1)?.rows ?? []) as unknown[][];
  } finally {
    await client.end().catch(() => undefined);
  }
}
const made = async (siteId: string, sql: string): Promise<void> => {
  await server.set(siteId, PASSWORD);
  await run(siteId, sql);
};
const refused = (code: string, text: RegExp) => (error: unknown) => {
  assert.ok(error instanceof HostingError && error.code === code, String(error));
  assert.match(error.message, text);
  return true;
};

/** What makes a database: names that need quotes, references in a circle, rows that look like the end of rows. */
const SHOP = `
  create type mood as enum ('fröhlich', 'it''s');
  create domain price as numeric(12, 2) check (value >= 0);
  create schema "Odd ""Name""";
  create table customer (id int generated always as identity (start 100) primary key, name text not null unique, mood mood);
  create table item (
    id bigserial primary key, customer int references customer on delete cascade, cost price default 1,
    double numeric generated always as (cost * 2) stored, at timestamptz default now(), tags text[], data jsonb, raw bytea);
  alter table customer add favourite bigint references item;
  create table "Odd ""Name"""."Select" ("from" text, "Ü" int);
  create table empty_table ();
  create table part (day date, n int) partition by range (day);
  create table part_old partition of part for values from ('2000-01-01') to ('2020-01-01');
  create unlogged table quick (n int);
  create function twice(n numeric) returns numeric language plpgsql immutable as $$ begin
COPY fake FROM stdin;
return n * 2; end $$;
  create or replace function helper(n int) returns boolean language sql as 'select n > 0';
  create function checked(n int) returns boolean language plpgsql as $$ begin return helper(n); end $$;
  create table guarded (n int check (checked(n)));
  create index item_tags on item using gin (tags);
  create unique index item_part on item (customer, cost) where cost > 5;
  create view spent as select customer, sum(cost) as total from item group by 1;
  create materialized view summary as select count(*) as items from item;
  create function note() returns trigger language plpgsql as $$ begin new.name := upper(new.name); return new; end $$;
  insert into customer (name, mood) values ('Zoë 🦊', 'fröhlich'), (E'tab\\tnew\\nline\\\\.', null), (E'\\\\.', 'it''s');
  create trigger upper_name before insert on customer for each row execute function note();
  insert into item (customer, cost, tags, data, raw) select 100, n, array['a', null, E'b\\n'], jsonb_build_object('n', n), decode('00ff5c0a2e', 'hex') from generate_series(6, 9) n;
  update customer set favourite = 2 where id = 100;
  insert into "Odd ""Name"""."Select" values (E'\\\\N', 1), (null, 2), ('', 3);
  insert into part values ('2010-05-05', 1);
  insert into quick values (7);
  insert into guarded values (1);
  insert into empty_table default values;
  refresh materialized view summary;
  alter table item enable row level security;
  create policy all_items on item using (true);
  select lo_from_bytea(4242, repeat('large ', 100000)::bytea);
  select count(lo_from_bytea(0, 'small')) from generate_series(1, 1500);
  create extension citext;
  create table mail (address citext primary key);
  insert into mail values ('Ada@example.test');
  comment on table item is 'Sold "things"';`;

/** All of it as one text: each row of each table and view, definitions, and what sequences give next. */
const STATE = `
  select 'customer', t::text from customer t union all select 'item', t::text from item t
  union all select 'odd', t::text from "Odd ""Name"""."Select" t union all select 'part', t::text from part_old t
  union all select 'quick', t::text from quick t union all select 'guarded', t::text from guarded t
  union all select 'empty', count(*)::text from empty_table
  union all select 'mail', t::text from mail t where address = 'ADA@EXAMPLE.TEST'
  union all select 'view', t::text from spent t union all select 'summary', t::text from summary t
  union all select 'index', indexdef from pg_indexes where schemaname !~ '^pg_'
  union all select 'key', conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
  union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'policy', polname::text from pg_policy
  union all select 'column', format('%s %s %s %s %s', attrelid::regclass, attname, attidentity, attgenerated, pg_get_expr(adbin, adrelid))
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid in ('item'::regclass, 'customer'::regclass) and attnum > 0
  union all select 'sequence', sequencename || coalesce(last_value::text, 'none') from pg_sequences
  union all select 'objects', count(*)::text from pg_largeobject_metadata
  union all select 'large', md5(lo_get(4242)) union all select 'comment', obj_description('item'::regclass)
  order by 1, 2`;

test('a database comes back as it was: rows, keys, indexes, views, functions, sequences and large objects', async () => {
  await made('shop', SHOP);
  const before = await run('shop', STATE);
  assert.ok(before.length > 50, String(before.length));
  const bytes = await server.dump(own('shop'), file('shop.sql'), LIMIT);
  assert.equal((await stat(file('shop.sql'))).size, bytes);
  await run('shop', `drop table item cascade; create table later (n int); update customer set name = name || '!'`);
  const pool = new pg.Client({
    ...{ host: path.dirname(await server.socket()), user: databaseNameOf('shop'), database: databaseNameOf('shop') },
    password: PASSWORD,
  });
  pool.on('error', () => undefined);
  await pool.connect();

  await server.fill(own('shop'), file('shop.sql'), { mark: 'one' });
  assert.deepEqual(await run('shop', 'select count(*)::int from later'), [[0]], 'the present one stays');
  assert.deepEqual(
    [await server.isFilled('shop', 'one'), await server.isFilled('shop', 'two'), await server.isSwapped('shop', 'one')],
    [true, false, false],
  );
  for (const _again of [1, 2]) await server.swap('shop', 'one');
  assert.equal(await server.isSwapped('shop', 'one'), true);
  await assert.rejects(pool.query('select 1'), 'whoever was connected is sent away');
  assert.deepEqual(await run('shop', STATE), before);
  // What it was is dumped to the same bytes, and its user may do what it could.
  await server.dump(own('shop'), file('again.sql'), LIMIT);
  assert.ok((await readFile(file('again.sql'))).equals(await readFile(file('shop.sql'))));
  assert.deepEqual(await run('shop', `insert into customer (name) values ('next') returning id, name`), [
    [103, 'NEXT'],
  ]);
  await run('shop', 'alter table item add more int; drop table guarded; create extension if not exists plpgsql');

  for (const _again of [1, 2]) await server.swapBack('shop', 'one');
  assert.deepEqual(await run('shop', 'select count(*)::int from later'), [[0]], 'a restore is taken back');
  await server.fill(own('shop'), file('shop.sql'), { mark: 'three' });
  await server.swap('shop', 'three');
  for (const _again of [1, 2]) await server.tidy('shop');
  assert.deepEqual(await run('shop', STATE), before);
  const names = await run(
    'shop',
    `select datname::text from pg_database where datname like '${databaseNameOf('shop')}%'`,
  );
  assert.deepEqual(names, [[databaseNameOf('shop')]]);
  await server.drop('shop');
});

test('a dump that is damaged, or that the server refuses, changes nothing', async () => {
  await made('kept', `create table t (n int unique); insert into t values (1), (2)`);
  await server.dump(own('kept'), file('kept.sql'), LIMIT);
  const whole = await readFile(file('kept.sql'), 'utf8');
  const fill = async (text: string, mark: string) => {
    await writeFile(file('bad.sql'), text);
    return server.fill(own('kept'), file('bad.sql'), { mark });
  };
  await assert.rejects(fill(whole.slice(0, -3), 'cut'), refused('COMMAND_FAILED', /not whole/));
  await assert.rejects(fill('', 'empty'), refused('COMMAND_FAILED', /not whole/));
  await assert.rejects(
    fill(whole.replace('\n1\n2\n', '\n1\n1\n'), 'doubled'),
    refused('COMMAND_FAILED', /PostgreSQL says/),
  );
  await assert.rejects(
    fill(whole.replace('CREATE TABLE', 'CREATE TABEL'), 'wrong'),
    refused('COMMAND_FAILED', /syntax/),
  );
  assert.deepEqual([await server.isFilled('kept', 'doubled'), await server.isFilled('kept', 'wrong')], [false, false]);
  await assert.rejects(server.swap('kept', 'doubled'));
  assert.deepEqual(await run('kept', 'select n from t order by n'), [[1], [2]]);
  await server.drop('kept');
});

test('a copy is filled and counted: a table or a row more or less than was recorded shows', async () => {
  await made('counted', SHOP);
  await server.dump(own('counted'), file('counted.sql'), LIMIT);
  const whole = await readFile(file('counted.sql'), 'utf8');
  /** The dump with a change of its list, whose length stands behind it. */
  const altered = (from: string | RegExp, to: string) => {
    const [list = ''] = /^-- \[.*$/m.exec(whole) ?? [];
    const changed = list.replace(from, to);
    assert.notEqual(changed, list);
    const length = String(Buffer.byteLength(changed) + 1).padStart(12, '0');
    return `${whole.slice(0, whole.lastIndexOf(list))}${changed}\n-- ${length}\n`;
  };
  const counted = async (text: string) => {
    await writeFile(file('copy.sql'), text);
    await server.set('copy', PASSWORD);
    try {
      return await server.fillCopy(own('copy'), file('copy.sql'), {});
    } finally {
      await server.drop('copy');
    }
  };
  assert.deepEqual(await counted(whole), { tables: 8, rows: 15, differs: null });
  const { differs } = await counted(altered(/(COPY public\.item .*?"count":)4/, '$15'));
  assert.deepEqual(differs, { table: 'public.item', rows: 4, recorded: 5 });
  assert.equal((await counted(altered(/,"count":\d+/g, ''))).differs, null, 'one from before rows were counted');
  const without = await counted(
    altered(/,\{"kind":"rows","bytes":2,"copy":"COPY public.quick[^}]*\}/, ',{"kind":"psql","bytes":2}'),
  );
  assert.equal(without.differs?.table, 'public.quick');
  await assert.rejects(counted(whole.replace('CREATE TABLE', 'CREATE TABEL')), refused('COMMAND_FAILED', /syntax/));
  await server.drop('counted');
});

test('rows are not held in memory, and a dump that is too large ends', async () => {
  await made('big', `create table big (n int, text text)`);
  await run('big', `insert into big select n, repeat(md5(n::text), 32) from generate_series(1, 60000) n`);
  const beforeBytes = process.memoryUsage().rss;
  const dumping = server.dump(own('big'), file('big.sql'), LIMIT);
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  try {
    const bytes = await dumping;
    assert.ok(bytes > 50 * MB, String(bytes));
    await server.fill(own('big'), file('big.sql'), { mark: 'big' });
  } finally {
    clearInterval(watch);
  }
  assert.ok(most - beforeBytes < 400 * MB, `${Math.round((most - beforeBytes) / MB)} MB`);
  await assert.rejects(
    server.dump(own('big'), file('large.sql'), { maxBytes: 2 * MB }),
    refused('LIMIT', /more than 2 MB/),
  );
  await server.drop('big');
});

test('nobody else gets into a database that is being restored, and a database without rows comes back', async () => {
  await made('mine', '');
  await made('other', '');
  await server.dump(own('mine'), file('mine.sql'), LIMIT);
  await server.fill(own('mine'), file('mine.sql'), { mark: 'one' });
  const name = databaseNameOf('other');
  const intruder = new pg.Client({
    ...{ host: path.dirname(await server.socket()), user: name, password: PASSWORD },
    database: `${databaseNameOf('mine')}_new`,
  });
  await assert.rejects(intruder.connect(), /permission denied/);
  await server.swap('mine', 'one');
  assert.equal(await server.enters('mine', PASSWORD), true);
  await server.set('other', PASSWORD);
  for (const siteId of ['mine', 'other']) await server.drop(siteId);
});

test('killed while it fills or swaps: the present database stays whole, and the restore is repeated or taken back', async () => {
  await made('killed', 'create table t (n int, text text)');
  await run('killed', 'insert into t select n, md5(n::text) from generate_series(1, 100000) n');
  await server.dump(own('killed'), file('killed.sql'), LIMIT);
  await run('killed', 'delete from t where n > 10');
  const rows = () => run('killed', 'select count(*)::int from t');
  const name = databaseNameOf('killed');
  const asPanel = async (sql: string) => {
    const password = await readFile(path.join(folder, 'app-databases', 'password'), 'utf8');
    const host = path.dirname(await server.socket());
    const client = new pg.Client({ host, user: 'panel', password, database: 'postgres' });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const filler = fork(path.join(import.meta.dirname, 'database-fill-process.ts'), [folder, file('killed.sql')]);
  await until('it fills', async () => {
    const [row] = await asPanel(`select 1 from pg_stat_activity where datname = '${name}_new' and query like 'COPY%'`);
    return row;
  });
  const ended = once(filler, 'exit');
  filler.kill('SIGKILL');
  await ended;
  assert.deepEqual(await rows(), [[10]]);
  assert.deepEqual([await server.isFilled('killed', 'one'), await server.isSwapped('killed', 'one')], [false, false]);
  await server.fill(own('killed'), file('killed.sql'), { mark: 'one' });

  // Killed when it had closed both, before it renamed them.
  const close = () => asPanel(`alter database ${name} with allow_connections false`);
  await close();
  await server.swap('killed', 'one');
  assert.deepEqual(await rows(), [[100_000]]);
  await close();
  await server.swapBack('killed', 'one');
  assert.deepEqual(await rows(), [[10]]);
  await server.drop('killed');
  assert.deepEqual(await asPanel(`select datname from pg_database where datname like '${name}%'`), []);
});
