import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createSiteAgent } from '../../src/hosting/agent/index.ts';
import { readRecord, siteFolder, writeRecord } from '../../src/hosting/local/site-folder.ts';
import { createCoreStore } from '../../src/hosting/runtime/core-store.ts';
import { copyOwnCore } from '../../src/hosting/runtime/document-root.ts';
import { NEVER_MS } from '../../src/testing/index.ts';
import { progress, siteSpec, until } from '../hosting/hosting-support.ts';
import { ONE_PHP, onEveryRuntime, type Target } from './attack-support.ts';

const OPEN = `$db = new PDO('sqlite:' . dirname($_SERVER['DOCUMENT_ROOT']) . '/data/wordpress.sqlite'); $db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);`;
const ENDLESS =
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS user_login FROM n WHERE i < 0';

/** The panel's details from the hostile site's database. */
async function evidence({ host, hostile }: Target): Promise<string> {
  const { checks } = await host.driver.verify(hostile.siteId, hostile.fqdn);
  return checks.find((check) => check.name === 'WordPress knows its address')?.detail ?? 'no such check';
}

/** How the answer comes about is tested, not how soon. */
const PATIENT = { deadlineMs: NEVER_MS };

/** Reads the options as the panel does, without the pages of the site. */
function askOptions({ host, hostile }: Target) {
  const agent = createSiteAgent(host.config);
  return () =>
    agent.ask(
      siteFolder(host.config.dataDir, hostile.siteId).mount,
      'options',
      { file: 'data/wordpress.sqlite' },
      PATIENT,
    );
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
  const request = run(
    `${OPEN} $db->exec('BEGIN EXCLUSIVE'); touch('locked'); for ($i = 0; $i < 18000 && file_exists('locked'); $i++) { usleep(10000); clearstatcache(); } echo 'held';`,
  );
  await until('the lock is held', () => existsSync(flag));
  return async () => {
    await rm(flag);
    assert.equal((await request).body, 'held');
  };
}

/** Gives the hostile site a WordPress of its own to write to, as sites have that were created before it was shared. */
async function giveOwnCore({ host, hostile }: Target): Promise<void> {
  const folder = siteFolder(host.config.dataDir, hostile.siteId);
  await host.driver.stop(hostile.siteId);
  const { core: version, ...record } = await readRecord(folder);
  if (version === undefined) return;
  const core = await createCoreStore(host.config.dataDir).find(version);
  for (const name of core.entries) await rm(path.join(folder.publicDir, name), { recursive: true });
  await copyOwnCore(core, folder.publicDir);
  await host.runtime.php.own(folder.mount);
  await writeRecord(folder, record);
}

onEveryRuntime(
  'a hostile database',
  (target) => {
    test('that never answers becomes evidence within seconds, and blocks nobody', async () => {
      const { run, askNeighbour } = target();
      const planted = await run(
        `${OPEN} $db->exec('ALTER TABLE wp_users RENAME TO real_users'); $db->exec('CREATE VIEW wp_users AS ${ENDLESS}'); echo 'planted';`,
      );
      assert.equal(planted.body, 'planted');
      // A check ends by its own deadline; on a slow machine, the neighbour's first page may take as long.
      await until('the neighbour answers while all checks wait', async () => {
        let answered = 0;
        const checks = Array.from({ length: 20 }, () => evidence(target()).finally(() => void (answered += 1)));
        assert.equal((await askNeighbour()).status, 200);
        const isMeanwhile = answered === 0;
        assert.deepEqual([...new Set(await Promise.all(checks))], ['The database did not answer in time.']);
        return isMeanwhile;
      });
      const restored = await run(
        `${OPEN} $db->exec('DROP VIEW wp_users'); $db->exec('ALTER TABLE real_users RENAME TO wp_users'); echo 'restored';`,
      );
      assert.equal(restored.body, 'restored');
      assert.equal(await evidence(target()), `http://${target().hostile.fqdn}:8099`);
    });

    test('that a request has locked is reported as busy, and read again afterwards', async () => {
      const options = askOptions(target());
      const unlock = await lockDatabase(target());
      const locked = await options();
      await unlock();
      assert.equal(locked.ok ? 'read' : locked.reason, 'busy');
      assert.equal((await options()).ok, true);
    });

    test('with a value of 200 MB, or an invalid one, costs the panel nothing', async () => {
      const { host, hostile } = target();
      const sql = (text: string) => {
        const opened = new DatabaseSync(database);
        opened.exec(text);
        opened.close();
      };
      const { database } = siteFolder(host.config.dataDir, hostile.siteId);
      sql("UPDATE wp_options SET option_value = printf('%.*c', 200000000, 'x') WHERE option_name = 'siteurl'");
      const before = process.memoryUsage().rss;
      const options = askOptions(target());
      const large = await options();
      assert.ok(!large.ok || (large.value?.siteurl.length ?? 0) <= 2000);
      assert.ok(process.memoryUsage().rss - before < 50_000_000);
      sql(`UPDATE wp_options SET option_value = 'http://${hostile.fqdn}:8099' WHERE option_name = 'siteurl'`);
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

    test('does not change the agent: its code is read-only for the site', async () => {
      const { host, run } = target();
      const runtime = path.join(host.config.dataDir, 'runtime');
      const [agent = ''] = (await readdir(runtime)).filter((name) => name.startsWith('agent-'));
      const file = path.join(runtime, agent, 'main.mjs');
      const code = await readFile(file, 'utf8');
      const places = [file, `/panel/${agent}/main.mjs`].map((one) => `'${one}'`).join(', ');
      const answer = await run(
        `foreach (array(${places}) as $file) { @file_put_contents($file, 'taken over'); @unlink($file); @rename(dirname($file), dirname($file) . '-old'); } echo 'tried';`,
      );
      assert.equal(answer.body, 'tried');
      assert.equal(await readFile(file, 'utf8'), code);
    });

    test('and invalid files are not included in versions, sizes, copies and backups', async () => {
      const { host, hostile, runtime } = target();
      const { publicDir } = siteFolder(host.config.dataDir, hostile.siteId);
      const secret = path.join(host.config.dataDir, 'secret.txt');
      await writeFile(secret, 'top secret');
      await symlink(secret, path.join(publicDir, 'link.txt'));
      await symlink(host.config.dataDir, path.join(publicDir, 'everything'));
      execFileSync('mkfifo', [path.join(publicDir, 'pipe')]);
      await giveOwnCore(target());
      await rename(path.join(publicDir, 'wp-includes/version.php'), path.join(publicDir, 'version.kept'));
      execFileSync('mkfifo', [path.join(publicDir, 'wp-includes/version.php')]);
      assert.equal((await host.driver.info(hostile.siteId)).wpVersion, null);
      assert.ok((await host.driver.usage(hostile.siteId)).files > 1000);
      await rm(path.join(publicDir, 'wp-includes/version.php'));
      await rename(path.join(publicDir, 'version.kept'), path.join(publicDir, 'wp-includes/version.php'));
      const archive = path.join(host.config.dataDir, 'backups', 'hostile.tgz');
      await host.driver.snapshot(hostile.siteId, archive);
      const kinds = execFileSync('tar', ['tvzf', archive], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
        .split('\n')
        .map((line) => line[0]);
      assert.deepEqual([...new Set(kinds)].sort(), ['-', 'd', undefined]);
      if (runtime !== 'wasm') {
        const copy = siteSpec('copied');
        await host.driver.clone(hostile.siteId, copy, progress());
        const copied = siteFolder(host.config.dataDir, copy.siteId).publicDir;
        assert.deepEqual(
          (await readdir(copied)).filter((name) => ['link.txt', 'everything', 'pipe'].includes(name)),
          [],
        );
        await host.driver.destroy(copy.siteId);
      }
      for (const name of ['link.txt', 'everything', 'pipe']) await rm(path.join(publicDir, name));
      assert.equal(await readFile(secret, 'utf8'), 'top secret');
    });
  },
  { only: ONE_PHP },
);
