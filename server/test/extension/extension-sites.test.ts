import type { Extension, ExtensionRun, Notification, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { startFakeDirectory, type FakeDirectory } from '../../src/testing/fake-directory.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { readySite, tenant, visit, type Tenant } from '../site/site-support.ts';
import { changed, installed, upload } from './extension-support.ts';
import { pluginZip, themeZip } from './zip-support.ts';

const missing = await nativePhpMissing();

describe('plugins and themes of real sites', { skip: missing ?? false }, () => {
  let server: TestServer;
  let own: Tenant;
  let directory: FakeDirectory;
  let [good, bad] = [
    { site_id: '', fqdn: '' },
    { site_id: '', fqdn: '' },
  ];

  before(async () => {
    directory = await startFakeDirectory();
    server = await startTestServer({
      env: { WORDPRESS_DIRECTORY_URL: directory.url },
      hosting: async (dataDir) => {
        const config = hostingConfigFromEnv({ PHP_RUNTIME: 'native' }, dataDir);
        return createLocalDriver({ config, runtime: await prepareRuntime(config) });
      },
    });
    own = await tenant(server);
    [good, bad] = await Promise.all([readySite(own, 'good'), readySite(own, 'bad')]);
  });
  after(async () => {
    await server.stop();
    await directory.close();
  });

  const page = async ({ fqdn }: { fqdn: string }) => {
    const { status, text } = await visit(server, fqdn);
    assert.equal(status, 200, fqdn);
    return text;
  };
  const add = async (kind: 'plugin' | 'theme', bytes: Buffer): Promise<Extension> => {
    const answer = await upload(own.client, kind, bytes);
    assert.equal(answer.status, 200, answer.text);
    return answer.body['data'] as Extension;
  };
  const statusOf = ({ sites }: ExtensionRun) => Object.fromEntries(sites.map(({ fqdn, status }) => [fqdn, status]));
  const both = () => [good.site_id, bad.site_id];
  const versionsOf = async (kind: 'plugin' | 'theme', slug: string) => {
    const { pageElements } = await installed(own.client, kind);
    const sites = pageElements.find((item) => item.slug === slug)?.sites ?? [];
    return Object.fromEntries(sites.map(({ fqdn, version, active }) => [fqdn, `${version} ${active ? 'on' : 'off'}`]));
  };

  test('what is installed is read from the sites', async () => {
    const { pageElements, unchecked } = await installed(own.client, 'plugin', '?check=now');
    assert.deepEqual(unchecked, []);
    assert.deepEqual(
      pageElements.map(({ slug, site_count, active_count }) => [slug, site_count, active_count]),
      [
        ['akismet', 2, 0],
        ['hello', 2, 0],
      ],
    );
    const themes = await installed(own.client, 'theme');
    assert.equal(themes.pageElements.filter(({ active_count }) => active_count === 2).length, 1, 'one active theme');
  });

  test('a plugin is installed on many sites; one that fatals on activation is undone there, the others go on', async () => {
    const { slug, version } = await add(
      'plugin',
      pluginZip(
        'greeter',
        '1.0',
        `if (strpos(home_url(), '//bad.') !== false) { no_such_function(); }
add_action('wp_footer', function () { echo '<!-- greeter 1.0 -->'; });`,
      ),
    );
    const available = await own.client.get<{ fqdn: string; reason: string | null }[]>(
      `/plugin/available/sites?slug=${slug}&version=${version}`,
    );
    assert.deepEqual(
      available.body.map(({ fqdn, reason }) => [fqdn, reason]),
      [
        [bad.fqdn, null],
        [good.fqdn, null],
      ],
    );
    const run = await changed(own.client, 'plugin', {
      slugs: [slug],
      action: 'install',
      activate: true,
      site_ids: both(),
    });
    assert.deepEqual(statusOf(run), { [good.fqdn]: 'succeeded', [bad.fqdn]: 'failed' });
    assert.match(run.sites.find(({ fqdn }) => fqdn === bad.fqdn)?.error ?? '', /could not activate “greeter”/);
    assert.match(await page(good), /<!-- greeter 1\.0 -->/);
    assert.doesNotMatch(await page(bad), /greeter/);
    const { body } = await own.client.get<Page<Notification>>('/notification');
    assert.equal(body.pageElements[0]?.description, 'Installed The greeter plugin on 1 of 2 sites.');
    assert.equal(body.pageElements[0]?.link, `/plugins/apply-done?run=${run.id}`);
    assert.deepEqual(await versionsOf('plugin', slug), { [good.fqdn]: '1.0 on' });
    for (const { site_id } of [good, bad]) {
      const site = await own.client.get<{ status: string; task_id: null }>(`/site/id/${site_id}`);
      assert.deepEqual([site.body.status, site.body.task_id], ['ready', null]);
    }
  });

  test('an update is kept when only the list cannot be read afterwards', async () => {
    const on = { site_ids: [good.site_id] };
    const { slug } = await add('plugin', pluginZip('noisy', '1.0', ''));
    await changed(own.client, 'plugin', { slugs: [slug], action: 'install', ...on });
    const content = path.join(server.dataDir, 'sites', good.site_id, 'live/public/wp-content');
    await mkdir(path.join(content, 'mu-plugins'), { recursive: true });
    const noise = path.join(content, 'mu-plugins', 'noise.php');
    // From the process that removes the earlier version on, the site answers once more, after the list.
    await writeFile(
      noise,
      `<?php if (defined('WP_CLI')) add_action('shutdown', function () {
  clearstatcache();
  if (strpos((string) @file_get_contents(WP_PLUGIN_DIR . '/noisy/noisy.php'), '1.1') && !is_dir(WP_CONTENT_DIR . '/.kept')) echo "\\npanel-answer:no list";
});`,
    );
    await add('plugin', pluginZip('noisy', '1.1', ''));
    const run = await changed(own.client, 'plugin', { slugs: [slug], action: 'update', ...on });
    assert.deepEqual(statusOf(run), { [good.fqdn]: 'succeeded' }, JSON.stringify(run));
    assert.match(await readFile(path.join(content, 'plugins/noisy/noisy.php'), 'utf8'), /1\.1/);
    assert.deepEqual(
      (await installed(own.client, 'plugin')).unchecked.map(({ fqdn }) => fqdn),
      [good.fqdn],
    );
    await rm(noise);
    await changed(own.client, 'plugin', { slugs: [slug], action: 'delete', ...on });
  });

  test('an update after which the site stops answering puts the earlier version back', async () => {
    await add(
      'plugin',
      pluginZip('greeter', '1.1', `add_action('template_redirect', function () { no_such_function(); });`),
    );
    const run = await changed(own.client, 'plugin', { slugs: ['greeter'], action: 'update' });
    assert.deepEqual(statusOf(run), { [good.fqdn]: 'failed' }, 'only the site that has it');
    assert.match(run.sites[0]?.error ?? '', /stopped answering after the change, so we undid it/);
    assert.match(await page(good), /<!-- greeter 1\.0 -->/);
    assert.deepEqual(await versionsOf('plugin', 'greeter'), { [good.fqdn]: '1.0 on' });
  });

  test('a newer version of the library replaces the one that is installed, and stays active', async () => {
    await add('plugin', pluginZip('greeter', '1.2'));
    const run = await changed(own.client, 'plugin', { slugs: ['greeter'], action: 'update' });
    assert.deepEqual(statusOf(run), { [good.fqdn]: 'succeeded' });
    assert.match(await page(good), /<!-- greeter 1\.2 -->/);
    const again = await own.client.post('/plugin/installed', { slugs: ['greeter'], action: 'update' });
    assert.equal(again.body['code'], 'VALIDATION', 'there is nothing newer');
  });

  test('a plugin is deactivated and deleted; a site that does not have it is not changed', async () => {
    const off = await changed(own.client, 'plugin', { slugs: ['greeter'], action: 'deactivate', site_ids: both() });
    assert.deepEqual(statusOf(off), { [good.fqdn]: 'succeeded', [bad.fqdn]: 'refused' });
    assert.doesNotMatch(await page(good), /greeter/);
    assert.deepEqual(await versionsOf('plugin', 'greeter'), { [good.fqdn]: '1.2 off' });
    const again = { slugs: ['greeter'], action: 'install', site_ids: [good.site_id] };
    assert.deepEqual(statusOf(await changed(own.client, 'plugin', again)), { [good.fqdn]: 'refused' });
    const on = await changed(own.client, 'plugin', { ...again, activate: true });
    assert.deepEqual(statusOf(on), { [good.fqdn]: 'succeeded' }, JSON.stringify(on));
    assert.deepEqual(await versionsOf('plugin', 'greeter'), { [good.fqdn]: '1.2 on' });
    await changed(own.client, 'plugin', { slugs: ['greeter'], action: 'deactivate', site_ids: [good.site_id] });
    const gone = await changed(own.client, 'plugin', { slugs: ['greeter', 'hello'], action: 'delete' });
    const errors = gone.sites.map(({ error }) => error).join(' ');
    assert.deepEqual(statusOf(gone), { [good.fqdn]: 'succeeded', [bad.fqdn]: 'succeeded' }, errors);
    const { pageElements } = await installed(own.client, 'plugin');
    assert.deepEqual(
      pageElements.map(({ slug }) => slug),
      ['akismet'],
    );
  });

  test('a theme is installed and activated by the same calls; a broken one is replaced by the earlier theme', async () => {
    await add('theme', themeZip('plain', '1.0'));
    const on = await changed(own.client, 'theme', {
      slugs: ['plain'],
      action: 'install',
      activate: true,
      site_ids: [good.site_id],
    });
    assert.deepEqual(statusOf(on), { [good.fqdn]: 'succeeded' });
    assert.match(await page(good), /<!-- plain 1\.0 -->/);
    await add('theme', themeZip('broken', '1.0', 'no_such_function();'));
    const failed = await changed(own.client, 'theme', {
      slugs: ['broken'],
      action: 'install',
      activate: true,
      site_ids: [good.site_id],
    });
    assert.deepEqual(statusOf(failed), { [good.fqdn]: 'failed' });
    assert.match(await page(good), /<!-- plain 1\.0 -->/);
    assert.deepEqual(await versionsOf('theme', 'plain'), { [good.fqdn]: '1.0 on' });
    assert.deepEqual(await versionsOf('theme', 'broken'), {});
  });

  test('a plugin of the directory is added to the library and installed on a site', async () => {
    directory.entries.push({ kind: 'plugin', slug: 'from-directory', version: '1.0', name: 'From the directory' });
    const added = await own.client.post('/plugin/directory/from-directory', {});
    assert.equal(added.status, 200, added.text);
    const run = await changed(own.client, 'plugin', {
      ...{ slugs: ['from-directory'], action: 'install', activate: true, site_ids: [good.site_id] },
    });
    assert.deepEqual(statusOf(run), { [good.fqdn]: 'succeeded' });
    assert.deepEqual(await versionsOf('plugin', 'from-directory'), { [good.fqdn]: '1.0 on' });
  });
});
