import type { WrittenRows } from '@panel/contract';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { zipOf } from '../extension/zip-support.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { visit } from '../site/site-support.ts';
import { moved, prepared, requested, shown, world } from './migration-support.ts';
import { OLD_NAME, openOldHost, openSecureHost, type OldHost } from './old-host.ts';

const missing = await nativePhpMissing();
/** More posts than the first screen of a list. */
const POSTS = Array.from({ length: 25 }, (_, i) => {
  const at = `'2026-01-01 00:00:00'`;
  return `(${1000 + i}, 1, ${at}, ${at}, 'Text', 'News ${i}', '', 'news-${i}', '', '', ${at}, ${at}, '')`;
});
const COLUMNS =
  'ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered'
    .split(', ')
    .map((name) => `\`${name}\``)
    .join(', ');
/** A type of posts that one plugin publishes, and the plugin itself. */
const BOOK = POSTS[0]
  ?.replace('1000', '2000')
  .replace('News 0', 'A book')
  .replace('news-0', 'a-book')
  .replace(/\)$/, ", 'book')");
const SHELF = `<?php /* Plugin Name: Shelf */
add_action('init', fn () => register_post_type('book', array('public' => true)));`;
const DUMP = path.join(import.meta.dirname, '../import/dumps/wp-db-export.sql');

describe('the migration of a real WordPress', { skip: missing ?? false }, () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({
      env: { EGRESS_ALLOW: '127.0.0.1' },
      hosting: async (dataDir) => {
        const config = hostingConfigFromEnv({ PHP_RUNTIME: 'native' }, dataDir);
        return createLocalDriver({ config, runtime: await prepareRuntime(config) });
      },
    });
  });
  after(() => server.stop());

  test('a sharing link becomes a copy, compared page by page, that moves to its address', async () => {
    const news = `\nINSERT INTO \`shop_posts\` (${COLUMNS}) VALUES ${POSTS.join(', ')};\n`;
    const book = `\nINSERT INTO \`shop_posts\` (${COLUMNS}, \`post_type\`) VALUES ${BOOK};\n`;
    const active = (await readFile(DUMP, 'latin1')).replace(
      "'active_plugins','a:0:{}'",
      `'active_plugins','a:1:{i:0;s:9:\\"shelf.php\\";}'`,
    );
    const dump = `${active}${news}${book}`;
    const zipWith = (note: string, database: string) =>
      zipOf([
        { name: 'backup/wp-content/themes/mine/style.css', content: '/* Theme Name: Mine */' },
        { name: 'backup/wp-content/themes/mine/index.php', content: '<?php the_post(); the_content();' },
        { name: 'backup/wp-content/themes/mine/note.txt', content: note },
        { name: 'backup/wp-content/plugins/shelf.php', content: SHELF },
        { name: 'backup/db.sql', content: Buffer.from(database, 'latin1') },
      ]);
    let zip = zipWith('as it was', dump);
    const archive = await openSecureHost((_req, res) => void res.end(zip));
    const asked: string[] = [];
    const old = await openOldHost((req, res) => {
      asked.push(req.url ?? '');
      if (req.url !== '/') return void res.writeHead(404, { 'content-type': 'text/html' }).end('<title>Lost</title>');
      res.setHeader('content-type', 'text/html').end('<title>Another title</title>');
    });
    const { client, staff, fqdn } = await world(server);
    // Names below localhost, which no name server knows.
    const named = ({ url }: OldHost) => url.replace('127.0.0.1', OLD_NAME);
    const sharingLink = `${named(archive)}/backup.zip?key=1`;
    const mine = await requested(client, { type: 'host', fqdn: fqdn('bakery'), sharingLink, source_url: named(old) });
    assert.equal((await moved(staff, mine.id, { status: 'inprogress' })).status, 200);
    const copy = await until('the copy', async () => {
      const now = await shown(client, mine.id);
      return now.status === 'inprogress' ? null : now;
    });
    assert.equal(copy.status, 'completed', copy.error ?? '');
    const pages = copy.rehearsal?.pages ?? [];
    assert.equal(pages[0]?.path, '/');
    assert.ok(pages.length > POSTS.length, 'posts are compared as well');
    assert.ok(
      pages.some(({ path: target }) => target.includes('book')),
      'so is what a plugin publishes',
    );
    assert.equal(copy.rehearsal?.left_out, 0);
    assert.deepEqual(
      asked,
      pages.map(({ path: target }) => target),
    );
    assert.equal(pages[0]?.difference, 'The titles differ.');
    for (const { copy: here, difference } of pages.slice(1)) {
      assert.equal(here?.status, 200);
      assert.equal(difference, 'The copy answers 200, the original 404.');
    }

    const wp = async (...args: string[]) => {
      const { code, stdout, stderr } = await server.app.hosting.exec(String(copy.site_id), args);
      assert.equal(code, 0, stderr);
      return stdout.trim();
    };
    await wp('comment', 'create', '--comment_post_ID=1', '--comment_content=written on the copy');
    const written = (await client.get<WrittenRows>(`/migration/site/${mine.id}/written`)).body;
    assert.deepEqual(written.newer, [{ kind: 'comments', rows: 1 }]);
    const option = "INSERT INTO `shop_options` VALUES (9001,'written_later','yes','on');\n";
    zip = zipWith('written later', `${dump}${option}`);
    assert.equal((await moved(client, mine.id, { status: 'ready' })).status, 200);
    const ready = await until('the site at its address', async () => {
      const now = await shown(client, mine.id);
      return now.error !== null || now.status === 'ready' ? now : null;
    });
    assert.equal(ready.error, null);
    assert.ok(ready.carried?.result === 'carried', JSON.stringify(ready.carried));
    assert.deepEqual(ready.carried.files.changed.paths, ['wp-content/themes/mine/note.txt']);
    assert.deepEqual(
      ready.carried.tables.map(({ table }) => table).filter((table) => table !== 'shop_options'),
      ['shop_comments'],
    );
    assert.equal(await wp('option', 'get', 'written_later'), 'yes');
    const { status, text } = await visit(server, fqdn('bakery'));
    assert.equal(status, 200);
    const note = await visit(server, fqdn('bakery'), '/wp-content/themes/mine/note.txt');
    assert.equal(note.text, 'written later');
    assert.ok(!text.includes('copy-'), 'no link leads to the address of the copy');
    await Promise.all([archive.close(), old.close()]);
    await returned(String(copy.site_id));
  });

  /** A backup of the panel, as its customer downloads it, is migrated like an archive of any host. */
  async function returned(siteId: string): Promise<void> {
    const backup = path.join(server.dataDir, 'downloaded.tar.gz');
    await server.app.hosting.snapshot(siteId, backup);
    const { client, staff, fqdn } = await world(server);
    const again = await requested(client, { type: 'backup', fqdn: fqdn('returned') }, await readFile(backup));
    assert.equal((await prepared(client, again)).status, 'succeeded');
    assert.equal((await moved(staff, again.id, { status: 'inprogress' })).status, 200);
    const copy = await until('the copy of the backup', async () => {
      const now = await shown(client, again.id);
      return now.status === 'inprogress' ? null : now;
    });
    assert.equal(copy.status, 'completed', copy.error ?? '');
    assert.equal((await moved(client, again.id, { status: 'ready' })).status, 200);
    await until(
      'the site of the backup at its address',
      async () => (await shown(client, again.id)).status === 'ready',
    );
    const home = await visit(server, fqdn('returned'));
    assert.equal(home.status, 200);
    assert.ok(!home.text.includes('copy-'), home.text.slice(0, 500));
    const note = await visit(server, fqdn('returned'), '/wp-content/themes/mine/note.txt');
    assert.equal(note.text, 'written later');
    const run = (...args: string[]) => server.app.hosting.exec(String(copy.site_id), args);
    assert.equal((await run('option', 'get', 'written_later')).stdout.trim(), 'yes');
    assert.equal((await run('post', 'list', '--post_type=book', '--format=count')).stdout.trim(), '1');
    const config = await readFile(
      path.join(server.dataDir, 'sites', String(copy.site_id), 'live/wp-config.php'),
      'utf8',
    );
    assert.match(config, /table_prefix = 'shop_'/);
  }
});
