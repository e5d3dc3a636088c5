import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLocalDriver, prepareRuntime } from '../../src/hosting/index.ts';
import type { HostingConfig } from '../../src/hosting/index.ts';
import { adminLoginUrl } from '../../src/modules/site-tool/admin-login.ts';
import { replaceText } from '../../src/modules/site-tool/search-replace.ts';
import { cronEvents } from '../../src/modules/site-tool/wordpress-tools.ts';
import { edgeSite, logIn } from '../edge/edge-support.ts';
import type { EdgeBench } from '../edge/edge-support.ts';
import { nativePhpMissing, openHostedSite, processesOf, progress, siteSpec, until } from './hosting-support.ts';
import type { HostedSite } from './hosting-support.ts';
import { NEVER_MS } from '../../src/testing/index.ts';

const missing = await nativePhpMissing();

describe('WordPress on php-wasm', () => {
  let host: HostedSite;
  let bench: EdgeBench;
  const spec = siteSpec('wasm', { title: 'A wasm site' });
  const address = `${spec.fqdn}:8099`;

  before(async () => {
    host = await openHostedSite('wasm', spec);
    bench = host.bench;
  });
  after(() => host.close());

  test('answers with its title and lets its owner in', async () => {
    const page = await bench.ask(address);
    assert.equal(page.status, 200);
    assert.match(page.body, /<title>A wasm site<\/title>/);
    const dashboard = await logIn(bench.port, address, spec.adminUser, spec.adminPassword);
    assert.equal(dashboard.status, 200);
    assert.match(dashboard.body, /id="wpadminbar"/);
  });

  test('cannot reach files outside of its folder, or start programs', async () => {
    const neighbours = path.join(host.config.dataDir, 'sites');
    const code = `echo json_encode([file_exists("/etc/passwd"), is_dir("${neighbours}"), function_exists("proc_open") && is_resource(@proc_open(["id"], [], $p))]);`;
    const result = await host.driver.exec(spec.siteId, ['eval', code]);
    assert.equal(result.code, 0, result.stderr);
    assert.equal(result.stdout.trim(), '[false,false,false]');
  });

  test('has the tools of a site: a text is replaced, events are listed, errors are logged, a login is prepared', async () => {
    const { driver } = host;
    const signal = AbortSignal.timeout(NEVER_MS);
    const replacement = { search: 'A wasm site', replace: '--dry-run', run: randomUUID() };
    assert.deepEqual((await replaceText(driver, spec.siteId, replacement, signal)).tables, [
      { table: 'wp_options', replacements: 1 },
    ]);
    assert.ok((await cronEvents(driver, spec.siteId)).events.length > 3);
    await driver.setDebugLog(spec.siteId, true);
    await driver.exec(spec.siteId, ['eval', 'trigger_error("loud", E_USER_WARNING);']);
    const log = await driver.debugLog(spec.siteId);
    assert.equal(log.enabled, true);
    assert.match(log.text, /PHP Warning: {2}loud/);
    await driver.setDebugLog(spec.siteId, false);
    assert.equal((await driver.debugLog(spec.siteId)).enabled, false);
    const url = new URL(await adminLoginUrl(driver, { id: spec.siteId, url: spec.url, adminUser: spec.adminUser }));
    const login = await bench.ask(address, { path: url.pathname + url.search });
    assert.deepEqual([login.status, login.headers['location']], [302, `${spec.url}/wp-admin/`]);
    const sizes = await driver.folderSizes(spec.siteId, 'public');
    assert.ok(sizes?.entries.some(({ name }) => name === 'wp-content'));
  });

  test('is renamed, and restarted after kill -9', async () => {
    const p = progress();
    await host.driver.rename(
      spec.siteId,
      { fqdn: 'moved.sites.localhost', url: 'http://moved.sites.localhost:8099' },
      p,
    );
    assert.deepEqual(p.amounts.at(-1), { done: 100, unit: 'percent' });
    bench.sites.set('moved.sites.localhost', edgeSite(spec.siteId, 'moved.sites.localhost'));
    const before = await host.driver.start(spec.siteId);
    for (const pid of await processesOf(before.token ?? '')) process.kill(pid, 'SIGKILL');
    await until('the death was noticed', () => host.driver.endpoint(spec.siteId) === null);
    const page = await bench.ask('moved.sites.localhost:8099', { headers: { accept: '*/*' } });
    assert.equal(page.status, 200);
    assert.equal(page.body.includes(spec.fqdn), false);
  });

  test('native PHP serves the same folder when a machine gets one', { skip: missing ?? false }, async () => {
    await host.driver.stop(spec.siteId);
    const config: HostingConfig = { ...host.config, php: 'native' };
    const native = await createLocalDriver({ config, runtime: await prepareRuntime(config) });
    try {
      assert.equal((await native.verify(spec.siteId, 'moved.sites.localhost')).ok, true);
      const written = await native.exec(spec.siteId, ['option', 'update', 'blogdescription', 'Moved in']);
      assert.equal(written.code, 0, written.stderr);
    } finally {
      await native.stopAll();
    }
  });
});
