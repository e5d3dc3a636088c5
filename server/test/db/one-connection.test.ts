import { sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

test('tests on PostgreSQL refuse what would wait for ever on PGlite: a second connection inside of a transaction', async (t) => {
  const { database, url, drop } = await openTestDatabase(readConfig({}).cacheDir);
  t.after(drop);
  t.after(() => database.close());
  if (url === undefined) return void t.skip('The embedded database has one connection.');
  const { db } = database;
  const one = sql`select 1 as one`;
  await assert.rejects(
    db.transaction(() => db.execute(one)),
    ({ cause }: Error) => /second connection/.test(String(cause)),
  );
  await assert.rejects(
    db.transaction(() => db.transaction((tx) => tx.execute(one))),
    /second connection/,
  );
  let later: Promise<unknown> | undefined;
  const gate = Promise.withResolvers<void>();
  await db.transaction(async (tx) => {
    later = gate.promise.then(() => db.execute(one));
    await tx.transaction((inner) => inner.execute(one));
  });
  gate.resolve();
  await later;
});
