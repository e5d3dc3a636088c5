import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HostingError, type SiteSpec } from '../../../src/hosting/index.ts';
import { askSite } from '../../../src/hosting/local/ask-site.ts';
import { readRecord, siteFolder, writeRecord } from '../../../src/hosting/local/site-folder.ts';
import { rehearsalOf } from '../../../src/hosting/rehearsal-id.ts';
import { textInArchive } from '../../../src/testing/text-in-archive.ts';
import { edgeSite } from '../../edge/edge-support.ts';
import { progress, until } from '../hosting-support.ts';
import { buildProgress, gitBuild, openBuildHost, type BuildHost } from './build-support.ts';
import { packageFiles } from './package-files.ts';

let opened: BuildHost;
before(async () => {
  opened = await openBuildHost({ buildLimits: { startMs: 15_000 } });
});
after(() => opened.close());

const manifest = JSON.stringify({ name: 'app', private: true, scripts: { start: 'node vendor/server.cjs' } });
/** Answers with the rows of the statement in its address, asked for ten times at once through a pool of ten. */
const SERVER = `
  const { createServer } = require('node:http');
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  pool.on('error', () => {});
  createServer(async (req, res) => {
    const given = new URL(req.url, 'http://host').searchParams;
    if (!given.has('sql')) return res.end(process.env.DATABASE_URL ? 'has a database' : 'has none');
    const own = given.has('url') ? new Pool({ connectionString: given.get('url'), max: 1 }) : pool;
    try {
      const times = Array.from({ length: Number(given.get('times') ?? 1) });
      const answers = await Promise.all(times.map(() => own.query(given.get('sql'))));
      res.end(JSON.stringify(answers.map(({ rows }) => rows).flat()));
    } catch (error) {
      res.end(JSON.stringify({ error: error.message, code: error.code }));
    } finally {
      if (own !== pool) await own.end();
    }
  }).listen(process.env.PORT, '127.0.0.1');`;

async function served(): Promise<SiteSpec> {
  const app = await opened.app();
  const files = { 'package.json': manifest, 'vendor/server.cjs': SERVER, ...packageFiles('pg') };
  const repository = await opened.git.commit(app.siteId, files);
  const settings = { install_command: 'npm --version' };
  const p = buildProgress();
  await opened.driver.build(app.siteId, gitBuild('one', repository, { settings }), p).catch((error: unknown) => {
    throw new Error(p.lines.join('\n'), { cause: error });
  });
  await opened.driver.publish(app.siteId, 'one', progress());
  return app;
}
/** Its server has the address of its database from its start. */
async function restart({ siteId }: SiteSpec): Promise<void> {
  await opened.driver.sleep(siteId);
  await opened.driver.start(siteId);
}
const visit = async (app: SiteSpec, path = '/') => (await opened.bench.ask(app.fqdn, { path })).body;
async function ask(app: SiteSpec, sql: string, more: Record<string, string> = {}, at = '/'): Promise<unknown> {
  return JSON.parse(await visit(app, `${at}?${new URLSearchParams({ sql, ...more })}`));
}
const withDatabase = async (password: string): Promise<SiteSpec> => {
  const app = await served();
  await opened.driver.setAppDatabase(app.siteId, password);
  await restart(app);
  return app;
};

test('the back end of a full-stack application answers below /api of the front end, and nothing else', async () => {
  const front = await opened.app();
  const back = await withDatabase('of-back');
  const both = edgeSite(front.siteId, front.fqdn, { kind: 'node' });
  const { siteId, kind, status, limits } = edgeSite(back.siteId, back.fqdn, { kind: 'node' });
  opened.bench.sites.set(front.fqdn, { ...both, backend: { siteId, kind, status, limits } });
  assert.deepEqual(await ask(front, 'select 1 as one', {}, '/api'), [{ one: 1 }]);
  assert.deepEqual(await ask(front, 'select 2 as two', {}, '/api/deeper'), [{ two: 2 }]);
  for (const path of ['/', '/apis', '/deeper/api']) assert.doesNotMatch(await visit(front, path), /has a database/);
  await opened.driver.sleep(back.siteId);
  await until('it wakes', async () => ((await visit(front, '/api/')) === 'has a database' ? true : undefined));
});

describe('databases of applications', () => {
  test('an application gets one, uses it with a pool of ten, and keeps it over sleep and rotation', async () => {
    const { driver } = opened;
    const app = await served();
    assert.equal(driver.appDatabasesMissing(), null);
    assert.equal(await visit(app), 'has none');
    assert.equal(await driver.appDatabase(app.siteId), null);
    await driver.setAppDatabase(app.siteId, 'first');
    await driver.setAppDatabase(app.siteId, 'first');
    await restart(app);
    assert.equal(await visit(app), 'has a database');
    assert.deepEqual(await ask(app, 'create table note (id int generated always as identity, text text)'), []);
    const inserted = await ask(app, "insert into note (text) values ('kept') returning text", { times: '30' });
    assert.equal((inserted as unknown[]).length, 30);
    const { bytes, name } = (await driver.appDatabase(app.siteId)) ?? { bytes: 0, name: '' };
    assert.ok((bytes ?? 0) > 1_000_000, String(bytes));
    assert.equal(name, driver.appDatabaseAddress(app.siteId).name);

    await driver.setAppDatabase(app.siteId, 'second');
    assert.equal(await driver.entersAppDatabase(app.siteId, 'first'), false);
    assert.equal(await driver.entersAppDatabase(app.siteId, 'second'), true);
    await restart(app);
    assert.deepEqual(await ask(app, 'select count(*)::int as notes from note'), [{ notes: 30 }]);

    await driver.dropAppDatabase(app.siteId);
    await driver.dropAppDatabase(app.siteId);
    await restart(app);
    assert.equal(await visit(app), 'has none');
  });

  test('its rows are a part of its archive, and come back while it runs', async () => {
    const { driver } = opened;
    const app = await withDatabase('of-rows');
    const { siteId } = app;
    await ask(app, "create table note as select 'of the backup' as text");
    const archive = path.join(opened.host.config.dataDir, 'rows.tar.gz');
    await assert.rejects(driver.fillAppDatabase(siteId, { archive, bytes: 1, password: 'of-rows', mark: 'none' }));
    let bytes = 0;
    await driver.snapshot(siteId, archive, {
      dump: async (file) => (bytes = await driver.dumpAppDatabase(siteId, file)),
    });
    assert.match(
      await textInArchive(archive, 'database.sql'),
      /COPY public\.note \(text\) FROM stdin;\nof the backup\n/,
    );
    assert.match(await textInArchive(archive, 'RESTORE.md'), /psql --set ON_ERROR_STOP=1/);
    const release = await readdir(path.join(opened.host.config.dataDir, 'sites', siteId, 'live'));
    assert.ok(!release.some((name) => name.startsWith('database.sql')), release.join());
    await ask(app, "update note set text = 'later'");
    await driver.fillAppDatabase(siteId, { archive, bytes, password: 'of-rows', mark: 'one' });
    assert.deepEqual(await ask(app, 'select text from note'), [{ text: 'later' }]);
    await driver.swapAppDatabase(siteId, 'one');
    assert.equal(await driver.isAppDatabaseSwapped(siteId, 'one'), true);
    await until('its pool is connected again', async () => {
      const rows = await ask(app, 'select text from note');
      return JSON.stringify(rows) === '[{"text":"of the backup"}]' ? true : undefined;
    });
    await driver.tidyAppDatabase(siteId);
    await assert.rejects(
      driver.snapshot(siteId, `${archive}.plain`).then(() =>
        driver.fillAppDatabase(siteId, {
          ...{ archive: `${archive}.plain`, bytes, password: 'of-rows', mark: 'two' },
        }),
      ),
      (error) => error instanceof HostingError && error.code === 'UNSUPPORTED',
    );
  });

  test('a test restore starts its server with a temporary database of its own, which is gone afterwards', async () => {
    const { driver, host } = opened;
    const app = await withDatabase('of-proof');
    const { siteId } = app;
    await ask(app, "create table note as select 'of the backup' as text from generate_series(1, 3)");
    const archive = path.join(host.config.dataDir, 'proof.tar.gz');
    let bytes = 0;
    await driver.snapshot(siteId, archive, {
      dump: async (file) => (bytes = await driver.dumpAppDatabase(siteId, file)),
    });
    await ask(app, "update note set text = 'later'");
    const sites = path.join(host.config.dataDir, 'sites');
    const copies = async () => (await readdir(sites)).filter((name) => name.includes('rehearsal'));
    const names = async () =>
      (await ask(app, "select datname as name from pg_database where datname like 'app%' order by 1")) as object[];
    const before = await names();
    // What a panel that was killed has left of an earlier one.
    const copy = rehearsalOf(siteId);
    const own = siteFolder(host.config.dataDir, siteId);
    await writeRecord(siteFolder(host.config.dataDir, copy), { ...(await readRecord(own)), siteId: copy });
    await driver.setAppDatabase(copy, 'of-killed');
    assert.equal((await names()).length, before.length + 1);

    let seen = '';
    const tested = await driver.rehearse(siteId, archive, {
      database: { bytes },
      look: async (endpoint) => {
        const sql = new URLSearchParams({
          sql: "insert into note values ('new') returning (select min(text) from note)",
        });
        seen = (await askSite(endpoint, app.url, `/?${sql}`, AbortSignal.timeout(20_000))).body;
      },
    });
    assert.deepEqual(
      tested.checks.map(({ ok, detail }) => [ok, detail.replace(/^\d+ files/, 'files')]),
      [
        [true, 'files'],
        [true, '1 table, 3 rows'],
        [true, '200'],
      ],
    );
    assert.deepEqual(JSON.parse(seen), [{ min: 'of the backup' }]);
    assert.deepEqual([await copies(), await names()], [[], before]);
    assert.deepEqual(await ask(app, 'select distinct text from note'), [{ text: 'later' }]);

    const wrong = driver.rehearse(siteId, archive, { database: { bytes: 1 } });
    await assert.rejects(wrong, HostingError);
    assert.deepEqual([await copies(), await names()], [[], before]);
  });

  test('another application reaches neither the database nor anything of the server', async () => {
    const [mine, other] = [await withDatabase('of-mine'), await withDatabase('of-other')];
    await ask(mine, "create table secret as select 'nobody else' as text");
    const { name } = opened.driver.appDatabaseAddress(mine.siteId);
    const own = opened.driver.appDatabaseAddress(other.siteId).name;
    const as = (user: string, password: string, database: string) => ({
      url: `postgres://${user}:${password}@127.0.0.1:5432/${database}`,
    });
    const refused = async (more: { url?: string }, sql = 'select 1') => {
      const { code } = (await ask(other, sql, more)) as { code?: string };
      return code;
    };
    assert.equal(await refused(as(own, 'of-other', name)), '42501', 'its own user in the database of another');
    assert.equal(await refused(as(name, 'of-other', name)), '28P01', 'the user of another without the password');
    for (const database of ['postgres', 'template1'])
      assert.equal(await refused(as(own, 'of-other', database)), '42501');
    assert.equal(await refused(as('panel', 'of-other', 'postgres')), '28P01', 'the superuser');
    assert.equal(await refused({}, "copy (select 1) to program 'id'"), '42501');
    assert.equal(await refused({}, "select pg_read_file('postgresql.conf')"), '42501');
    assert.equal(await refused({}, 'create role more superuser'), '42501');
    assert.equal(await refused({}, 'create database more'), '42501');
    assert.equal(await refused({}, `set role ${name}`), '42501');
    assert.equal(await refused({}, `grant connect on database ${own} to public`), undefined);
    assert.equal(
      await refused(as(name, 'of-mine', own)),
      '42501',
      'a grant that it may not make has no effect for others',
    );
  });

  test('connections are bounded, and the application is told so', async () => {
    const app = await withDatabase('bounded');
    const { name } = opened.driver.appDatabaseAddress(app.siteId);
    const [{ limit }] = (await ask(app, `select rolconnlimit as limit from pg_roles where rolname = '${name}'`)) as [
      { limit: number },
    ];
    assert.equal(limit, 25);
    assert.deepEqual(await ask(app, 'show statement_timeout'), [{ statement_timeout: '1min' }]);
    assert.deepEqual(await ask(app, 'show temp_file_limit'), [{ temp_file_limit: '512MB' }]);
  });

  test('a database is gone with its application', async () => {
    const app = await withDatabase('short');
    await opened.driver.destroy(app.siteId);
    await assert.rejects(opened.driver.setAppDatabase(app.siteId, 'short'));
    assert.equal(await opened.driver.entersAppDatabase(app.siteId, 'short'), false);
  });
});
