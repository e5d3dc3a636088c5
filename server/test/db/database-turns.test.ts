// On both databases: database-turns.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { createDatabaseTurns } from '../../src/db/database-turns.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { until } from '../../src/testing/index.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

test('work with the same key comes one after the other, also of another process; other keys do not wait', async (t) => {
  const { database, url, drop } = await openTestDatabase(readConfig({}).cacheDir);
  t.after(drop);
  t.after(() => database.close());
  const other = url === undefined ? null : await openPostgres(url);
  t.after(() => other?.close());
  const one = createDatabaseTurns(database);
  // Another process, where there can be one.
  const two = other ? createDatabaseTurns(other) : one;
  const said: string[] = [];
  const say = async (text: string) => void said.push(text);
  const gate = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const first = one('card', async () => {
    began.resolve();
    await gate.promise;
    said.push('first');
  });
  await began.promise;
  const second = two('card', () => say('second'));
  await two('another', () => say('another'));
  if (url !== undefined)
    await until('the wait of the other process', async () => {
      const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`;
      return (await database.query(waiting)).rows.length > 0;
    });
  gate.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(said, ['another', 'first', 'second']);
});

test('work that fails ends its turn', async (t) => {
  const { database, drop } = await openTestDatabase(readConfig({}).cacheDir);
  t.after(drop);
  t.after(() => database.close());
  const turns = createDatabaseTurns(database);
  await assert.rejects(
    turns('card', () => Promise.reject(new Error('declined'))),
    /declined/,
  );
  assert.equal(await turns('card', async () => 'next'), 'next');
});
