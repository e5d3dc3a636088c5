import type { Blueprint } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpack } from '../../src/lib/unpack.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { readSiteFile, writeSiteFile } from '../backup/backup-support.ts';
import { phpMissing, realHosting } from '../hosting/hosting-support.ts';
import { ended, newSite, readySite, tenant, visit, WP_INFO, type Tenant } from '../site/site-support.ts';

const missing = await phpMissing();
const PLUGIN = '<?php\n/* Plugin Name: Opening hours */\nadd_action("wp_footer", fn() => print("<i>open</i>"));\n';
/** What must not leave the site: people, secrets, messages, orders. */
const PRIVATE = [
  ...['ada@customers.example', 'Ada Visitor', 'sk_live_51secret', 'smtp-secret', 'order-of-ada', 'session-of-ada'],
  ...[
    'draft-of-a-letter',
    'key-behind-password',
    'license-4711',
    'owner@example.com',
    'log-line-of-ada',
    'argument@ada',
  ],
];

describe('blueprints of a WordPress', { skip: missing ?? false }, () => {
  let server: TestServer;
  let mine: Tenant;
  let site: { site_id: string; fqdn: string };
  before(async () => {
    server = await startTestServer({
      hosting: realHosting(),
    });
    mine = await tenant(server);
    site = await readySite(mine, 'model');
    await fill();
  });
  after(() => server.stop());

  const wp = async (siteId: string, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await server.app.hosting.exec(siteId, args);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr} ${stdout}`);
    return stdout.trim();
  };

  /** A site with a design, content, people and secrets. */
  async function fill(): Promise<void> {
    const write = (name: string, text: string) =>
      writeSiteFile(server.dataDir, site.site_id, `wp-content/${name}`, text);
    await write('plugins/hours/hours.php', PLUGIN);
    await write('themes/child/style.css', '/* Theme Name: Child\nTemplate: twentytwentyfive */');
    await write('themes/child/functions.php', '<?php\n');
    await write('uploads/2026/01/shop.txt', 'picture');
    await write('uploads/wc-logs/orders.log', 'log-line-of-ada');
    await write('debug.log', 'log-line-of-ada');
    const php = `
      activate_plugin( 'hours/hours.php' );
      switch_theme( 'child' );
      update_option( 'blogdescription', 'Bread since 1890' );
      update_option( 'hours_settings', array( 'open' => '8:00', 'api_key' => 'sk_live_51secret', 'notify' => 'ada@customers.example', 'home' => home_url( '/open' ), 'deep' => array( 'password' => 'smtp-secret' ) ) );
      update_option( 'hours_json', wp_json_encode( array( 'theme' => 'dark', 'token' => 'sk_live_51secret' ) ) );
      update_option( 'hours_license_key', 'license-4711' );
      set_transient( 'hours_cache', 'session-of-ada' );
      wp_schedule_event( time() + 3600, 'daily', 'hours_daily' );
      wp_schedule_single_event( time() + 3600, 'hours_mail', array( 'argument@ada' ) );
      $ada = wp_insert_user( array( 'user_login' => 'ada', 'user_email' => 'ada@customers.example', 'display_name' => 'Ada Visitor', 'user_pass' => 'x' ) );
      WP_Session_Tokens::get_instance( $ada )->create( time() + 3600 );
      $page = wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Menu', 'post_status' => 'publish', 'post_content' => 'Our bread: ' . home_url( '/bread' ), 'post_author' => $ada ) );
      update_option( 'show_on_front', 'page' );
      update_option( 'page_on_front', $page );
      wp_insert_comment( array( 'comment_post_ID' => $page, 'comment_author' => 'Ada Visitor', 'comment_author_email' => 'ada@customers.example', 'comment_content' => 'order-of-ada', 'comment_approved' => 1 ) );
      wp_insert_post( array( 'post_type' => 'post', 'post_title' => 'Letter', 'post_status' => 'draft', 'post_content' => 'draft-of-a-letter' ) );
      wp_insert_post( array( 'post_type' => 'post', 'post_title' => 'Closed', 'post_status' => 'publish', 'post_password' => 'p', 'post_content' => 'key-behind-password' ) );
      wp_insert_post( array( 'post_type' => 'shop_order', 'post_title' => 'order-of-ada', 'post_status' => 'publish' ) );
      $GLOBALS['wpdb']->query( 'CREATE TABLE wp_hours_orders (id INTEGER PRIMARY KEY AUTO_INCREMENT, who TEXT)' );
      $GLOBALS['wpdb']->query( "INSERT INTO wp_hours_orders (who) VALUES ('order-of-ada')" );`;
    await wp(site.site_id, 'eval', `require_once ABSPATH . 'wp-admin/includes/plugin.php'; ${php}`);
  }

  async function makeBlueprint(name: string, includes_content: boolean): Promise<Blueprint> {
    const started = await mine.client.post<{ id: string; task_id: string }>('/blueprint', {
      ...{ site_fqdn: site.fqdn, name, includes_content },
    });
    assert.equal(started.status, 200, started.text);
    const task = await ended(mine.client, started.body.task_id);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    return (await mine.client.get<Blueprint>(`/blueprint/${started.body.id}`)).body;
  }

  async function createdFrom(name: string, { id }: Blueprint): Promise<{ site_id: string; fqdn: string }> {
    const wp_info = { ...WP_INFO, title: `Shop “${name}”`, admin_user: 'newowner', admin_email: 'new@example.org' };
    const started = await mine.client.post('/site', newSite(mine.fqdn(name), { blueprint: { id }, wp_info }));
    assert.equal(started.status, 200, started.text);
    const task = await ended(mine.client, started.body['task_id']);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    return { site_id: task.site_id ?? '', fqdn: mine.fqdn(name) };
  }

  const archiveOf = ({ id }: Blueprint) => path.join(server.dataDir, 'backups/blueprints', id, 'archive.tar.gz');

  test('an archive has no people, secrets, messages, orders, sessions, salts or logs, not even in deleted pages of its database', async () => {
    const blueprint = await makeBlueprint('With content', true);
    const bytes = gunzipSync(await readFile(archiveOf(blueprint))).toString('latin1');
    assert.match(bytes, /Opening hours/);
    assert.match(bytes, /Our bread/);
    for (const text of PRIVATE) assert.ok(!bytes.includes(text), text);
    const folder = await mkdtemp(path.join(tmpdir(), 'panel-blueprint-'));
    try {
      const names: string[] = [];
      await unpack({ file: archiveOf(blueprint), cwd: folder, strip: 0, filter: (name) => (names.push(name), true) });
      assert.deepEqual(
        names.filter((name) => /wp-config|wc-logs|debug\.log|db\.php/.test(name)),
        [],
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    // The site itself is as it was.
    assert.equal(await wp(site.site_id, 'option', 'get', 'hours_license_key'), 'license-4711');
    assert.equal(await wp(site.site_id, 'user', 'list', '--format=count'), '2');
  });

  test('a new site from one with content has its plugins, theme, settings and pages, and its own administrator, title and address', async () => {
    const made = await createdFrom('bakery', await makeBlueprint('With content', true));
    const get = (...args: string[]) => wp(made.site_id, ...args);
    const { text, status } = await visit(server, made.fqdn);
    assert.equal(status, 200);
    assert.match(text, /Our bread/);
    assert.match(text, /<i>open<\/i>/);
    assert.ok(!text.includes(site.fqdn), 'no address of the original');
    assert.match(text, /Shop “bakery”/);
    assert.equal(await get('option', 'get', 'stylesheet'), 'child');
    assert.equal(await get('option', 'get', 'blogdescription'), 'Bread since 1890');
    assert.equal(await get('option', 'get', 'admin_email'), 'new@example.org');
    assert.deepEqual(JSON.parse(await get('user', 'list', '--fields=user_login,user_email,roles', '--format=json')), [
      { user_login: 'newowner', user_email: 'new@example.org', roles: 'administrator' },
    ]);
    assert.equal(await get('user', 'check-password', 'newowner', WP_INFO.admin_password), '');
    const settings = JSON.parse(await get('option', 'get', 'hours_settings', '--format=json')) as Record<
      string,
      unknown
    >;
    const { home, ...others } = settings;
    assert.deepEqual(others, { open: '8:00', api_key: '', notify: '', deep: { password: '' } });
    assert.match(String(home), new RegExp(`//${made.fqdn}(?::\\d+)?/open$`));
    assert.deepEqual(JSON.parse(await get('option', 'get', 'hours_json')), { theme: 'dark', token: '' });
    assert.equal(
      await get('post', 'list', '--post_type=any', '--post_status=any', '--author=1', '--format=count'),
      await get('post', 'list', '--post_type=any', '--post_status=any', '--format=count'),
    );
    assert.equal(await get('comment', 'list', '--format=count'), '0');
    const rows = 'echo $GLOBALS["wpdb"]->get_var("SELECT COUNT(*) FROM wp_hours_orders");';
    assert.equal(await get('eval', rows), '0');
    assert.match(await get('cron', 'event', 'list', '--fields=hook', '--format=csv'), /^hours_daily$/m);
    assert.equal(await readSiteFile(server, made.site_id, 'wp-content/uploads/2026/01/shop.txt'), 'picture');
    await assert.rejects(readSiteFile(server, made.site_id, 'wp-content/uploads/wc-logs/orders.log'));
    const config = (siteId: string) =>
      readFile(path.join(server.dataDir, 'sites', siteId, 'live/wp-config.php'), 'utf8');
    assert.notEqual(await config(made.site_id), await config(site.site_id));
    // It can be changed like other sites.
    await get('plugin', 'deactivate', 'hours');
  });

  test('without content, a new site has the design and the settings, and no pages, posts or pictures', async () => {
    const made = await createdFrom('florist', await makeBlueprint('Design', false));
    const { text, status } = await visit(server, made.fqdn);
    assert.equal(status, 200);
    assert.match(text, /<i>open<\/i>/);
    assert.ok(!text.includes('Our bread'));
    assert.equal(await wp(made.site_id, 'option', 'get', 'show_on_front'), 'posts');
    assert.equal(await wp(made.site_id, 'post', 'list', '--post_type=any', '--format=count'), '0');
    await assert.rejects(readSiteFile(server, made.site_id, 'wp-content/uploads/2026/01/shop.txt'));
  });
});
