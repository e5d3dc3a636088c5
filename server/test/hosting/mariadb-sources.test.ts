import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { uploaded } from '../import/import-support.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { nativePhpMissing, openHost, progress, siteSpec, until, type Host } from './hosting-support.ts';
import { mariadbMissing, startMariadb, type TestMariadb } from './mariadb-support.ts';

const missing = (await nativePhpMissing()) ?? (await mariadbMissing());
const DUMP = path.join(import.meta.dirname, '../import/dumps/mysqldump.sql');
/** MD5 of the random bytes of all orders, as the database that wrote the dump computed it. */
const TOKENS = 'a969fdeb8ae2c8ee914abb82f5d29a7d';

describe('what sites on MariaDB start from, over TCP', { skip: missing ?? false }, () => {
  let mariadb: TestMariadb;
  let host: Host;
  let folder: string;
  const plain = siteSpec('plain');
  before(async () => {
    mariadb = await startMariadb();
    host = await openHost('native', { databaseUrl: mariadb.tcpUrl });
    folder = await mkdtemp(path.join(tmpdir(), 'panel-sources-'));
    await host.driver.create(plain, progress());
  });
  after(async () => {
    await host?.close();
    await mariadb?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const php = async (siteId: string, code: string): Promise<string> => {
    const { code: ended, stdout, stderr } = await host.driver.exec(siteId, ['eval', code]);
    assert.equal(ended, 0, stderr.slice(-500));
    return stdout.trim();
  };
  const zipWith = async (dump: Buffer) => {
    const file = path.join(folder, 'import.zip');
    const style = { name: 'backup/wp-content/themes/mine/style.css', content: '/* Theme Name: Mine */' };
    await writeFile(file, zipOf([style, { name: 'backup/db.sql', content: dump }]));
    return { kind: 'import', ...uploaded(file) } as const;
  };

  test('a dump of MySQL becomes the database of a new site', async () => {
    const spec = siteSpec('imported', { from: await zipWith(await readFile(DUMP)), adminUser: '' });
    await host.driver.create(spec, progress());
    const seen = await php(
      spec.siteId,
      `global $wpdb; echo get_option('siteurl'), ' ', $wpdb->prefix, ' ', get_option('blogname'), ' ',
        md5(implode(',', array_map('bin2hex', $wpdb->get_col('SELECT token FROM shop_orders ORDER BY id')))), ' ', get_class($wpdb);`,
    );
    assert.equal(seen, `${spec.url} shop_ Ada’s “Bakery” ${TOKENS} wpdb`);
    const engines = await php(
      spec.siteId,
      "global $wpdb; echo implode(',', $wpdb->get_col('SELECT DISTINCT ENGINE FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()'));",
    );
    assert.equal(engines, 'InnoDB');
    await host.driver.destroy(spec.siteId);
  });

  test('a dump in latin1 and one in ANSI mode become tables in UTF-8', async () => {
    for (const [name, title] of [
      ['latin1', 'Bäckerei Löwe – 5 €'],
      ['ansi', 'Ada’s “Bakery”'],
    ] as const) {
      const dump = await readFile(path.join(import.meta.dirname, `../import/dumps/${name}.sql`));
      const spec = siteSpec(name, { from: await zipWith(dump), adminUser: '' });
      await host.driver.create(spec, progress());
      const seen = await php(
        spec.siteId,
        `global $wpdb; update_option('blogdescription', '写真'); wp_cache_flush();
          echo get_option('blogname'), ' ', get_option('blogdescription'), ' ',
            md5(implode(',', array_map('bin2hex', $wpdb->get_col('SELECT token FROM shop_orders ORDER BY id'))));`,
      );
      assert.equal(seen, `${title} 写真 ${TOKENS}`);
      await host.driver.destroy(spec.siteId);
    }
  });

  test('a dump that reaches outside of its database is refused, and leaves no database', async () => {
    const before = await mariadb.left();
    const dump = Buffer.concat([await readFile(DUMP), Buffer.from('\nCREATE TABLE mysql.mine (id int);\n')]);
    const spec = siteSpec('hostile', { from: await zipWith(dump), adminUser: '' });
    await assert.rejects(
      host.driver.create(spec, progress()),
      (error) => error instanceof HostingError && /Nothing was imported/.test(error.message),
    );
    assert.deepEqual(await mariadb.left(), before);
    await host.driver.destroy(spec.siteId);
  });

  test('a blueprint of a site on MariaDB is applied to another one', async () => {
    const file = path.join(folder, 'blueprint.tar.gz');
    await php(
      plain.siteId,
      "wp_insert_post(array('post_title' => 'Opening hours', 'post_type' => 'page', 'post_status' => 'publish'));",
    );
    await host.driver.makeBlueprint(plain.siteId, file, { content: true });
    const other = siteSpec('other');
    await host.driver.create(other, progress());
    const old = await php(other.siteId, 'echo DB_NAME;');
    await host.driver.applyBlueprint(other.siteId, file);
    const seen =
      "global $wpdb; echo get_page_by_path('opening-hours')->post_title, ' ', get_option('blogname'), ' ', get_class($wpdb);";
    assert.equal(await php(other.siteId, seen), `Opening hours ${other.title} wpdb`);
    assert.notEqual(await php(other.siteId, 'echo DB_NAME;'), old);
    assert.equal((await host.driver.verify(other.siteId, other.fqdn)).ok, true);
    assert.equal((await mariadb.left()).length, 4);
    const archive = path.join(folder, 'archive.tar.gz');
    await host.driver.snapshot(other.siteId, archive);
    const third = siteSpec('third', { from: { kind: 'archive', file: archive } });
    await host.driver.create(third, progress());
    assert.equal(await php(third.siteId, seen), `Opening hours ${other.title} wpdb`);
    assert.notEqual(await php(third.siteId, 'echo DB_NAME;'), await php(other.siteId, 'echo DB_NAME;'));
    await host.driver.destroy(third.siteId);
    await host.driver.destroy(other.siteId);
    assert.equal((await mariadb.left()).length, 2);
  });

  test('while the server is down nothing is created or deleted, and a running site is back as soon as it is', async () => {
    await host.driver.start(plain.siteId);
    await mariadb.halt();
    const unavailable = (error: unknown) => error instanceof HostingError && error.code === 'DATABASE_UNAVAILABLE';
    await assert.rejects(host.driver.create(siteSpec('later'), progress()), unavailable);
    await assert.rejects(host.driver.destroy(plain.siteId), unavailable);
    assert.equal((await host.driver.verify(plain.siteId, plain.fqdn)).ok, false);
    await mariadb.begin();
    await until('the site answers', async () => (await host.driver.verify(plain.siteId, plain.fqdn)).ok);
    await host.driver.create(siteSpec('later'), progress());
    await host.driver.destroy('site-later');
  });
});
