import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HostingError, type SiteSpec } from '../../../src/hosting/index.ts';
import { progress, until } from '../hosting-support.ts';
import { buildProgress, gitBuild, openBuildHost, processesOf, type BuildHost } from './build-support.ts';
import { packageFiles } from './package-files.ts';

const MEGABYTE = 1024 ** 2;
let opened: BuildHost;
before(async () => {
  opened = await openBuildHost({ buildLimits: { startMs: 15_000, commandMs: 8_000 } });
});
after(() => opened.close());

const manifest = JSON.stringify({
  name: 'app',
  private: true,
  scripts: { start: 'node server.cjs', say: 'node say.cjs' },
});
const FILES = {
  'package.json': manifest,
  'server.cjs': "require('node:http').createServer((q, s) => s.end('up')).listen(process.env.PORT, '127.0.0.1')",
  'say.cjs': "console.log('said', process.env.API_KEY ?? 'nothing', process.argv.slice(2).join('|'))",
  'flood.cjs': "const line = 'x'.repeat(1000); for (let n = 0; n < 100_000; n += 1) console.log(line)",
  'forks.cjs':
    "const { spawn } = require('node:child_process'); for (;;) spawn('sleep', ['60']).on('error', () => process.exit(9))",
  'wait.cjs': 'setInterval(() => {}, 1000)',
  'eats.cjs': 'const all = []; for (;;) all.push(Buffer.alloc(8 * 1024 ** 2, 1))',
};

async function served(files: Record<string, string> = FILES, run: Record<string, string> = {}): Promise<SiteSpec> {
  const app = await opened.app();
  const repository = await opened.git.commit(app.siteId, files);
  const settings = { install_command: 'npm --version' };
  const p = buildProgress();
  await opened.driver.build(app.siteId, gitBuild('one', repository, { settings, run }), p).catch((error: unknown) => {
    throw new Error(p.lines.join('\n'), { cause: error });
  });
  await opened.driver.publish(app.siteId, 'one', progress());
  return app;
}

async function run({ siteId }: SiteSpec, command: string, signal = AbortSignal.timeout(60_000)) {
  const lines: string[] = [];
  const ended = await opened.driver.runAppCommand(siteId, command, { log: (line) => void lines.push(line), signal });
  return { ...ended, lines };
}

describe('commands of applications', () => {
  test('one runs as words in the live release, with its variables, and its secrets are not in its log', async () => {
    const app = await served(FILES, { API_KEY: 'a-long-secret-key' });
    const said = await run(app, `node say.cjs "two words" plain`);
    assert.deepEqual([said.code, said.over], [0, null]);
    assert.match(said.lines.join('\n'), /^said •+ two words\|plain$/);
    assert.match((await run(app, 'npm run --silent say')).lines.join('\n'), /said/);
    assert.equal((await run(app, 'node missing.cjs')).code, 1);
    assert.equal((await opened.bench.ask(app.fqdn)).body, 'up', 'the server is not touched');
    const shell = run(app, 'node say.cjs && id');
    await assert.rejects(shell, (error: unknown) => error instanceof HostingError && error.code === 'BUILD_FAILED');
  });

  test('it is ended by its limits, says which, and leaves no process', async () => {
    const app = await served();
    await opened.driver.sleep(app.siteId);
    assert.equal((await run(app, 'node wait.cjs')).over, 'time');
    const flood = await run(app, 'node flood.cjs');
    assert.equal(flood.code, 0);
    assert.ok(flood.lines.join('\n').length < MEGABYTE, 'the middle is left out');
    assert.notEqual((await run(app, 'node forks.cjs')).code, 0);
    assert.notEqual((await run(app, 'node eats.cjs')).code, 0);
    await until('nothing is left', async () => ((await processesOf(app.siteId)) === 0 ? true : undefined));
  });

  test('a cancelled one has no process left, and so has one of an application that is deleted', async () => {
    const app = await served();
    await opened.driver.sleep(app.siteId);
    const cancel = new AbortController();
    const cancelled = run(app, 'node wait.cjs', cancel.signal);
    await until('it runs', async () => ((await processesOf(app.siteId)) > 0 ? true : undefined));
    cancel.abort();
    await assert.rejects(cancelled, (error: unknown) => error instanceof HostingError && error.code === 'ABORTED');
    assert.equal(await processesOf(app.siteId), 0);
    const lost = assert.rejects(run(app, 'node wait.cjs'));
    await until('it runs', async () => ((await processesOf(app.siteId)) > 0 ? true : undefined));
    await opened.driver.destroy(app.siteId);
    await lost;
    assert.equal(await processesOf(app.siteId), 0);
  });

  test('migrations of Drizzle bring its database up to date, and the second run changes nothing', async () => {
    const journal = {
      ...{ version: '7', dialect: 'postgresql' },
      entries: [{ idx: 0, version: '7', when: 1_790_000_000_000, tag: '0000_notes', breakpoints: true }],
    };
    const app = await served({
      ...FILES,
      ...packageFiles('pg'),
      ...packageFiles('drizzle-orm'),
      'drizzle/meta/_journal.json': JSON.stringify(journal),
      'drizzle/0000_notes.sql': 'CREATE TABLE "note" ("id" serial PRIMARY KEY, "text" text NOT NULL);',
      'vendor/migrate.mjs': `
        import { drizzle } from 'drizzle-orm/node-postgres';
        import { migrate } from 'drizzle-orm/node-postgres/migrator';
        import pg from 'pg';
        const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
        const db = drizzle(pool);
        await migrate(db, { migrationsFolder: './drizzle' });
        await Promise.all(Array.from({ length: 10 }, () => db.execute("insert into note (text) values ('x')")));
        console.log('notes ' + (await db.execute('select count(*)::int as n from note')).rows[0].n);
        await pool.end();`,
    });
    await opened.driver.setAppDatabase(app.siteId, 'of-migrations');
    const first = await run(app, 'node vendor/migrate.mjs');
    assert.deepEqual([first.code, first.lines], [0, ['notes 10']], first.lines.join('\n'));
    assert.deepEqual((await run(app, 'node vendor/migrate.mjs')).lines, ['notes 20']);
  });
});
