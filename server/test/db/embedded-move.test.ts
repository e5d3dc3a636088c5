import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import { moveToPostgres } from '../../src/db/embedded/move-folder.ts';
import { postgresFolder } from '../../src/db/embedded/open-embedded-postgres.ts';
import { findPrograms } from '../../src/db/embedded/programs.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { openPgliteFolder } from '../../src/db/open-pglite.ts';
import { createLog } from '../../src/process/log.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';

const programs = findPrograms();
const skip = 'reason' in programs ? programs.reason : false;
const log = createLog('silent');
const { cacheDir } = readConfig({});
let dataDir: string;
before(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'panel-move-'))));
after(() => rm(dataDir, { recursive: true, force: true }));

const TEXT = `quotes " ' \\ {,} (NULL) line\nend \u0001 写真 🎉`;

/** Every row of the tables as text, the generated columns and those that triggers count among them. */
async function rowsOf(open: OpenDatabase): Promise<string[]> {
  const tables = await open.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const all: string[] = [];
  for (const { name } of tables.rows)
    for (const { row } of (await open.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)).rows)
      all.push(`${name} ${row}`);
  return all.toSorted();
}

test('all rows move from PGlite to PostgreSQL exactly, and only while no panel runs', { skip }, async () => {
  const old = await openPgliteFolder(dataDir, cacheDir);
  const scenario = scenarioRepo(old.db);
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner);
  for (let n = 0; n < 250; n++)
    await old.query(
      `insert into workload (partner_id, customer_id, fqdn, name, kind, type, status, infra_domain_id, assigned_at, created_at, version, php_version, file_size)
       values ($1, $2, $3, $4, 'wordpress', 'wordpress', 'ready', gen_random_uuid()::text, now(), clock_timestamp(), '7.1.1', '8.4.25', 9007199254740)`,
      [partner.id, customer.id, `site-${n}.${partner.sitesDomain}`, TEXT],
    );
  await old.query('insert into setting (key, value) values ($1, $2)', [
    'odd',
    JSON.stringify({ text: 'a\n"b"', n: 1.5 }),
  ]);
  await assert.rejects(moveToPostgres(dataDir, cacheDir, log), /in use by another running panel/);
  const rows = await rowsOf(old);
  await old.close();

  assert.equal(await moveToPostgres(dataDir, cacheDir, log), rows.length);
  assert.ok(rows.length > 250);
  const open = await openDatabase(readConfig({ DATA_DIR: dataDir }), log);
  assert.equal(open.kind, 'postgres');
  assert.deepEqual(await rowsOf(open), rows);
  // Its triggers are at work again.
  await assert.rejects(open.query(`update workload set partner_id = gen_random_uuid()`));
  await open.close();
  assert.equal(existsSync(path.join(dataDir, 'db.moved')), true);
  await assert.rejects(moveToPostgres(dataDir, cacheDir, log), /is PostgreSQL already/);
});

test('a folder without a database has nothing to move', { skip }, async () => {
  const empty = path.join(dataDir, 'empty');
  await assert.rejects(moveToPostgres(empty, cacheDir, log), /no PGlite database/);
  assert.equal(existsSync(postgresFolder(empty)), false);
});
