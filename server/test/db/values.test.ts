// On both databases: the values that their drivers take and give, of every type of column.
import { is, sql, type Column } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import * as schema from '../../src/db/schema.ts';
import { openTestDatabase, type TestDatabase } from '../../src/testing/test-database.ts';

/* Queries are tested on PostgreSQL alone, because PGlite is the same PostgreSQL. What differs is the driver. */

const MOMENT = new Date('2026-03-29T01:30:00.123Z');
/** Values of each type in the schema that a driver could take for others. */
const SAMPLES: Record<string, readonly unknown[]> = {
  uuid: ['00000000-0000-4000-8000-00000000000f'],
  text: ['', 'null', "quo'te \\ {} \n 日本 🎉 \u202E", '2026-01-02 03:04:05+00', '42'],
  bigint: [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER],
  'bigint[]': [[], [0, 2 ** 31, Number.MAX_SAFE_INTEGER]],
  // It keeps about seven digits.
  real: [0, -0.5, 1.25, 1024],
  'timestamp (3) with time zone': [MOMENT, new Date(0), new Date('1969-12-31T23:59:59.999Z')],
  'timestamp with time zone': [MOMENT],
  jsonb: [{}, [], [1, 'two', null, { three: [] }], 'text', 0, true, { 'ke"y': '\u2028 🎉', at: '2026-01-02' }],
  boolean: [true, false],
  integer: [0, -(2 ** 31), 2 ** 31 - 1],
  'text[]': [[], ['a,b', 'quo"te', '{}', '', 'NULL', '🎉']],
  inet: ['192.0.2.1', '2001:db8::1', '192.0.2.0/24'],
  date: ['2026-02-28', '1970-01-01'],
  'double precision': [0, -0.5, 0.1, 1e300],
};

const columns = new Map<string, Column>();
for (const table of Object.values(schema))
  if (is(table, PgTable)) for (const column of getTableConfig(table).columns) columns.set(column.getSQLType(), column);

let open: TestDatabase;
before(async () => void (open = await openTestDatabase(readConfig({}).cacheDir)));
after(async () => {
  await open.database.close();
  await open.drop();
});

test('every type of column has values here', () => {
  assert.deepEqual([...columns.keys()].sort(), Object.keys(SAMPLES).sort());
});

for (const [type, column] of columns)
  test(`${type}: what is written is read`, async () => {
    for (const value of [...(SAMPLES[type] ?? []), null]) {
      const stored = value === null ? sql`null` : sql.param(value, column);
      const query = sql`select cast(${stored} as ${sql.raw(type)}) as value`;
      const read = async (db: typeof open.database.db) =>
        (await db.select({ value: sql`value`.mapWith(column) }).from(sql`(${query}) as one`))[0]?.value;
      assert.deepEqual(await read(open.database.db), value);
      assert.deepEqual(await open.database.db.transaction((tx) => read(tx)), value);
    }
  });
