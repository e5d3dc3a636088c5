import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { uploaded } from './import-support.ts';
import { HostingError } from '../../src/hosting/index.ts';
import { zipOf, type ZipEntry } from '../extension/zip-support.ts';
import { nativePhpMissing, openHost, progress, siteSpec, type Host } from '../hosting/hosting-support.ts';
import { NEVER_MS } from '../../src/testing/index.ts';

const DUMPS = path.join(import.meta.dirname, 'dumps');
/** What the imported WordPress knows, as JSON. */
const FACTS = `global $wpdb;
echo json_encode(array(
  'siteurl' => get_option('siteurl'), 'home' => get_option('home'), 'blogname' => get_option('blogname'), 'prefix' => $wpdb->prefix,
  'titles' => array_map(fn($post) => $post->post_title, get_posts(array('orderby' => 'ID', 'order' => 'ASC'))),
  'content' => get_post(4)->post_content,
  'serialised' => get_option('bakery_serialised'),
  'orders' => count($wpdb->get_col('SELECT id FROM shop_orders')),
  'total' => $wpdb->get_var('SELECT sum(total) FROM shop_orders'),
  'tokens' => md5(implode(',', array_map('bin2hex', $wpdb->get_col('SELECT token FROM shop_orders ORDER BY id')))),
));`;
/** MD5 of the random bytes of all orders, as the database that wrote the dumps computed it. */
const TOKENS = 'a969fdeb8ae2c8ee914abb82f5d29a7d';
/** MariaDB's JSON: the check holds for NULL. */
const JSON_COLUMN = `\nCREATE TABLE \`shop_json\` (\n  \`id\` int(11) NOT NULL,
  \`detail\` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(\`detail\`)),
  PRIMARY KEY (\`id\`)\n);\nINSERT INTO \`shop_json\` VALUES (1,NULL),(2,'{"a":1}');\n`;
const theme: ZipEntry[] = [
  { name: 'backup/wp-content/themes/mine/style.css', content: '/* Theme Name: Mine */' },
  { name: 'backup/wp-content/themes/mine/index.php', content: '<?php the_post(); the_content();' },
  { name: 'backup/wp-content/uploads/2026/11/loaf.txt', content: 'loaf' },
  // Drop-ins of the other server: each of them would end the site.
  { name: 'backup/wp-content/db.php', content: '<?php die("db");' },
  { name: 'backup/wp-content/object-cache.php', content: '<?php die("cache");' },
];

for (const php of ['native', 'wasm'] as const) {
  const missing = php === 'native' ? await nativePhpMissing() : null;
  describe(`an uploaded WordPress on ${php} PHP`, { skip: missing ?? false }, () => {
    let host: Host;
    let folder: string;
    before(async () => {
      host = await openHost(php);
      folder = await mkdtemp(path.join(tmpdir(), 'panel-import-'));
    });
    after(async () => {
      await host.close();
      await rm(folder, { recursive: true, force: true });
    });

    const archive = async (name: string, entries: ZipEntry[]) => {
      const file = path.join(folder, `${name}.zip`);
      await writeFile(file, zipOf(entries));
      return file;
    };
    const create = async (name: string, dump: Buffer | string, more: ZipEntry[] = []) => {
      const file = await archive(name, [...theme, ...more, { name: 'backup/db.sql', content: dump }]);
      const spec = siteSpec(name, { from: { kind: 'import', ...uploaded(file) }, adminUser: '' });
      await host.driver.create(spec, progress(AbortSignal.timeout(NEVER_MS)));
      return { spec, wp: async (...args: string[]) => wp(spec.siteId, args) };
    };
    const wp = async (siteId: string, args: string[]) => {
      const { code, stdout, stderr } = await host.driver.exec(siteId, args);
      assert.equal(code, 0, stderr.slice(-500));
      return stdout.trim();
    };

    test('files, tables and addresses of a dump by mysqldump become the site', async () => {
      const dump = await readFile(path.join(DUMPS, 'mysqldump.sql'));
      const { spec, wp: run } = await create('plain', dump);
      const seen = JSON.parse(await run('eval', FACTS)) as Record<string, unknown>;
      assert.deepEqual([seen['siteurl'], seen['home'], seen['prefix']], [spec.url, spec.url, 'shop_']);
      assert.equal(seen['blogname'], 'Ada’s “Bakery”');
      assert.deepEqual(seen['titles'], [
        'Hello world!',
        String.raw`It's "quoted" \ 50% off; -- not a comment /* nor this */`,
      ]);
      const content = String(seen['content']);
      assert.ok(content.includes(`<a href="${spec.url}/bread">`), content);
      assert.ok(content.includes(`${spec.url}/wp-content/uploads/2026/11/loaf.png`), content);
      assert.ok(content.includes('Ünïcødé 🥐 line one\nline two; DROP TABLE shop_posts;'), content);
      assert.deepEqual(seen['serialised'], { link: `${spec.url}/bread`, n: [1, 2.5, true, null] });
      assert.deepEqual([seen['orders'], Number(seen['total']), seen['tokens']], [60, 1800, TOKENS]);
      const files = await readdir(path.join(host.config.dataDir, 'sites', spec.siteId, 'live/public/wp-content'));
      assert.ok(!files.includes('object-cache.php'));
      assert.deepEqual(await readdir(path.join(host.config.dataDir, 'sites', spec.siteId, 'live/data')), [
        '.htaccess',
        'index.php',
        'wordpress.sqlite',
      ]);
      assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
    });

    if (php === 'native') {
      test('a dump in the form of MySQL 8 becomes the same site', async () => {
        const { spec, wp: run } = await create('mysql-8', await readFile(path.join(DUMPS, 'mysqldump-8.sql')));
        const seen = JSON.parse(await run('eval', FACTS)) as Record<string, unknown>;
        assert.deepEqual([seen['siteurl'], seen['prefix'], seen['blogname']], [spec.url, 'shop_', 'Ada’s “Bakery”']);
        assert.deepEqual([seen['orders'], Number(seen['total']), seen['tokens']], [60, 1800, TOKENS]);
        assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
        await host.driver.destroy(spec.siteId);
      });

      test('so does one with a row per statement and hexadecimal bytes, and one by `wp db export`', async () => {
        for (const name of ['mysqldump-complete', 'wp-db-export']) {
          const dump = await readFile(path.join(DUMPS, `${name}.sql`));
          const { spec, wp: run } = await create(name, Buffer.concat([dump, Buffer.from(JSON_COLUMN)]));
          const count = "global $wpdb; echo count($wpdb->get_col('SELECT id FROM shop_orders'));";
          assert.equal(await run('eval', count), '60');
          assert.equal(await run('user', 'list', '--field=user_login'), 'ada\nbob');
          const details = `global $wpdb; echo json_encode($wpdb->get_col('SELECT detail FROM shop_json ORDER BY id')),
            (int) $wpdb->insert('shop_json', array('id' => 3)), (int) @$wpdb->insert('shop_json', array('id' => 4, 'detail' => 'no JSON'));`;
          assert.equal(await run('eval', details), String.raw`[null,"{\"a\":1}"]10`);
          await host.driver.destroy(spec.siteId);
        }
      });

      test('a dump in ANSI mode becomes the same site', async () => {
        const { spec, wp: run } = await create('ansi', await readFile(path.join(DUMPS, 'ansi.sql')));
        const seen = JSON.parse(await run('eval', FACTS)) as Record<string, unknown>;
        assert.deepEqual([seen['siteurl'], seen['prefix'], seen['blogname']], [spec.url, 'shop_', 'Ada’s “Bakery”']);
        assert.deepEqual([seen['orders'], Number(seen['total']), seen['tokens']], [60, 1800, TOKENS]);
        const next =
          "echo wp_insert_post(array('post_title' => 'next', 'post_status' => 'publish')) > 4 ? 'yes' : 'no';";
        assert.equal(await run('eval', next), 'yes');
        await host.driver.destroy(spec.siteId);
      });

      test('a dump in latin1 has its texts, and its bytes', async () => {
        const { spec, wp: run } = await create('latin1', await readFile(path.join(DUMPS, 'latin1.sql')));
        const seen = JSON.parse(await run('eval', FACTS)) as Record<string, unknown>;
        assert.deepEqual([seen['blogname'], seen['tokens']], ['Bäckerei Löwe – 5 €', TOKENS]);
        assert.ok((seen['titles'] as string[]).includes('Öffnungszeiten: täglich'), JSON.stringify(seen['titles']));
        assert.equal((await host.driver.verify(spec.siteId, spec.fqdn)).ok, true);
        await host.driver.destroy(spec.siteId);
      });

      test('a copy and a backup of the site keep the prefix of its tables', async () => {
        const { spec } = await create('prefix', await readFile(path.join(DUMPS, 'mysqldump.sql')));
        const copy = siteSpec('prefix-copy');
        await host.driver.clone(spec.siteId, copy, progress());
        assert.equal(await wp(copy.siteId, ['option', 'get', 'home']), copy.url);
        const file = path.join(folder, 'snapshot.tar.gz');
        await host.driver.snapshot(spec.siteId, file);
        const again = siteSpec('prefix-again', { from: { kind: 'archive', file } });
        await host.driver.create(again, progress());
        assert.equal(await wp(again.siteId, ['config', 'get', 'table_prefix']), 'shop_');
        assert.equal(await wp(again.siteId, ['option', 'get', 'home']), again.url);
      });

      test('a blueprint of the site keeps the prefix, and a site made from it has the owner of the new one', async () => {
        const { spec, wp: run } = await create('model', await readFile(path.join(DUMPS, 'mysqldump.sql')));
        await run('option', 'update', 'bakery_api_key', 'secret-of-the-bakery');
        const file = path.join(folder, 'blueprint.tar.gz');
        await host.driver.makeBlueprint(spec.siteId, file, { content: true });
        const next = siteSpec('from-blueprint');
        await host.driver.create(next, progress());
        await host.driver.applyBlueprint(next.siteId, file);
        const ask = (...args: string[]) => wp(next.siteId, args);
        assert.equal(await ask('config', 'get', 'table_prefix'), 'shop_');
        assert.equal(await ask('option', 'get', 'home'), next.url);
        assert.equal(await ask('option', 'get', 'blogname'), next.title);
        assert.equal(await ask('user', 'list', '--field=user_login'), next.adminUser);
        assert.equal(await ask('user', 'list', '--role=administrator', '--format=count'), '1');
        assert.match(await ask('post', 'list', '--field=post_title'), /quoted/);
        const query =
          "global $wpdb; echo count($wpdb->get_col('SELECT id FROM shop_orders')), get_option('bakery_api_key');";
        assert.equal(await ask('eval', query), '0');
        assert.equal((await host.driver.verify(next.siteId, next.fqdn)).ok, true);
      });

      const REFUSED: [what: string, dump: string, reason: RegExp][] = [
        [
          'a statement that reaches outside',
          "\n\nGRANT ALL ON *.* TO 'bob';",
          /^Line 3 of the database dump: “GRANT ALL” reaches/,
        ],
        [
          'a statement that the database cannot run',
          'CREATE TABLE `wp_a` (\n  `a` nonsense\n);',
          /^Line 1 of the database dump: The database of this site cannot run/,
        ],
        ['no WordPress', 'CREATE TABLE `a` (`id` int);', /contains no WordPress/],
        [
          'an incomplete dump',
          "CREATE TABLE `wp_options` (`a` int);\nINSERT INTO `wp_options` VALUES (1,'cut",
          /^Line 2 .* has no end/,
        ],
      ];
      for (const [what, dump, reason] of REFUSED)
        test(`${what} is refused with its line, and leaves no site`, async () => {
          const file = await archive('refused', [...theme, { name: 'backup/db.sql', content: dump }]);
          const spec = siteSpec('refused', { from: { kind: 'import', ...uploaded(file) } });
          await assert.rejects(host.driver.create(spec, progress()), (error) => {
            assert.ok(error instanceof HostingError && error.code === 'UNSUPPORTED' && !error.retryable, String(error));
            assert.match(error.message, reason);
            return true;
          });
          const left = await readdir(path.join(host.config.dataDir, 'sites', spec.siteId));
          assert.deepEqual(left.sort(), ['site.json', 'tmp']);
        });
    }
  });
}
