import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createSiteAgent } from '../../src/hosting/agent/index.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import { until } from '../hosting/hosting-support.ts';
import { onEveryRuntime, type Target } from './attack-support.ts';

const OPEN = `$db = new PDO('sqlite:' . dirname($_SERVER['DOCUMENT_ROOT']) . '/data/wordpress.sqlite'); $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);`;
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS user_login FROM n WHERE i < 0';

/** What the panel shows of the database of the hostile site. */
async function evidence({ host, hostile }: Target): Promise<string> {
  const { checks } = await host.driver.verify(hostile.siteId, hostile.fqdn);
  return checks.find((check) => check.name === 'WordPress knows its address')?.detail ?? 'no such check';
}

/** Asks for the options as the panel does, without the pages of the site. */
function askOptions({ host, hostile }: Target) {
  const agent = createSiteAgent({ dataDir: host.config.dataDir, sandbox: host.config.sandbox });
  return () => agent.ask(siteFolder(host.config.dataDir, hostile.siteId).mount, 'options', { file: 'data/wordpress.sqlite' });
}

/** Holds the write lock until the result is called: a request of the site does, where PHP has locks. */
async function lockDatabase({ runtime, run, host, hostile }: Target): Promise<() => Promise<void>> {
  const { database, live } = siteFolder(host.config.dataDir, hostile.siteId);
  if (runtime === 'wasm') {
    const opened = new DatabaseSync(database);
    opened.exec('BEGIN EXCLUSIVE');
    return async () => opened.close();
  }
  const flag = path.join(live, 'public', 'locked');
  const request = run(`${OPEN} $db->exec('BEGIN EXCLUSIVE'); touch('locked'); for ($i = 0; $i < 2000 && file_exists('locked'); $i++) { usleep(10000); clearstatcache(); } echo 'held';`);
  await until('the lock is held', () => existsSync(flag));
  return async () => {
    await rm(flag);
    assert.equal((await request).body, 'held');
  };
}

onEveryRuntime('a hostile database', (target) => {
  test('that never answers is evidence within seconds, and nobody waits for it', async () => {
    const { run, askNeighbour } = target();
    const planted = await run(`${OPEN} $db->exec('ALTER TABLE wp_users RENAME TO real_users'); $db->exec('CREATE VIEW wp_users AS ${ENDLESS}'); echo 'planted';`);
    assert.equal(planted.body, 'planted');
    let answered = 0;
    const checks = Array.from({ length: 20 }, () => evidence(target()).finally(() => void (answered += 1)));
    assert.equal((await askNeighbour()).status, 200);
    assert.equal(answered, 0, 'the neighbour answered after the checks, not meanwhile');
    assert.deepEqual([...new Set(await Promise.all(checks))], ['The database did not answer in time.']);
    const restored = await run(`${OPEN} $db->exec('DROP VIEW wp_users'); $db->exec('ALTER TABLE real_users RENAME TO wp_users'); echo 'restored';`);
    assert.equal(restored.body, 'restored');
    assert.equal(await evidence(target()), `http://${target().hostile.fqdn}:8099`);
  });

  test('that is locked by a request is reported as busy, and read again afterwards', async () => {
    const options = askOptions(target());
    const unlock = await lockDatabase(target());
    const locked = await options();
    await unlock();
    assert.equal(locked.ok ? 'read' : locked.reason, 'busy');
    assert.equal((await options()).ok, true);
  });

  test('with a value of 200 MB, or that is none at all, costs the panel nothing', async () => {
    const { host, hostile } = target();
    const { database } = siteFolder(host.config.dataDir, hostile.siteId);
    const planted = new DatabaseSync(database);
    planted.exec("UPDATE wp_options SET option_value = printf('%.*c', 200000000, 'x') WHERE option_name = 'siteurl'");
    planted.close();
    const before = process.memoryUsage().rss;
    const options = askOptions(target());
    const large = await options();
    assert.ok(!large.ok || (large.value?.siteurl.length ?? 0) <= 2000);
    assert.ok(process.memoryUsage().rss - before < 50_000_000);
    await host.driver.stop(hostile.siteId);
    await rename(database, `${database}.kept`);
    for (const text of ['', 'SQLite format 3\0 and nothing else', '\xff\xfe not UTF-8']) {
      await writeFile(database, text, 'latin1');
      const reply = await options();
      assert.equal(reply.ok ? reply.value : reply.reason, text === '' ? null : 'unreadable', JSON.stringify(text));
    }
    await rm(database);
    execFileSync('mkfifo', [database]);
    assert.deepEqual(await options(), { ok: true, value: null });
    await rm(database);
    await rename(`${database}.kept`, database);
  });
});
