import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLocalDriver, prepareRuntime } from '../../src/hosting/index.ts';
import { siteFolder } from '../../src/hosting/local/site-folder.ts';
import type { SiteFolder } from '../../src/hosting/local/site-folder.ts';
import { edgeSite, logIn } from '../edge/edge-support.ts';
import { nativePhpMissing, openHostedSite, progress, siteSpec } from './hosting-support.ts';
import type { HostedSite } from './hosting-support.ts';

const missing = await nativePhpMissing();
const MEGABYTE = 1024 ** 2;
/** Prints where a site has its SQLite integration from, and the version of that. */
const INTEGRATION =
  "global $wpdb; echo str_replace(ABSPATH, '', (new ReflectionObject($wpdb))->getFileName()), ' ', SQLITE_DRIVER_VERSION;";
const SHARED_INTEGRATION = 'wp-sqlite/wp-includes/sqlite/class-wp-sqlite-db.php';
const OWN_INTEGRATION = 'wp-content/mu-plugins/sqlite-database-integration/wp-includes/sqlite/class-wp-sqlite-db.php';

describe('a shared WordPress', { skip: missing ?? false }, () => {
  let host: HostedSite;
  const spec = siteSpec('shares');
  const folder = () => siteFolder(host.config.dataDir, spec.siteId);
  const read = async (of = folder()) => JSON.parse(await readFile(of.recordFile, 'utf8')) as { core?: string };
  /** Gives a site its own copy of the SQLite integration, as all sites had before they shared it. */
  const giveIntegration = async (files: SiteFolder) => {
    const content = path.join(files.publicDir, 'wp-content');
    await cp(
      path.join(host.runtime.wordpress.core, 'wp-sqlite'),
      path.join(content, 'mu-plugins/sqlite-database-integration'),
      { recursive: true },
    );
    const dropIn = await readFile(path.join(content, 'db.php'), 'utf8');
    const own = "__DIR__ . '/mu-plugins/sqlite-database-integration'";
    await writeFile(path.join(content, 'db.php'), dropIn.replace("ABSPATH . 'wp-sqlite'", own));
    await rm(path.join(files.publicDir, 'wp-sqlite'), { recursive: true });
    await host.runtime.php.own(files.mount);
  };
  const answers = async (path_ = '/') => (await host.bench.ask(`${spec.fqdn}:8099`, { path: path_ })).status;
  const wpOf = async (siteId: string, ...args: string[]) => {
    const result = await host.driver.exec(siteId, args);
    assert.equal(result.code, 0, result.stderr);
    return result.stdout.trim();
  };
  const wp = (...args: string[]) => wpOf(spec.siteId, ...args);

  before(async () => {
    host = await openHostedSite('native', spec);
  });
  after(() => host.close());

  test('costs a site a few megabytes, and does not count towards its size', async () => {
    const { bytes, complete } = await host.driver.usage(spec.siteId);
    assert.ok(complete && bytes < 10 * MEGABYTE, `${bytes} bytes`);
    assert.equal((await read()).core, host.runtime.wordpress.version);
    assert.deepEqual(await readdir(path.join(folder().publicDir, 'wp-includes')), []);
    assert.deepEqual(await readdir(path.join(host.config.dataDir, 'core')), [host.runtime.wordpress.version]);
  });

  test('is installed from a template database without leftovers, and lets its owner in', async () => {
    const left =
      "global $wpdb; foreach ($wpdb->tables('all') as $table) { echo substr_count(json_encode($wpdb->get_results(\"SELECT * FROM $table\")), 'prepared'); }";
    assert.match(await wp('eval', left), /^0+$/);
    assert.equal(await wp('option', 'get', 'blogname'), spec.title);
    assert.equal(await wp('user', 'get', spec.adminUser, '--field=user_email'), spec.adminEmail);
    const dashboard = await logIn(host.bench.port, `${spec.fqdn}:8099`, spec.adminUser, spec.adminPassword);
    assert.match(dashboard.body, /id="wpadminbar"/);
    const refused = await logIn(host.bench.port, `${spec.fqdn}:8099`, spec.adminUser, 'wrong');
    assert.match(refused.body, /login_error/);
  });

  test('brings its themes, and a theme that is updated or edited becomes the site’s own', async () => {
    assert.match(await wp('theme', 'list', '--field=name'), /^twentytwentyfive\ntwentytwentyfour\ntwentytwentythree$/);
    const root = () => wp('eval', "echo get_theme_root('twentytwentyfive');");
    assert.match(await root(), /\/wp-themes$/);
    const update = `
      require_once ABSPATH . 'wp-admin/includes/admin.php';
      require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
      require_once ABSPATH . 'wp-admin/includes/class-pclzip.php';
      $source = get_temp_dir() . 'twentytwentyfive';
      mkdir($source);
      file_put_contents("$source/style.css", "/*\\nTheme Name: Twenty Twenty-Five\\nVersion: 99.1\\n*/");
      mkdir("$source/templates");
      file_put_contents("$source/templates/index.html", '<!-- wp:paragraph --><p>Updated</p><!-- /wp:paragraph -->');
      $zip = new PclZip(get_temp_dir() . 'update.zip');
      $zip->create($source, PCLZIP_OPT_REMOVE_PATH, get_temp_dir());
      set_site_transient('update_themes', (object) array('last_checked' => time(), 'response' => array('twentytwentyfive' => array('theme' => 'twentytwentyfive', 'new_version' => '99.1', 'package' => get_temp_dir() . 'update.zip', 'url' => ''))));
      $upgrader = new Theme_Upgrader(new Automatic_Upgrader_Skin());
      echo json_encode(array($upgrader->upgrade('twentytwentyfive'), $upgrader->skin->get_upgrade_messages()));`;
    assert.match(await wp('eval', update), /^\[true/);
    assert.match(await root(), /\/wp-content\/themes$/);
    assert.equal(await wp('theme', 'get', 'twentytwentyfive', '--field=version'), '99.1');
    assert.match((await host.bench.ask(`${spec.fqdn}:8099`)).body, /Updated/);
    assert.equal(
      await wp('eval', "panel_own_theme('twentytwentyfour'); echo wp_get_theme('twentytwentyfour')->get_theme_root();"),
      await root(),
    );
    assert.equal(await wp('theme', 'activate', 'twentytwentythree', '--quiet'), '');
    assert.equal(await answers(), 200);
    assert.equal(await answers('/wp-themes/twentytwentythree/screenshot.png'), 200);
    await wp('theme', 'activate', 'twentytwentyfive', '--quiet');
  });

  test('cannot be updated from inside', async () => {
    const known = await wp('eval', "wp_version_check(); echo count(get_site_transient('update_core')->updates);");
    assert.equal(known, '0');
    assert.equal(
      await wp('eval', "echo user_can(1, 'update_core') ? 'may' : 'no', user_can(1, 'update_themes') ? 'may' : 'no';"),
      'nomay',
    );
  });

  test('is shared by copies and by restored backups', async () => {
    const copy = siteSpec('shares-copy');
    await host.driver.clone(spec.siteId, copy, progress());
    assert.equal((await read(siteFolder(host.config.dataDir, copy.siteId))).core, host.runtime.wordpress.version);
    assert.equal((await host.driver.verify(copy.siteId, copy.fqdn)).ok, true);
    await host.driver.destroy(copy.siteId);
    const archive = path.join(host.config.dataDir, 'backups', 'shares.tgz');
    await host.driver.snapshot(spec.siteId, archive);
    await host.driver.restore(spec.siteId, archive);
    assert.equal((await read()).core, host.runtime.wordpress.version);
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
  });

  test('a site with its own files keeps them: it answers, is copied, backed up and restored', async () => {
    const old = siteSpec('before');
    const files = siteFolder(host.config.dataDir, old.siteId);
    await host.driver.clone(spec.siteId, old, progress());
    await host.driver.stop(old.siteId);
    const { core: _shared, ...record } = await read(files);
    for (const name of await readdir(host.runtime.wordpress.core)) {
      if (name === 'wp-content') continue;
      await rm(path.join(files.publicDir, name), { recursive: true });
      await cp(path.join(host.runtime.wordpress.core, name), path.join(files.publicDir, name), { recursive: true });
    }
    await rm(path.join(files.publicDir, 'wp-themes'), { recursive: true });
    await giveIntegration(files);
    const themes = path.join(host.runtime.wordpress.core, 'wp-content/themes');
    await cp(themes, path.join(files.publicDir, 'wp-content/themes'), { recursive: true });
    await writeFile(path.join(files.publicDir, 'wp-admin', 'own.txt'), 'mine');
    await host.runtime.php.own(files.mount);
    await writeFile(files.recordFile, JSON.stringify(record));
    host.bench.sites.set(old.fqdn, edgeSite(old.siteId, old.fqdn));

    const looks = async () => {
      const { ok, info } = await host.driver.verify(old.siteId, old.fqdn);
      assert.deepEqual([ok, info.wpVersion], [true, host.runtime.wordpress.version]);
      const asset = await host.bench.ask(`${old.fqdn}:8099`, { path: '/wp-includes/css/dashicons.min.css' });
      assert.equal(asset.status, 200);
    };
    await looks();
    const rights = 'echo json_encode(array(is_writable(ABSPATH . "wp-admin/own.txt"), user_can(1, "update_core")));';
    assert.equal(await wpOf(old.siteId, 'eval', rights), '[true,true]');
    assert.ok((await wpOf(old.siteId, 'eval', INTEGRATION)).startsWith(OWN_INTEGRATION));
    const archive = path.join(host.config.dataDir, 'backups', 'before.tgz');
    await host.driver.snapshot(old.siteId, archive);
    await host.driver.restore(old.siteId, archive);
    assert.equal((await read(files)).core, host.runtime.wordpress.version);
    await looks();
    assert.ok((await wpOf(old.siteId, 'eval', INTEGRATION)).startsWith(OWN_INTEGRATION));
    await host.driver.destroy(old.siteId);
  });

  test('brings the SQLite integration, of which a site has no copy', async () => {
    assert.ok((await wp('eval', INTEGRATION)).startsWith(SHARED_INTEGRATION));
    assert.deepEqual(await readdir(path.join(folder().publicDir, 'wp-sqlite')), []);
    assert.equal((await readdir(path.join(folder().publicDir, 'wp-content'))).includes('mu-plugins'), false);
  });

  test('completes its files when they are older than the shared integration; sites of that time keep their own copy', async () => {
    const old = siteSpec('own-integration');
    const files = siteFolder(host.config.dataDir, old.siteId);
    await host.driver.clone(spec.siteId, old, progress());
    await host.driver.stop(old.siteId);
    await giveIntegration(files);
    const copy = path.join(files.publicDir, 'wp-content/mu-plugins/sqlite-database-integration');
    // Its owner has changed it.
    await writeFile(
      path.join(copy, 'wp-includes/database/version.php'),
      "<?php define( 'SQLITE_DRIVER_VERSION', '0.0.1' );",
    );
    await host.driver.stop(spec.siteId);
    await rm(path.join(host.config.dataDir, 'core', host.runtime.wordpress.version, 'wp-sqlite'), { recursive: true });
    const next = await host.reopen();
    try {
      for (const { siteId, fqdn } of [old, spec]) assert.equal((await next.verify(siteId, fqdn)).ok, true);
      assert.equal((await next.exec(old.siteId, ['eval', INTEGRATION])).stdout, `${OWN_INTEGRATION} 0.0.1`);
      assert.ok((await next.exec(spec.siteId, ['eval', INTEGRATION])).stdout.startsWith(SHARED_INTEGRATION));
      assert.deepEqual(await readdir(path.join(host.config.dataDir, 'core')), [host.runtime.wordpress.version]);
      await next.destroy(old.siteId);
    } finally {
      await next.stopAll();
    }
  });

  test('brings the integration of its own version', async () => {
    const store = path.join(host.config.dataDir, 'core');
    const [now, next] = [host.runtime.wordpress.version, '99.1'];
    execFileSync('cp', ['-al', path.join(store, now), path.join(store, next)]);
    const version = path.join(store, next, 'wp-sqlite/wp-includes/database/version.php');
    await rm(version);
    await writeFile(version, "<?php define( 'SQLITE_DRIVER_VERSION', '99.1.1' );");
    const record = await read();
    await host.driver.stop(spec.siteId);
    const known = await wp('eval', INTEGRATION);
    await writeFile(folder().recordFile, JSON.stringify({ ...record, core: next }));
    assert.equal(await wp('eval', INTEGRATION), `${SHARED_INTEGRATION} 99.1.1`);
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    await host.driver.stop(spec.siteId);
    await writeFile(folder().recordFile, JSON.stringify(record));
    assert.equal(await wp('eval', INTEGRATION), known);
    await rm(path.join(store, next), { recursive: true });
  });

  test('a server without a sandbox gives the site its own files', async () => {
    await host.driver.stop(spec.siteId);
    const config = { ...host.config, sandbox: 'off' } as const;
    const driver = await createLocalDriver({ config, runtime: await prepareRuntime(config) });
    try {
      assert.equal((await driver.verify(spec.siteId, spec.fqdn)).ok, true);
      assert.equal((await read()).core, undefined);
      assert.ok((await readdir(path.join(folder().publicDir, 'wp-includes'))).length > 100);
      assert.ok((await stat(path.join(folder().publicDir, SHARED_INTEGRATION))).isFile());
      assert.match((await driver.exec(spec.siteId, ['eval', INTEGRATION])).stdout, /wp-sqlite/);
    } finally {
      await driver.stopAll();
    }
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
  });
});
