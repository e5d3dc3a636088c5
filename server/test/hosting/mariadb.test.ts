import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HostingError, type SiteSpec } from '../../src/hosting/index.ts';
import { edgeSite, logIn, openEdge, type EdgeBench } from '../edge/edge-support.ts';
import { nativePhpMissing, openHost, progress, siteSpec, type Host } from './hosting-support.ts';
import { mariadbMissing, startMariadb, type TestMariadb } from './mariadb-support.ts';

const missing = (await nativePhpMissing()) ?? (await mariadbMissing());

describe('a WordPress with a database on MariaDB', { skip: missing ?? false }, () => {
  let mariadb: TestMariadb;
  let host: Host;
  let bench: EdgeBench;
  const spec = siteSpec('bakery', { title: "Jo's bread & cake" });
  const publicHost = (fqdn: string) => `${fqdn}:8099`;

  before(async () => {
    mariadb = await startMariadb();
    host = await openHost('native', { databaseUrl: mariadb.url });
    bench = await openEdge(host.driver);
    await create(spec);
  });
  after(async () => {
    await bench?.close();
    await host?.close();
    await mariadb?.stop();
  });

  const create = async (site: SiteSpec) => {
    await host.driver.create(site, progress());
    bench.sites.set(site.fqdn, edgeSite(site.siteId, site.fqdn));
  };
  const live = (siteId: string) => path.join(host.config.dataDir, 'sites', siteId, 'live');
  const php = async (siteId: string, code: string) => {
    const { code: ended, stdout, stderr } = await host.driver.exec(siteId, ['eval', code]);
    assert.equal(ended, 0, stderr.slice(-500));
    return stdout.trim();
  };
  const archive = () => path.join(host.config.dataDir, 'archives', 'one.tar.gz');
  const nameOf = (siteId: string) => php(siteId, 'echo DB_NAME;');

  test('answers from a database and a user of its own, and its owner can sign in', async () => {
    const page = await bench.ask(publicHost(spec.fqdn));
    assert.equal(page.status, 200);
    assert.match(page.body, /<title>Jo&#039;s bread &amp; cake<\/title>/);
    const dashboard = await logIn(bench.port, publicHost(spec.fqdn), spec.adminUser, spec.adminPassword);
    assert.match(dashboard.body, /id="wpadminbar"/);
    const name = await nameOf(spec.siteId);
    assert.deepEqual(await mariadb.left(), [name, name], 'one database and its user');
    assert.match(await php(spec.siteId, 'global $wpdb; echo $wpdb->db_server_info();'), /MariaDB/);
    assert.deepEqual(await readdir(path.join(live(spec.siteId), 'data')), [], 'there is no SQLite file');
    const tables = await mariadb.query(`SHOW TABLES FROM ${name}`);
    assert.equal(tables.length, 12);
  });

  test('its password is in wp-config.php alone', async () => {
    const config = await readFile(path.join(live(spec.siteId), 'wp-config.php'), 'utf8');
    const password = /'DB_PASSWORD', '([\w-]{32})'/.exec(config)?.[1] ?? '';
    assert.notEqual(password, '');
    const record = await readFile(path.join(live(spec.siteId), '../site.json'), 'utf8');
    assert.equal(record.includes(password), false);
  });

  test('a deleted site leaves neither database nor user, and deleting it again changes nothing', async () => {
    const other = siteSpec('gone');
    const before = await mariadb.left();
    await create(other);
    assert.equal((await mariadb.left()).length, before.length + 2);
    await host.driver.destroy(other.siteId);
    await host.driver.destroy(other.siteId);
    assert.deepEqual(await mariadb.left(), before);
  });

  test('a creation that was stopped while WordPress installed continues with the next attempt, or leaves nothing', async () => {
    const before = await mariadb.left();
    const other = siteSpec('stopped');
    const stopping = new AbortController();
    const p = progress(stopping.signal);
    const stopped = host.driver.create(other, {
      ...p,
      note: (line) => line.startsWith('Installing WordPress 7') && stopping.abort(),
    });
    await assert.rejects(stopped, HostingError);
    assert.equal((await mariadb.left()).length, before.length + 2);
    await create(other);
    assert.equal((await bench.ask(publicHost(other.fqdn))).status, 200);
    assert.equal((await mariadb.left()).length, before.length + 2, 'the database of the first attempt is used or gone');
    await host.driver.destroy(other.siteId);
    assert.deepEqual(await mariadb.left(), before);
  });

  test('a restored backup is in a new database, and the old one is deleted', async () => {
    const old = await nameOf(spec.siteId);
    await php(spec.siteId, "update_option('panel_test', 'before \\' \\\\ \\n é 🥐');");
    await php(
      spec.siteId,
      'global $wpdb; $wpdb->query(\'CREATE TABLE wp_bytes (id int, data blob)\'); $wpdb->query("INSERT INTO wp_bytes VALUES (1, 0xff00fe27), (2, NULL)");',
    );
    await host.driver.snapshot(spec.siteId, archive());
    const before = await php(spec.siteId, "echo get_option('panel_test');");
    await php(spec.siteId, "update_option('panel_test', 'after'); global $wpdb; $wpdb->query('DROP TABLE wp_bytes');");
    await host.driver.restore(spec.siteId, archive());
    assert.equal(await php(spec.siteId, "echo get_option('panel_test');"), before);
    assert.equal(
      await php(
        spec.siteId,
        "global $wpdb; echo implode(',', $wpdb->get_col('SELECT IFNULL(HEX(data), 0) FROM wp_bytes ORDER BY id'));",
      ),
      'FF00FE27,0',
    );
    assert.notEqual(await nameOf(spec.siteId), old);
    const now = await nameOf(spec.siteId);
    assert.deepEqual(await mariadb.left(), [now, now]);
    assert.equal((await bench.ask(publicHost(spec.fqdn))).status, 200);
  });

  test('bits keep their value in a backup', async () => {
    await php(
      spec.siteId,
      `global $wpdb; $wpdb->query('CREATE TABLE wp_bits (flag bit(1), bits bit(20))');
        $wpdb->query("INSERT INTO wp_bits VALUES (b'0', 5), (b'1', 1048575), (NULL, 0)");`,
    );
    const seen = `global $wpdb; echo implode(',', $wpdb->get_col("SELECT CONCAT(IFNULL(flag + 0, 'null'), ' ', bits + 0) FROM wp_bits ORDER BY bits"));`;
    assert.equal(await php(spec.siteId, seen), 'null 0,0 5,1 1048575');
    await host.driver.snapshot(spec.siteId, archive());
    await host.driver.restore(spec.siteId, archive());
    assert.equal(await php(spec.siteId, seen), 'null 0,0 5,1 1048575');
    await php(spec.siteId, "global $wpdb; $wpdb->query('DROP TABLE wp_bits');");
  });

  test('files alone keep the database, the database alone keeps the files', async () => {
    await host.driver.snapshot(spec.siteId, archive());
    const old = await nameOf(spec.siteId);
    await php(
      spec.siteId,
      "update_option('panel_test', 'newer'); file_put_contents(WP_CONTENT_DIR . '/newer.txt', 'x');",
    );
    await host.driver.restore(spec.siteId, archive(), 'files');
    const seen = "echo get_option('panel_test'), file_exists(WP_CONTENT_DIR . '/newer.txt') ? ' with' : ' without';";
    assert.equal(await php(spec.siteId, seen), 'newer without');
    assert.equal(await nameOf(spec.siteId), old);
    await php(spec.siteId, "file_put_contents(WP_CONTENT_DIR . '/newer.txt', 'x');");
    await host.driver.restore(spec.siteId, archive(), 'database');
    assert.match(await php(spec.siteId, seen), /^before [^]* with$/);
    assert.equal((await mariadb.left()).length, 2);
  });

  test('a rehearsed backup leaves nothing', async () => {
    const before = await mariadb.left();
    const { ok, checks } = await host.driver.rehearse(spec.siteId, archive());
    assert.equal(ok, true, JSON.stringify(checks));
    assert.deepEqual(await mariadb.left(), before);
  });

  test('a renamed site has its new address in every table', async () => {
    const next = { fqdn: 'patisserie.sites.localhost', url: 'http://patisserie.sites.localhost:8099' };
    // The port of another address begins with that of the site.
    const alike = `${spec.url}0/x`;
    await php(spec.siteId, `update_option('panel_test', array('at' => '${spec.url}/x', 'alike' => '${alike}'));`);
    await host.driver.rename(spec.siteId, next, progress());
    assert.equal(
      await php(spec.siteId, "echo get_option('siteurl'), implode('', get_option('panel_test'));"),
      `${next.url}${next.url}/x${alike}`,
    );
    assert.equal((await host.driver.verify(spec.siteId, next.fqdn)).ok, true);
    await host.driver.rename(spec.siteId, spec, progress());
  });

  test('a clone has a database of its own, and is copied back except for what visitors wrote', async () => {
    const clone = siteSpec('clone');
    await host.driver.clone(spec.siteId, clone, progress());
    bench.sites.set(clone.fqdn, edgeSite(clone.siteId, clone.fqdn));
    const [one, two] = [await nameOf(spec.siteId), await nameOf(clone.siteId)];
    assert.notEqual(one, two);
    assert.equal((await mariadb.left()).length, 4);
    assert.equal(await php(clone.siteId, "echo get_option('siteurl');"), clone.url);
    const since = new Date(Date.now() - 3600_000);
    await php(spec.siteId, "wp_insert_comment(array('comment_post_ID' => 1, 'comment_content' => 'From a visitor'));");
    await php(clone.siteId, "update_option('blogname', 'Renewed');");
    const tables = await host.driver.tables(spec.siteId, since);
    assert.deepEqual(
      tables.find(({ name }) => name === 'wp_comments'),
      { name: 'wp_comments', rows: 2, kind: 'comments', newer: 2 },
    );
    await host.driver.copyInto(clone.siteId, spec.siteId, { parts: 'all', keep: ['comments'] }, progress());
    assert.equal(
      await php(spec.siteId, "echo get_option('blogname'), get_option('siteurl'), count(get_comments());"),
      `Renewed${spec.url}2`,
    );
    assert.equal((await mariadb.left()).length, 4);
    await host.driver.destroy(clone.siteId);
    assert.equal((await mariadb.left()).length, 2);
  });

  test('its tables move to SQLite and back', async () => {
    await php(spec.siteId, "update_option('panel_test', 'it\\'s moved');");
    const seen = "global $wpdb; echo get_option('panel_test'), ' ', get_class($wpdb), ' ', count(get_comments());";
    await host.driver.moveDatabase(spec.siteId, 'sqlite');
    assert.equal(await php(spec.siteId, seen), "it's moved WP_SQLite_DB 2");
    assert.deepEqual(await mariadb.left(), []);
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    await host.driver.restore(spec.siteId, archive());
    assert.match(await php(spec.siteId, seen), /^before [^]* WP_SQLite_DB 1$/, 'a backup from MariaDB');
    await php(
      spec.siteId,
      "global $wpdb; $wpdb->query('CREATE TABLE wp_ratios (ratio double)'); $wpdb->query('INSERT INTO wp_ratios VALUES (1700000000.123456)');",
    );
    await host.driver.snapshot(spec.siteId, archive());
    await host.driver.moveDatabase(spec.siteId, 'mariadb');
    assert.match(await php(spec.siteId, seen), /^before [^]* wpdb 1$/);
    assert.equal(
      await php(spec.siteId, "global $wpdb; echo $wpdb->get_var('SELECT ratio FROM wp_ratios');"),
      '1700000000.123456',
    );
    await host.driver.restore(spec.siteId, archive());
    assert.match(await php(spec.siteId, seen), /^before [^]* wpdb 1$/, 'a backup from SQLite');
    assert.equal((await mariadb.left()).length, 2);
    assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
  });
});
