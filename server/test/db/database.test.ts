// On both databases: how each of them opens.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { readConfig } from '../../src/config/config.ts';
import { DataFolderError } from '../../src/db/folder-lock.ts';
import { MIGRATIONS_FOLDER } from '../../src/db/migrate.ts';
import { openPgliteFolder } from '../../src/db/open-pglite.ts';
import { DatabaseBroke } from '../../src/db/reopening-pglite.ts';
import { DatabaseUnreachable, openPostgres } from '../../src/db/open-postgres.ts';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';

const { cacheDir } = readConfig({});
const server = process.env['TEST_DATABASE_URL'];
let folder: string;
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'panel-db-'))));
after(() => rm(folder, { recursive: true, force: true }));

/** How many migrations there are. */
const written = async (): Promise<number> =>
  (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).length;

test('an open data folder is refused to a second process, and to the same one', { skip: Boolean(server) }, async () => {
  const dataDir = path.join(folder, 'locked');
  const open = await openPgliteFolder(dataDir, cacheDir);
  await assert.rejects(
    openPgliteFolder(dataDir, cacheDir),
    (error: unknown) => error instanceof DataFolderError && /in use by another running panel/.test(error.message),
  );
  const script = `import { lockFolder } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/db/folder-lock.ts'))}; try { lockFolder(${JSON.stringify(dataDir)}); } catch (error) { console.log(error.message); }`;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part));
  await once(child, 'close');
  assert.match(said, /in use by another running panel/);
  await open.close();
  await (await openPgliteFolder(dataDir, cacheDir)).close();
});

test('the lock of a killed process is free immediately', { skip: Boolean(server) }, async () => {
  const dataDir = path.join(folder, 'killed');
  const script = `import { lockFolder } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/db/folder-lock.ts'))}; lockFolder(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  await assert.rejects(openPgliteFolder(dataDir, cacheDir), DataFolderError);
  child.kill('SIGKILL');
  await once(child, 'close');
  await (await openPgliteFolder(dataDir, cacheDir)).close();
});

test('an interrupted first start leaves a folder that opens', { skip: Boolean(server) }, async () => {
  const dataDir = path.join(folder, 'half');
  await mkdir(path.join(dataDir, 'db.new'), { recursive: true });
  await writeFile(path.join(dataDir, 'db.new', 'PG_VERSION'), '18');
  const open = await openPgliteFolder(dataDir, cacheDir);
  const { rows } = await open.query<{ total: number }>('select count(*)::int as total from workload');
  assert.equal(rows[0]?.total, 0);
  await open.close();
});

test(
  'a first start without room fails with one line, and works where there is room',
  { skip: Boolean(server) },
  async () => {
    const dataDir = path.join(folder, 'full');
    await (await openPgliteFolder(path.join(folder, 'cached'), cacheDir)).close();
    const script = `import { openPgliteFolder } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/db/open-pglite.ts'))}; try { await openPgliteFolder(${JSON.stringify(dataDir)}, ${JSON.stringify(path.resolve(cacheDir))}); } catch (error) { console.log(error.name, error.message); }`;
    // A limit on file size interrupts a write half way, as a full disk does.
    const child = spawn(
      'sh',
      [
        '-c',
        'ulimit -f 1024; exec "$@"',
        'sh',
        process.execPath,
        '--disable-warning=ExperimentalWarning',
        '--input-type=module',
        '-e',
        script,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += part));
    await once(child, 'close');
    assert.match(said, /^DataFolderError The data folder .+ cannot be written \(EFBIG.+\)\. Make it writable.+\n$/);
    await (await openPgliteFolder(dataDir, cacheDir)).close();
  },
);

test(
  'a failing statement does not reopen the database, whatever its message quotes',
  { skip: Boolean(server) },
  async () => {
    const open = await openPgliteFolder(path.join(folder, 'quoted'), cacheDir);
    const fails = (error: unknown) =>
      error instanceof Error && !(error instanceof DatabaseBroke) && !(error.cause instanceof DatabaseBroke);
    for (const text of [
      'unreachable',
      'memory access out of bounds',
      'Aborted()',
      'pg_wal',
      'the database system is shutting down',
      'PGlite is closed',
    ]) {
      await assert.rejects(open.query('select $1::text::int', [text]), fails, text);
      await assert.rejects(
        open.db.transaction((tx) => tx.execute(sql`select ${text}::text::int`)),
        fails,
        text,
      );
      await assert.rejects(
        open.db.transaction(async () => Promise.reject(new Error(`Not found: ${text}`))),
        fails,
        text,
      );
    }
    await open.close();
  },
);

test('an invalid data folder gives one line', { skip: Boolean(server) }, async () => {
  await writeFile(path.join(folder, 'file'), '');
  await assert.rejects(
    openPgliteFolder(path.join(folder, 'file'), cacheDir),
    (error: unknown) =>
      error instanceof DataFolderError && /cannot be written/.test(error.message) && !error.message.includes('\n'),
  );
});

test('acknowledged data survives a reopening, and migrations run once', { skip: Boolean(server) }, async () => {
  const dataDir = path.join(folder, 'kept');
  const first = await openPgliteFolder(dataDir, cacheDir);
  await first.query(`insert into setting (key, value) values ('a', '1')`);
  await first.close();
  const second = await openPgliteFolder(dataDir, cacheDir);
  assert.equal((await second.query('select 1 from setting')).rows.length, 1);
  assert.equal((await second.query('select 1 from drizzle.__drizzle_migrations')).rows.length, await written());
  await second.close();
});

test('processes that start on an empty PostgreSQL at the same moment migrate it once', { skip: !server }, async () => {
  const database = await createPostgresDatabase(String(server));
  try {
    const fresh = await openPostgres(database.url);
    await fresh.query('drop schema public cascade');
    await fresh.query('create schema public');
    await fresh.query('drop schema drizzle cascade');
    await fresh.close();
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(database.url, { max: 2 })));
    assert.equal((await opened[0]?.query('select 1 from drizzle.__drizzle_migrations'))?.rows.length, await written());
    for (const each of opened) await each.close();
  } finally {
    await database.drop();
  }
});

test('an unreachable PostgreSQL gives one line without the password', async () => {
  await assert.rejects(openPostgres('postgres://panel:hidden@127.0.0.1:9/panel'), (error: unknown) => {
    assert.ok(error instanceof DatabaseUnreachable);
    assert.match(error.message, /^DATABASE_URL: the database panel at 127\.0\.0\.1:9 cannot be opened/);
    assert.doesNotMatch(error.message, /hidden|\n/);
    return true;
  });
});
