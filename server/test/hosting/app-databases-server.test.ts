import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { databaseNameOf } from '../../src/hosting/database/postgres-names.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { openAppDatabases } from '../../src/start/open-app-databases.ts';
import { until } from './hosting-support.ts';

const PROCESS = path.join(import.meta.dirname, 'app-databases-process.ts');
const LOG = { info: () => undefined, error: () => undefined };
const folders: string[] = [];
const folder = async () => {
  const made = await mkdtemp(path.join(tmpdir(), 'panel-appdb-'));
  folders.push(made);
  return made;
};
after(async () => {
  for (const made of folders) await rm(made, { recursive: true, force: true, maxRetries: 5 });
});

async function opened(dataDir: string, url?: string) {
  const found = await openAppDatabases({ dataDir, url, missing: null, log: LOG });
  assert.ok('postgres' in found, JSON.stringify(found));
  return found.postgres;
}

/** The server that the panel runs is the server of an operator here, with an account that is no superuser. */
let operator: Awaited<ReturnType<typeof opened>>;
let dataDir: string;
let socket: string;
const asRoot = async (sql: string) => {
  const password = await readFile(path.join(dataDir, 'app-databases', 'password'), 'utf8');
  const client = new pg.Client({ host: path.dirname(socket), user: 'panel', password, database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
};
const url = () => `postgres://creator:of-creator@localhost/postgres?host=${encodeURIComponent(path.dirname(socket))}`;
const unsafe = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof HostingError && error.code === 'DATABASE_UNAVAILABLE' && !error.retryable, String(error));
  assert.match(error.detail ?? '', pattern);
  return true;
};

before(async () => {
  dataDir = await folder();
  operator = await opened(dataDir);
  socket = await operator.socket();
  await asRoot("create role creator login createdb createrole password 'of-creator'");
  await asRoot('grant connect on database postgres to creator');
});
after(() => operator.close());

test('on a configured server an account that may create users and databases is enough', async () => {
  const server = await opened(await folder(), url());
  assert.equal(await server.size('one'), null);
  await server.set('one', 'first');
  await server.set('one', 'second');
  assert.deepEqual([await server.enters('one', 'first'), await server.enters('one', 'second')], [false, true]);
  assert.ok(((await server.size('one')) ?? 0) > 1_000_000);
  await server.drop('one');
  await server.drop('one');
  assert.equal(await server.size('one'), null);
  const roles = await asRoot(`select 1 from pg_roles where rolname = '${databaseNameOf('one')}'`);
  assert.deepEqual(roles, []);
  await server.close();
});

test('a server where everyone gets into another database is refused, with the statement that repairs it', async () => {
  const server = await opened(await folder(), url());
  await asRoot('grant connect on database postgres to public');
  await assert.rejects(server.set('two', 'word'), unsafe(/REVOKE CONNECT ON DATABASE "postgres" FROM PUBLIC;/));
  assert.equal(await server.size('two'), null);
  await asRoot('revoke connect on database postgres from public');
  await server.set('two', 'word');
  await server.drop('two');
  await server.close();
});

test('a server that lets an account in without the right password is refused', async () => {
  const access = path.join(dataDir, 'app-databases', 'data', 'pg_hba.conf');
  await writeFile(access, 'local all creator trust\nlocal all all scram-sha-256\n');
  await asRoot('select pg_reload_conf()');
  await until('it asks for no password', async () => {
    const client = new pg.Client({ host: path.dirname(socket), user: 'creator', password: 'x', database: 'postgres' });
    const entered = await client.connect().then(
      () => true,
      () => undefined,
    );
    await client.end();
    return entered;
  });
  const server = await opened(await folder(), url());
  await assert.rejects(server.set('three', 'word'), unsafe(/lets creator in without the right password/));
  await writeFile(access, 'local all all scram-sha-256\n');
  await asRoot('select pg_reload_conf()');
  await server.close();
});

test('a second process uses the same server, and runs it once the first one was killed, with which it ends', async () => {
  const own = await folder();
  const panel = fork(PROCESS, [own], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [pid] = (await once(panel, 'message')) as [number];
  const second = await opened(own);
  assert.equal(await second.enters('kept', 'word'), true, 'of the process that runs it');
  panel.kill('SIGKILL');
  await until('it has ended', async () => {
    try {
      process.kill(pid, 0);
      return undefined;
    } catch {
      return true;
    }
  });
  assert.equal(await second.enters('kept', 'word'), true, 'it runs it itself');
  assert.equal(await second.enters('kept', 'another'), false);
  await second.close();
});
