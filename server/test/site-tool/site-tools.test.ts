import type { CronEvent, CronEvents, DebugLog, FolderSizes, SitePhp } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Client } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { ended, visit } from '../site/site-support.ts';
import { harmless } from '../attack/hosted-answers-support.ts';
import { openWordPress, type WordPress } from './site-tool-support.ts';

const missing = await nativePhpMissing();

describe('tools of a WordPress', { skip: missing ?? false }, () => {
  let wordpress: WordPress;
  before(async () => void (wordpress = await openWordPress()));
  after(() => wordpress.server.stop());

  const at = (rest: string) => `/site/${wordpress.site.site_id}/${rest}`;
  const content = (...rest: string[]) =>
    path.join(wordpress.server.dataDir, 'sites', wordpress.site.site_id, 'live', 'public', 'wp-content', ...rest);
  const inSite = (code: string) => wordpress.wp('eval', code);

  test('clearing the cache deletes transients and cached pages, and follows no link', async () => {
    await wordpress.wp('transient', 'set', 'one', 'value', '3600');
    await inSite(`$cache = WP_CONTENT_DIR . '/cache'; mkdir($cache . '/pages', 0755, true); file_put_contents($cache . '/pages/index.html', 'cached');
      file_put_contents(WP_CONTENT_DIR . '/uploads-kept.txt', 'kept'); mkdir(WP_CONTENT_DIR . '/kept'); file_put_contents(WP_CONTENT_DIR . '/kept/photo.jpg', 'kept');
      symlink(WP_CONTENT_DIR . '/kept', $cache . '/link');`);
    const task = await wordpress.done(await wordpress.own.client.post(at('cache/clear')));
    assert.match(task.log.map(({ text }) => text).join('\n'), /\d+ transients? and 2 cached files deleted/);
    assert.equal(await inSite('var_dump(get_transient("one"));'), 'bool(false)');
    assert.equal(existsSync(content('cache', 'pages')), false);
    assert.equal(existsSync(content('kept', 'photo.jpg')), true);
  });

  const listed = async (): Promise<CronEvents> => {
    const answer = await wordpress.own.client.get<CronEvents>(at('cron'));
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const events = async (): Promise<CronEvent[]> => (await listed()).events;

  test('scheduled events are listed with their next run, and one runs now', async () => {
    const times = (await events()).map(({ next_run }) => Date.parse(next_run));
    assert.ok(times.length > 3);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.equal((await events()).find(({ hook }) => hook === 'wp_version_check')?.interval, 43_200);
    await mkdir(content('mu-plugins'), { recursive: true });
    await writeFile(
      content('mu-plugins', 'job.php'),
      "<?php add_action('--all', fn() => update_option('job_ran', 'yes'));",
    );
    await inSite("wp_schedule_single_event(time() + 3600, '--all');");
    assert.equal((await events()).find(({ hook }) => hook === '--all')?.interval, null);
    await wordpress.done(await wordpress.own.client.post(at('cron/run'), { hook: '--all' }));
    assert.equal(await inSite("echo get_option('job_ran');"), 'yes');
    const left = await events();
    assert.equal(
      left.some(({ hook }) => hook === '--all'),
      false,
    );
    assert.ok(
      left.some(({ hook }) => hook === 'wp_version_check'),
      'the hook was no option',
    );
    const unknown = await wordpress.own.client.post(at('cron/run'), { hook: 'no-such-hook' });
    assert.equal((await ended(wordpress.own.client, unknown.body['task_id'])).status, 'failed');
  });

  test('events that no site should have, and very many of them, do not hide the others', async () => {
    const before = (await events()).length;
    await inSite(`wp_schedule_single_event(time() + 3600, str_repeat('h', 201));
wp_schedule_single_event(time() + 3600, "shown\u{202E}otherwise");
$cron = _get_cron_array();
for ($i = 0; $i < 501; $i++) $cron[time() + 86400 * 30]['many']["key$i"] = array('schedule' => false, 'args' => array($i));
_set_cron_array($cron);`);
    const { events: all, others } = await listed();
    assert.deepEqual([all.length, others], [500, before + 501 + 2 - 500]);
    assert.ok(all.some(({ hook }) => hook === 'wp_version_check'));
    assert.ok(all.every(({ hook }) => hook.length <= 200));
    await inSite(
      "wp_unschedule_hook(\"shown\\u{202E}otherwise\"); wp_unschedule_hook('many'); wp_unschedule_hook(str_repeat('h', 201));",
    );
  });

  test('millions of objects from a must-use plugin are refused, and hold nobody', async () => {
    const plugin = content('mu-plugins', 'flood.php');
    await mkdir(content('mu-plugins'), { recursive: true });
    const flood = `str_repeat('{},', 2600000)`;
    await writeFile(
      plugin,
      `<?php if (defined('WP_CLI')) add_action('shutdown', function () { echo "\\n", 'panel-answer:{"events":[', ${flood}, '{}],"others":0}', "\\n"; });`,
    );
    const outcome = await harmless('cron', () => wordpress.own.client.get(at('cron')));
    assert.ok('value' in outcome && outcome.value.status >= 500, JSON.stringify(outcome).slice(0, 500));
    await writeFile(plugin, "<?php echo str_repeat('noise ', 100000); @ob_start();");
    assert.ok((await events()).length > 3);
    await rm(plugin);
  });

  test('one click logs in to wp-admin, once', async () => {
    const { body, status, text } = await wordpress.own.client.post(at('login'));
    assert.equal(status, 200, text);
    const { host, pathname, search } = new URL(String(body['url']));
    assert.equal(host.split(':')[0], wordpress.site.fqdn);
    const visitor = new Client(wordpress.server.port, wordpress.site.fqdn);
    const entered = await visitor.get(pathname + search, { accept: 'text/html' });
    assert.equal(entered.status, 302, entered.text);
    assert.match(String(entered.headers['location']), /\/wp-admin\/$/);
    assert.match((await visitor.get('/wp-admin/', { accept: 'text/html' })).text, /id="wpadminbar"/);
    const again = await visit(wordpress.server, wordpress.site.fqdn, pathname + search);
    assert.deepEqual([again.status, again.headers['location']], [200, undefined]);
    assert.match(again.text, /id="loginform"/);
    assert.doesNotMatch(await wordpress.wp('option', 'list', '--field=option_name'), /panel_login/);
  });

  test('a guessed or late login shows the login form, and a guess does not use the real one up', async () => {
    const url = new URL(String((await wordpress.own.client.post(at('login'))).body['url']));
    const open = async (token: string) =>
      (await visit(wordpress.server, wordpress.site.fqdn, `/wp-login.php?panel-login=${token}`)).status;
    assert.equal(await open('0'.repeat(64)), 200);
    assert.equal(await open(''), 200);
    const token = url.searchParams.get('panel-login') ?? '';
    await inSite(
      "$login = get_option('panel_login'); $login['until'] = time() - 1; update_option('panel_login', $login);",
    );
    assert.equal(await open(token), 200);
    const next = new URL(String((await wordpress.own.client.post(at('login'))).body['url']));
    assert.equal(await open('1'.repeat(64)), 200);
    assert.equal(await open(next.searchParams.get('panel-login') ?? ''), 302);
  });

  const log = async (): Promise<DebugLog> => {
    const answer = await wordpress.own.client.get<DebugLog>(at('debug-log'));
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  test('the debug log is switched on, shows an error that no visitor sees, is emptied and switched off', async () => {
    assert.deepEqual(await log(), { enabled: false, size: null, text: '' });
    await wordpress.done(await wordpress.own.client.put(at('debug-log'), { enabled: true }));
    assert.equal((await log()).enabled, true);
    await mkdir(content('mu-plugins'), { recursive: true });
    await writeFile(content('mu-plugins', 'loud.php'), "<?php trigger_error('A loud plugin', E_USER_WARNING);");
    const page = await visit(wordpress.server, wordpress.site.fqdn);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, /A loud plugin/);
    assert.match((await log()).text, /PHP Warning: {2}A loud plugin/);
    assert.equal((await visit(wordpress.server, wordpress.site.fqdn, '/wp-content/debug.log')).status, 404);
    await rm(content('mu-plugins', 'loud.php'));
    await wordpress.done(await wordpress.own.client.delete(at('debug-log')));
    assert.equal((await log()).size, null);
    await wordpress.done(await wordpress.own.client.put(at('debug-log'), { enabled: false }));
    assert.equal((await log()).enabled, false);
    assert.equal((await visit(wordpress.server, wordpress.site.fqdn)).status, 200);
  });

  test('of a long log only the last lines are shown; a link instead of it shows nothing', async () => {
    await inSite(
      'file_put_contents(WP_CONTENT_DIR . \'/debug.log\', str_repeat(str_repeat(\'x\', 99) . "\\n", 5000) . "the end\\n");',
    );
    const { size, text } = await log();
    assert.equal(size, 500_008);
    assert.ok(text.length <= 65_536 && text.endsWith('\nthe end\n'), String(text.length));
    assert.equal(text.split('\n')[0]?.length, 99, 'it begins with a whole line');
    await rm(content('debug.log'));
    await symlink('../../wp-config.php', content('debug.log'));
    assert.deepEqual(await log(), { enabled: false, size: null, text: '' });
    await wordpress.done(await wordpress.own.client.delete(at('debug-log')));
    assert.equal(existsSync(path.join(content(), '..', '..', 'wp-config.php')), true);
  });

  test('PHP settings apply to pages once the site has restarted, within the plan', async () => {
    await writeFile(
      content('mu-plugins', 'settings.php'),
      "<?php header('x-settings: ' . implode(' ', array_map('ini_get', array('memory_limit', 'upload_max_filesize', 'post_max_size', 'max_execution_time'))));",
    );
    const seen = async () => (await visit(wordpress.server, wordpress.site.fqdn)).headers['x-settings'];
    assert.equal(await seen(), '256M 256M 256M 60');
    const before = (await wordpress.own.client.get<SitePhp>(at('php-settings'))).body;
    assert.deepEqual(before.settings, { memory_mb: 256, upload_mb: 256, execution_seconds: 60 });
    assert.deepEqual(before.ranges.memory_mb, { min: 64, max: 512 });
    const tooMuch = { memory_mb: 513, upload_mb: 8, execution_seconds: 61 };
    const refused = await wordpress.own.client.put<{ fields: object }>(at('php-settings'), tooMuch);
    assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [422, ['memory_mb', 'execution_seconds']]);
    const settings = { memory_mb: 512, upload_mb: 8, execution_seconds: 30 };
    await wordpress.done(await wordpress.own.client.put(at('php-settings'), settings));
    assert.equal(await seen(), '512M 8M 8M 30');
    assert.deepEqual((await wordpress.own.client.get<SitePhp>(at('php-settings'))).body.settings, settings);
    await rm(content('mu-plugins', 'settings.php'));
  });

  test('settings with which the site does not answer are reverted', async () => {
    await writeFile(
      content('mu-plugins', 'greedy.php'),
      "<?php if (PHP_SAPI !== 'cli' && ini_get('memory_limit') === '64M') { http_response_code(500); exit; }",
    );
    const { settings: before } = (await wordpress.own.client.get<SitePhp>(at('php-settings'))).body;
    const started = await wordpress.own.client.put(at('php-settings'), { ...before, memory_mb: 64 });
    const task = await ended(wordpress.own.client, started.body['task_id']);
    assert.equal(task.status, 'failed');
    assert.match(task.error?.message ?? '', /the old ones apply again/);
    assert.deepEqual((await wordpress.own.client.get<SitePhp>(at('php-settings'))).body.settings, before);
    assert.equal((await visit(wordpress.server, wordpress.site.fqdn)).status, 200);
    await rm(content('mu-plugins', 'greedy.php'));
  });

  test('folders are listed by size, and nothing outside of the site can be asked for', async () => {
    await inSite(
      "mkdir(WP_CONTENT_DIR . '/uploads/2026', 0755, true); file_put_contents(WP_CONTENT_DIR . '/uploads/2026/film.bin', str_repeat('x', 300000)); symlink('/etc', WP_CONTENT_DIR . '/uploads/etc');",
    );
    const sizes = async (folder: string) =>
      wordpress.own.client.get<FolderSizes>(`${at('file/sizes')}?folder=${encodeURIComponent(folder)}`);
    const top = (await sizes('')).body;
    assert.deepEqual(top.entries.map(({ name }) => name).sort(), ['data', 'public', 'wp-config.php']);
    const { body } = await sizes('public/wp-content/uploads');
    assert.deepEqual(body.entries[0], { name: '2026', kind: 'folder', bytes: 300_000, files: 1 });
    assert.equal(body.entries.find(({ name }) => name === 'etc')?.kind, 'file', 'a link is not followed');
    assert.equal((await sizes('public/wp-content/uploads/etc')).status, 404);
    assert.equal((await sizes('public/no-such-folder')).status, 404);
    for (const folder of ['..', 'public/../..', '/etc', 'public//x'])
      assert.equal((await sizes(folder)).status, 422, folder);
  });
});
