import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { readConfig } from '../../src/config/config.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import { openPgliteInMemory } from '../../src/db/open-pglite.ts';
import { READ_BY_DRIZZLE } from '../../src/db/pglite-for-drizzle.ts';
import { partner } from '../../src/db/schema.ts';

let open: OpenDatabase;
before(async () => void (open = await openPgliteInMemory(readConfig({}).cacheDir)));
after(() => open.close());

test('an instance gives as text exactly what drizzle reads itself', () => {
  const prepared = open.db.select().from(partner).prepare('all');
  for (const name of ['queryConfig', 'rawQueryConfig'])
    assert.deepEqual(
      Object.keys(Reflect.get(prepared, name).parsers).sort(),
      READ_BY_DRIZZLE.map(String).sort(),
      'drizzle asks for other types than READ_BY_DRIZZLE names',
    );
});

test('times are text for drizzle, in a transaction too, and dates outside of it', async () => {
  const time = `select timestamptz '2026-01-02 03:04:05+00' as at`;
  const dates = await open.query<{ at: Date }>(time);
  assert.deepEqual(dates.rows, [{ at: new Date('2026-01-02T03:04:05Z') }]);
  const read = [
    await open.db.execute(sql.raw(time)),
    await open.db.transaction((tx) => tx.execute(sql.raw(time))),
    await open.db.transaction((tx) => tx.transaction((inner) => inner.execute(sql.raw(time)))),
  ];
  for (const { rows } of read as { rows: unknown[] }[]) assert.deepEqual(rows, [{ at: '2026-01-02 03:04:05+00' }]);
});
