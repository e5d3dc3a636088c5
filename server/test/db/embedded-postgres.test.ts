import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test, type TestContext } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import {
  openEmbeddedPostgres,
  postgresFolder,
  type EmbeddedPostgres,
} from '../../src/db/embedded/open-embedded-postgres.ts';
import { endsWithUs } from '../../src/db/embedded/own-user.ts';
import { findPrograms } from '../../src/db/embedded/programs.ts';
import { settingArguments } from '../../src/db/embedded/settings.ts';
import { DataFolderError } from '../../src/db/folder-lock.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { openPgliteFolder } from '../../src/db/open-pglite.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { createLog } from '../../src/process/log.ts';
import { until } from '../../src/testing/index.ts';

const programs = findPrograms();
const skip = 'reason' in programs ? programs.reason : false;
const log = createLog('silent');
const { cacheDir } = readConfig({});
const SOURCE = path.resolve(import.meta.dirname, '../../src');
let folder: string;
/** A data folder that the tests below open one after the other. */
let dataDir: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'panel-db-'));
  dataDir = path.join(folder, 'data');
});
after(() => rm(folder, { recursive: true, force: true }));

/** Opens it, and closes it with the test when that fails before it does. */
async function openIn(t: TestContext, dir = dataDir): Promise<EmbeddedPostgres> {
  const open = await openEmbeddedPostgres({ dataDir: dir, log });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= open.close());
  t.after(close);
  return { ...open, close };
}

/** Whether a process runs; one that has ended but that nobody has waited for has no words. */
function runs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

/** A process that runs a script of ours, with the first line it prints. */
async function run(script: string): Promise<{ child: ChildProcess; lines: string[] }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  await Promise.race([
    once(reader, 'line'),
    once(child, 'close').then(([code]) => Promise.reject(new Error(`The script ended with ${code}.`))),
  ]);
  return { child, lines };
}

const from = (file: string): string => JSON.stringify(path.join(SOURCE, file));

/** A panel's database that writes without end; it prints each number after its commit. */
const WRITER = (dir: string): string => `
  import { openEmbeddedPostgres } from ${from('db/embedded/open-embedded-postgres.ts')};
  import { createLog } from ${from('process/log.ts')};
  const open = await openEmbeddedPostgres({ dataDir: ${JSON.stringify(dir)}, log: createLog('silent') });
  console.log('pid ' + open.pid());
  for (let n = 0; ; n++) {
    await open.query('insert into setting (key, value) values ($1, $2)', ['written-' + n, String(n)]);
    console.log(n);
  }`;

async function missing(open: { query<T>(text: string): Promise<{ rows: T[] }> }, keys: string[]): Promise<string[]> {
  const { rows } = await open.query<{ key: string }>('select key from setting');
  const there = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !there.has(key));
}

test(
  'it keeps commits by itself, listens on no port, and lets further processes of its user in',
  { skip },
  async (t) => {
    const open = await openIn(t);
    const { rows } = await open.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit') order by name`,
    );
    assert.deepEqual(
      rows.map(({ setting }) => setting),
      ['on', 'on', '', 'on'],
    );
    const other = await openPostgres(open.address, { max: 2 });
    await other.query(`insert into setting (key, value) values ('other', '1')`);
    await other.close();
    assert.deepEqual(await missing(open, ['other']), []);
    await open.close();
    const again = await openIn(t);
    assert.deepEqual(await missing(again, ['other']), []);
    await again.close();
    assert.equal(existsSync(path.join(postgresFolder(dataDir), 'postmaster.pid')), false);
  },
);

test('a second opener is refused, in this process and in another one', { skip }, async (t) => {
  const open = await openIn(t);
  await assert.rejects(openEmbeddedPostgres({ dataDir, log }), /in use by another running panel/);
  const { lines } = await run(`
    import { openEmbeddedPostgres } from ${from('db/embedded/open-embedded-postgres.ts')};
    await openEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => console.log(error.message));`);
  assert.match(lines[0] ?? '', /in use by another running panel/);
  await open.query('select 1');
  await open.close();
});

test(
  'another user of this machine cannot connect',
  { skip: skip || (process.getuid?.() === 0 ? false : 'only root can become another user') },
  async (t) => {
    const open = await openIn(t);
    const { lines } = await run(`
      import { connect } from 'node:net';
      process.setgroups([]);
      process.setgid(65534);
      process.setuid(65534);
      connect(${JSON.stringify(path.join(postgresFolder(dataDir), '.s.PGSQL.5432'))})
        .once('connect', () => console.log('connected'))
        .once('error', (error) => console.log(error.code));`);
    assert.equal(lines[0], 'EACCES');
    await open.close();
  },
);

test('a killed PostgreSQL is started again, and nothing acknowledged is lost', { skip }, async (t) => {
  const open = await openIn(t);
  const kept: string[] = [];
  let failed = 0;
  let killed = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !killed || failed === 0; n++) {
      const key = `killed-${writer}-${n}`;
      await open
        .query('insert into setting (key, value) values ($1, $2)', [key, '1'])
        .then(() => kept.push(key))
        .catch(() => (failed += 1));
    }
  };
  const writing = Promise.all([0, 1, 2, 3].map(write));
  await until('writes', async () => kept.length > 200);
  const pid = open.pid() ?? 0;
  process.kill(pid, 'SIGKILL');
  killed = true;
  await writing;
  await until('an answer', () =>
    open.query('select 1').then(
      () => true,
      () => false,
    ),
  );
  assert.notEqual(open.pid(), pid);
  assert.deepEqual(await missing(open, kept), []);
  await open.close();
});

test('a killed panel leaves nothing running, and nothing acknowledged is lost', { skip }, async (t) => {
  const { child, lines } = await run(WRITER(dataDir));
  await until('writes', async () => lines.length > 100);
  child.kill('SIGKILL');
  await once(child, 'close');
  const open = await openIn(t);
  const pid = Number(lines[0]?.slice('pid '.length));
  assert.notEqual(open.pid(), pid);
  assert.equal(runs(pid), false);
  assert.deepEqual(
    await missing(
      open,
      lines.slice(1).map((n) => `written-${n}`),
    ),
    [],
  );
  await open.query(`delete from setting where key like 'written-%'`);
  await open.close();
});

test(
  'a panel and its PostgreSQL killed together leave a folder that opens with all that was acknowledged',
  { skip },
  async (t) => {
    const { child, lines } = await run(WRITER(dataDir));
    await until('writes', async () => lines.length > 100);
    process.kill(Number(lines[0]?.slice('pid '.length)), 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'close');
    const open = await openIn(t);
    assert.deepEqual(
      await missing(
        open,
        lines.slice(1).map((n) => `written-${n}`),
      ),
      [],
    );
    await open.close();
  },
);

test('a PostgreSQL that still runs on the folder is ended first', { skip }, async (t) => {
  if ('reason' in programs) return;
  await (await openIn(t)).close();
  const own = postgresFolder(dataDir);
  const [program = '', ...args] = [
    ...endsWithUs(programs.user),
    programs.postgres,
    '-D',
    own,
    ...settingArguments(own),
  ];
  const left = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(left, 'exit');
  const said = createInterface({ input: left.stderr });
  await new Promise<void>((resolve) => said.on('line', (line) => /ready to accept/.test(line) && resolve()));
  const open = await openIn(t);
  assert.deepEqual(await ended, [0, null]);
  assert.notEqual(open.pid(), left.pid);
  await open.close();
});

test('a number in postmaster.pid that another program has by now does not stop the start', { skip }, async (t) => {
  const file = path.join(postgresFolder(dataDir), 'postmaster.pid');
  const open = await openIn(t);
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await open.close();
  await writeFile(file, [process.pid, ...rest].join('\n'), { mode: 0o600 });
  await (await openIn(t)).close();
});

test(
  'an interrupted first start leaves a folder that opens, also where a path is too long for a socket',
  { skip },
  async (t) => {
    const long = path.join(folder, 'x'.repeat(120));
    await mkdir(`${postgresFolder(long)}.new`, { recursive: true });
    await writeFile(path.join(`${postgresFolder(long)}.new`, 'PG_VERSION'), '18');
    const open = await openIn(t, long);
    assert.equal((await open.query('select 1 from workload')).rows.length, 0);
    await open.close();
  },
);

test('what a data folder holds decides, and the setting is for a new one', { skip }, async () => {
  const settings = (dir: string, kind: 'pglite' | 'postgres') => readConfig({ DATA_DIR: dir, EMBEDDED_DATABASE: kind });
  const kindOf = async (dir: string, kind: 'pglite' | 'postgres'): Promise<string> => {
    const open = await openDatabase(settings(dir, kind), log);
    await open.close();
    return open.kind;
  };
  const pglite = path.join(folder, 'pglite');
  await (await openPgliteFolder(pglite, cacheDir)).close();
  assert.equal(await kindOf(pglite, 'postgres'), 'pglite');
  assert.equal(await kindOf(dataDir, 'pglite'), 'postgres');
});

test('without the programs, a folder of PostgreSQL gives one line', async () => {
  const none = findPrograms('@embedded-postgres/none');
  assert.deepEqual(none, { reason: '@embedded-postgres/none is not installed' });
  await assert.rejects(
    openEmbeddedPostgres({ dataDir: path.join(folder, 'none'), log, programs: none }),
    (error: unknown) =>
      error instanceof DataFolderError && /does not run here/.test(error.message) && !error.message.includes('\n'),
  );
});
