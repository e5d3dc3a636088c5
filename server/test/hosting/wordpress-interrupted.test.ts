import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chown, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { limitsOfPlan } from '@panel/contract';
import { createSiteAgent } from '../../src/hosting/agent/index.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { withLimits } from '../../src/hosting/limits/with-limits.ts';
import { createCoreStore } from '../../src/hosting/runtime/core-store.ts';
import { DATABASE_FILE, siteFolder } from '../../src/hosting/local/site-folder.ts';
import { nativePhpMissing, openHost, progress, siteSpec, until } from './hosting-support.ts';
import type { Host } from './hosting-support.ts';

/** Changes more than SQLite buffers, so that the file and its journal are both half written, and gets killed. */
const KILLED_IN_WRITE = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1]);
database.exec("PRAGMA cache_size = 5; BEGIN; CREATE TABLE half (t); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO half SELECT hex(randomblob(200)) FROM n; UPDATE wp_options SET option_value = option_value || ' '");
process.kill(process.pid, 'SIGKILL');
`;

const missing = await nativePhpMissing();

describe('an interrupted creation', { skip: missing ?? false }, () => {
  let host: Host;
  before(async () => {
    host = await openHost('native');
  });
  after(() => host.close());

  test('at any step, again and again, ends in one working site once it completes', async () => {
    const spec = siteSpec('again');
    // Each round stops inside the next step, at the first line that the step writes.
    for (const line of ['Copying WordPress', 'Installing WordPress 7', 'The home page answers']) {
      const controller = new AbortController();
      const p = {
        signal: controller.signal,
        note: (text: string) => void (text.startsWith(line) && controller.abort()),
      };
      await assert.rejects(
        host.driver.create(spec, p),
        (error) => error instanceof HostingError && error.code === 'ABORTED' && error.retryable,
        line,
      );
    }
    await host.driver.create(spec, progress());
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    assert.deepEqual(await readdir(path.join(host.config.dataDir, 'sites')), [spec.siteId]);
    assert.deepEqual(
      (await readdir(path.join(host.config.dataDir, 'sites', spec.siteId)))
        .filter((name) => !name.startsWith('server-'))
        .sort(),
      ['live', 'site.json', 'tmp'],
    );
    const databases = (await readdir(path.join(host.config.dataDir, 'sites', spec.siteId, 'live/data'))).filter(
      (name) => name.includes('sqlite'),
    );
    assert.deepEqual(databases, ['wordpress.sqlite']);
    await host.driver.destroy(spec.siteId);
  });

  test('by the death of PHP during the installation fails with a readable error, and completes when repeated', async () => {
    const spec = siteSpec('killed');
    const creation = host.driver.create(spec, progress());
    const failed = assert.rejects(
      creation,
      (error) => error instanceof HostingError && error.code === 'INSTALL_FAILED' && error.retryable,
    );
    let killed = 0;
    await until('the installation to be killed', async () => {
      for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
        const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
        if (!environment.includes(`PANEL_INPUT={"url":"${spec.url}"`)) continue;
        try {
          process.kill(Number(name), 'SIGKILL');
          killed += 1;
        } catch {
          // It ended between being found and being killed.
        }
      }
      return killed > 0;
    });
    await failed;
    await host.driver.create(spec, progress());
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    await host.driver.destroy(spec.siteId);
  });

  test('in the middle of a database write can be checked, renamed and copied immediately', async () => {
    const spec = siteSpec('hot');
    await host.driver.create(spec, progress());
    const folder = siteFolder(host.config.dataDir, spec.siteId);
    const agent = createSiteAgent(host.config);
    const leaveJournal = async () => {
      await host.driver.stop(spec.siteId);
      spawnSync(process.execPath, ['-e', KILLED_IN_WRITE, folder.database]);
      const { uid, gid } = await stat(folder.database);
      await chown(`${folder.database}-journal`, uid, gid);
      const reply = await agent.ask(folder.mount, 'options', { file: DATABASE_FILE });
      assert.match(reply.ok ? 'read' : reply.detail, /a write was interrupted/);
    };
    await leaveJournal();
    const [install] = host.driver.steps(spec).filter((step) => step.name === 'install');
    assert.equal(await install?.check(), true);
    await leaveJournal();
    const next = { fqdn: 'hot-next.sites.localhost', url: 'http://hot-next.sites.localhost:8099' };
    await host.driver.rename(spec.siteId, next, progress());
    await leaveJournal();
    const copy = siteSpec('hot-copy');
    await host.driver.clone(spec.siteId, copy, progress());
    await leaveJournal();
    const { checks } = await host.driver.verify(spec.siteId, next.fqdn);
    assert.deepEqual(
      checks.filter((check) => !check.ok),
      [],
    );

    const bounded = withLimits(host.runtime.php, async () => limitsOfPlan('FREE').site, 1000);
    const core = await createCoreStore(host.config.dataDir).add(host.runtime.wordpress);
    const endless = bounded.wp({ ...folder.mount, core }, ['eval', 'while (true);'], {});
    await assert.rejects(
      endless,
      (error) => error instanceof HostingError && error.code === 'TIMEOUT' && error.retryable,
    );
    for (const { siteId } of [spec, copy]) await host.driver.destroy(siteId);
  });

  test('each step’s postcondition is met after it and not before', async () => {
    const spec = siteSpec('steps');
    const steps = host.driver.steps(spec);
    assert.deepEqual(
      steps.map((step) => step.name),
      ['files', 'configure', 'install', 'start', 'verify'],
    );
    for (const step of steps) {
      // A site that starts or verifies needs only what the earlier steps left.
      if (step.name !== 'start' && step.name !== 'verify')
        assert.equal(await step.check(), false, `${step.name} before`);
      await step.run(progress());
      assert.equal(await step.check(), true, `${step.name} after`);
    }
    await host.driver.destroy(spec.siteId);
  });
});
