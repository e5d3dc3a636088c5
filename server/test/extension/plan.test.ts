import type { Notification, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { workload as siteTable, task as taskTable } from '../../src/db/schema.ts';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { continuePlans } from '../../src/modules/change-plan/plan-advance.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { readySite, tenant, visit, type Tenant } from '../site/site-support.ts';
import { changed, installed, upload } from './extension-support.ts';
import { decided, planned, reached, runOf, statuses } from './plan-support.ts';
import { pluginZip } from './zip-support.ts';

const missing = await nativePhpMissing();

/** Records its version in the database, as plugins with tables of their own do, and prints both. */
const counter = (version: string, code = ''): Buffer =>
  pluginZip(
    'counter',
    version,
    `if (get_option('counter_data') !== '${version}') { update_option('counter_data', '${version}'); }
add_action('wp_footer', function () { echo '<!-- counter ${version}, data of ', get_option('counter_data'), ' -->'; });
${code}`,
  );

describe('a change of many sites in waves', { skip: missing ?? false }, () => {
  let server: TestServer;
  let own: Tenant;
  let sites: Record<'one' | 'two' | 'three', { site_id: string; fqdn: string }>;

  before(async () => {
    server = await startTestServer({
      hosting: async (dataDir) => {
        const config = hostingConfigFromEnv({ PHP_RUNTIME: 'native' }, dataDir);
        return createLocalDriver({ config, runtime: await prepareRuntime(config) });
      },
    });
    own = await tenant(server);
    const [one, two, three] = await Promise.all([
      readySite(own, 'one'),
      readySite(own, 'two'),
      readySite(own, 'three'),
    ]);
    sites = { one, two, three };
    await installed(own.client, 'plugin', '?check=now');
  });
  after(() => server.stop());

  const add = async (version: string, code?: string) => {
    const answer = await upload(own.client, 'plugin', counter(version, code));
    assert.equal(answer.status, 200, answer.text);
  };
  const everywhere = () => Object.values(sites).map(({ site_id }) => site_id);
  const update = (first: keyof typeof sites) =>
    planned(own.client, 'plugin', {
      slugs: ['counter'],
      action: 'update',
      waves: { first_site_id: sites[first].site_id },
    });
  /** What the plugin prints on each site. */
  const marks = async (): Promise<Record<string, string | undefined>> => {
    const found: Record<string, string | undefined> = {};
    for (const [name, { fqdn }] of Object.entries(sites))
      found[name] = /<!-- counter (.*?) -->/.exec((await visit(server, fqdn)).text)?.[1];
    return found;
  };
  const leftovers = () => readdir(path.join(server.dataDir, 'backup-work')).catch((): string[] => []);

  test('one site is first, and each is compared with how it was before', async () => {
    await add('1.0');
    const start = { slugs: ['counter'], action: 'install', activate: true, site_ids: everywhere() };
    const id = await planned(own.client, 'plugin', { ...start, waves: { first_site_id: sites.two.site_id } });
    const begun = await runOf(own.client, id);
    assert.deepEqual(
      begun.sites.map(({ fqdn, wave }) => [fqdn.split('.')[0], wave]),
      [
        ['two', 1],
        ['one', 2],
        ['three', 2],
      ],
    );
    assert.deepEqual(statuses(begun)['one'], 'waiting');
    const { body: open } = await own.client.get<{ id: string; state: string }[]>('/extension-run?kind=plugin');
    assert.deepEqual(
      open.map((plan) => [plan.id, plan.state]),
      [[id, 'running']],
    );
    const run = await reached(own.client, id, 'done');
    assert.deepEqual(statuses(run), { one: 'succeeded', two: 'succeeded', three: 'succeeded' }, JSON.stringify(run));
    assert.match(run.sites[0]?.no_pictures ?? '', /takes no pictures/, 'the test server has no browser');
    const all = '1.0, data of 1.0';
    assert.deepEqual(await marks(), { one: all, two: all, three: all });
    assert.deepEqual(await leftovers(), []);
  });

  test('a site that breaks gets its previous files and database back, and the waiting sites stay as they are', async () => {
    await add('1.1', `add_action('template_redirect', function () { no_such_function(); });`);
    const id = await update('one');
    const halted = await reached(own.client, id, 'halted');
    assert.deepEqual(statuses(halted), { one: 'failed', two: 'waiting', three: 'waiting' });
    assert.match(halted.sites[0]?.error ?? '', /stopped answering after the change, so we undid it/);
    const all = '1.0, data of 1.0';
    assert.deepEqual(await marks(), { one: all, two: all, three: all });
    const { body } = await own.client.get<Page<Notification>>('/notification');
    assert.match(body.pageElements[0]?.description ?? '', /failed on one\..* was undone there/);
    const skip = { decision: 'skip', site_id: sites.two.site_id };
    const late = await own.client.post(`/extension-run/${id}/decision`, skip);
    assert.equal(late.status, 409, 'it was chosen while the plan was running');
    assert.deepEqual(statuses(await reached(own.client, id, 'halted')), statuses(halted));

    await decided(own.client, id, { decision: 'continue' });
    assert.equal(statuses(await reached(own.client, id, 'halted'))['one'], 'failed', 'it was tried again');
    await decided(own.client, id, { decision: 'skip' });
    const second = await reached(own.client, id, 'halted');
    const others = Object.values(statuses(second)).toSorted();
    assert.deepEqual(others, ['failed', 'failed', 'waiting'], 'another site alone is the first');
    await decided(own.client, id, { decision: 'stop' });
    const stopped = await reached(own.client, id, 'stopped');
    assert.deepEqual(Object.values(statuses(stopped)).toSorted(), ['failed', 'failed', 'not_started']);
    assert.equal(stopped.ended, true);
    assert.deepEqual(await marks(), { one: all, two: all, three: all });
    assert.deepEqual(await leftovers(), []);
    const ended = await own.client.post(`/extension-run/${id}/decision`, { decision: 'continue' });
    assert.equal(ended.status, 409);
  });

  test('a PHP error on a page that answers counts as broken', async () => {
    await add('1.2', `add_action('wp_footer', function () { echo '<b>Fatal error</b>:  Uncaught Error'; });`);
    const id = await update('one');
    const halted = await reached(own.client, id, 'halted');
    assert.match(halted.sites[0]?.error ?? '', /shows an error after the change. We undid/);
    await decided(own.client, id, { decision: 'stop' });
  });

  test('a site that looks different is put back, or accepted on all sites', async () => {
    await add('1.3', `add_filter('pre_get_document_title', function () { return 'Another title'; });`);
    const id = await update('one');
    const review = await reached(own.client, id, 'review');
    assert.deepEqual(statuses(review), { one: 'succeeded', two: 'waiting', three: 'waiting' });
    assert.match(review.sites[0]?.differences.join() ?? '', /title of the home page was “.*” and is “Another title”/);
    assert.equal((await marks())['one'], '1.3, data of 1.3');
    // Whoever still sees a running plan has not seen the difference.
    const unseen = await own.client.post(`/extension-run/${id}/decision`, { decision: 'stop', state: 'running' });
    assert.deepEqual([unseen.status, unseen.body['code']], [409, 'CONFLICT']);
    assert.equal((await marks())['one'], '1.3, data of 1.3');
    await decided(own.client, id, { decision: 'stop', state: 'review' });
    const stopped = await reached(own.client, id, 'stopped');
    assert.deepEqual(statuses(stopped), { one: 'put_back', two: 'not_started', three: 'not_started' });
    const all = '1.0, data of 1.0';
    assert.deepEqual(await marks(), { one: all, two: all, three: all });
    assert.deepEqual(await leftovers(), []);

    const again = await update('one');
    await reached(own.client, again, 'review');
    await decided(own.client, again, { decision: 'continue' });
    const done = await reached(own.client, again, 'done');
    assert.deepEqual(statuses(done), { one: 'succeeded', two: 'succeeded', three: 'succeeded' });
    assert.deepEqual(await leftovers(), []);
  });

  test('a site that was broken before is left alone, and another one is first', async () => {
    await add('1.4', `add_filter('pre_get_document_title', function () { return 'Another title'; });`);
    const plugins = path.join(server.dataDir, 'sites', sites.one.site_id, 'live/public/wp-content/mu-plugins');
    await mkdir(plugins, { recursive: true });
    await writeFile(path.join(plugins, 'broken.php'), `<?php if (!defined('WP_CLI')) { no_such_function(); }`);
    await server.app.hosting.sleep(sites.one.site_id);
    const id = await update('one');
    const run = await reached(own.client, id, 'done');
    assert.deepEqual(statuses(run), { one: 'failed', two: 'succeeded', three: 'succeeded' });
    assert.match(run.sites.find(({ status }) => status === 'failed')?.error ?? '', /so nothing was changed/);
    await rm(plugins, { recursive: true });
    await server.app.hosting.sleep(sites.one.site_id);
    await changed(own.client, 'plugin', { slugs: ['counter'], action: 'update' });
  });

  test('a site that another task works on waits, or is skipped', async () => {
    await add('1.5', `add_filter('pre_get_document_title', function () { return 'Another title'; });`);
    const hold = async ({ site_id, fqdn }: { site_id: string; fqdn: string }) => {
      const later = new Date(Date.now() + 3_600_000);
      const of = { partnerId: own.partner.id, customerId: own.customer.id, title: fqdn, resourceId: site_id };
      const [row] = await server.db
        .insert(taskTable)
        .values({ ...of, kind: 'backup.create', resource: 'site', notBefore: later })
        .returning({ id: taskTable.id });
      const id = row?.id ?? '';
      await server.db.update(siteTable).set({ taskId: id }).where(eq(siteTable.id, site_id));
      return async () => {
        await server.db.delete(taskTable).where(eq(taskTable.id, id));
        await server.db.update(siteTable).set({ taskId: null }).where(eq(siteTable.id, site_id));
      };
    };
    const [releaseOne, releaseTwo] = [await hold(sites.one), await hold(sites.two)];
    const id = await update('one');
    await continuePlans(server.app);
    assert.deepEqual(statuses(await runOf(own.client, id)), { one: 'waiting', two: 'waiting', three: 'waiting' });
    await releaseOne();
    await continuePlans(server.app);
    await decided(own.client, id, { decision: 'skip', site_id: sites.two.site_id });
    const run = await reached(own.client, id, 'done');
    assert.deepEqual(statuses(run), { one: 'succeeded', two: 'skipped', three: 'succeeded' });
    await releaseTwo();
  });

  test('a plan that is stopped reports its result once its last site is done, and keeps nothing of that site', async () => {
    await add('1.6', `add_filter('pre_get_document_title', function () { return 'A third title'; });`);
    const id = await update('one');
    await decided(own.client, id, { decision: 'stop' });
    const run = await reached(own.client, id, 'stopped');
    assert.deepEqual(statuses(run), { one: 'succeeded', two: 'not_started', three: 'not_started' });
    const { body } = await own.client.get<Page<Notification>>('/notification');
    assert.match(body.pageElements[0]?.description ?? '', / on 1 of 3 sites\.$/);
    assert.equal(body.pageElements[0]?.link, `/plugins/apply-done?run=${id}`);
    assert.deepEqual(await leftovers(), []);
  });

  test('a plan can be stopped after the site that looks different was deleted', async () => {
    await add('1.7', `add_filter('pre_get_document_title', function () { return 'A fourth title'; });`);
    const id = await update('two');
    await reached(own.client, id, 'review');
    const binned = (binnedAt: Date | null) =>
      server.db.update(siteTable).set({ binnedAt }).where(eq(siteTable.id, sites.two.site_id));
    await binned(new Date());
    await decided(own.client, id, { decision: 'stop' });
    const run = await reached(own.client, id, 'stopped');
    assert.deepEqual(statuses(run), { one: 'not_started', two: 'succeeded', three: 'not_started' });
    assert.deepEqual(await leftovers(), []);
    await binned(null);
  });
});
