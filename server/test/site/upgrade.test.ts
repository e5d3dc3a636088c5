import type { Notification, Page, Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { backupsOf } from '../backup/backup-support.ts';
import { PHP_UNDER_TEST, phpMissing, realHosting } from '../hosting/hosting-support.ts';
import { ended, newSite, tenant, visit, type Tenant } from './site-support.ts';
import { otherVersions } from './upgrade-support.ts';

const missing = await phpMissing();
const [OLD, BROKEN, NEXT, DATABASE] = ['6.0.1', '98.1', '99.2.1', 99_999] as const;

describe('versions of WordPress', { skip: missing ?? false }, () => {
  let server: TestServer;
  let mine: Tenant;
  let bundled: string;
  let removeVersions = async () => undefined as void;
  before(async () => {
    const versions = await otherVersions([
      { version: OLD },
      { version: BROKEN, broken: true },
      { version: NEXT, databaseVersion: DATABASE },
    ]);
    bundled = versions.bundled;
    removeVersions = versions.remove;
    server = await startTestServer({
      hosting: realHosting(() => versions.env),
    });
    mine = await tenant(server);
  });
  after(async () => {
    await server.stop();
    await removeVersions();
  });

  const wp = async (siteId: string, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await server.app.hosting.exec(siteId, args);
    assert.equal(code, 0, stderr);
    return stdout.trim();
  };
  const site = async (id: string): Promise<Site> => (await mine.client.get<Site>(`/site/id/${id}`)).body;
  const create = async (name: string, version: string): Promise<Site> => {
    const started = await mine.client.post('/site', newSite(mine.fqdn(name), { version }));
    assert.equal(started.status, 200, started.text);
    const task = await ended(mine.client, started.body['task_id']);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    return site(task.site_id ?? '');
  };
  const upgrade = (fqdn: string, version: string) => mine.client.put('/site/upgrade/wordpress', { fqdn, version });
  const upgraded = async (fqdn: string, version: string): Promise<Task> => {
    const started = await upgrade(fqdn, version);
    assert.deepEqual([started.status, started.body['status'], started.body['version']], [200, true, version]);
    return ended(mine.client, started.body['task_id']);
  };

  test('the versions that this server has are listed, the newest first', async () => {
    const { body } = await mine.client.get<{ wp_versions: { id: string }[]; php_versions: unknown[] }>(
      '/site/images/wp-php-versions',
    );
    assert.deepEqual(
      body.wp_versions.map(({ id }) => id),
      [NEXT, BROKEN, bundled, OLD],
    );
    if (PHP_UNDER_TEST === 'native') assert.equal(body.php_versions.length, 1);
  });

  test('a site gets the chosen version, keeps its content in an upgrade, and a backup is made first', async () => {
    const made = await create('chosen', bundled);
    const id = made.site_id ?? '';
    assert.deepEqual([made.version, made.currentWordPressVersion], [bundled, NEXT]);
    assert.equal(await wp(id, 'core', 'version'), bundled);
    await wp(id, 'option', 'update', 'blogdescription', 'Kept');
    const salts = () => readFile(path.join(server.dataDir, 'sites', id, 'live/wp-config.php'), 'utf8');
    const before = await salts();

    const task = await upgraded(made.fqdn, NEXT);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    assert.deepEqual(
      task.steps.map(({ name }) => name),
      ['pack', 'store', 'verify', 'prune', 'upgrade', 'answer'],
    );
    const { version, status } = await site(id);
    assert.deepEqual([version, status], [NEXT, 'ready']);
    assert.equal(await wp(id, 'core', 'version'), NEXT);
    assert.equal(await wp(id, 'option', 'get', 'db_version'), String(DATABASE));
    assert.equal(await wp(id, 'option', 'get', 'blogdescription'), 'Kept');
    assert.equal(await salts(), before);
    assert.equal((await visit(server, made.fqdn)).status, 200);
    const [backup] = await backupsOf(mine.client, id);
    assert.deepEqual(
      [backup?.type, backup?.name, backup?.status],
      ['system_generated', `Before the upgrade to WordPress ${NEXT}`, 'succeeded'],
    );
    const { body } = await mine.client.get<Page<Notification>>('/notification?pageSize=1');
    assert.deepEqual(
      body.pageElements.map(({ type }) => type),
      ['site_upgraded'],
    );

    // The backup returns the site to the previous version.
    const restored = await mine.client.post('/backup/restore', { id: backup?.id });
    assert.equal((await ended(mine.client, restored.body['task_id'])).status, 'succeeded');
    assert.equal(await wp(id, 'core', 'version'), bundled);
    assert.equal((await site(id)).version, bundled);
  });

  test('a version with which the site does not answer is rolled back', async () => {
    const made = await create('unlucky', OLD);
    const id = made.site_id ?? '';
    assert.equal(made.version, OLD);
    const task = await upgraded(made.fqdn, BROKEN);
    assert.deepEqual([task.status, task.error?.code], ['failed', 'NOT_VERIFIED']);
    assert.equal(await wp(id, 'core', 'version'), OLD);
    assert.equal((await visit(server, made.fqdn)).status, 200);
    const { version, status, task_id } = await site(id);
    assert.deepEqual([version, status, task_id], [OLD, 'ready', null]);
    const { body } = await mine.client.get<Page<Notification>>('/notification?pageSize=1');
    assert.match(body.pageElements[0]?.description ?? '', /It was rolled back to the previous version\.$/);
  });

  test('only a newer version that this server has, of a ready WordPress site of the account', async () => {
    const made = await create('asked', bundled);
    const refusal = async (fqdn: string, version: string) => {
      const { body } = await upgrade(fqdn, version);
      return [body['code'], (body['fields'] as Record<string, string> | undefined)?.['version']];
    };
    assert.deepEqual(await refusal(made.fqdn, bundled), [
      'VALIDATION',
      `The site has WordPress ${bundled}. Choose a newer version.`,
    ]);
    assert.deepEqual((await refusal(made.fqdn, OLD))[0], 'VALIDATION');
    assert.deepEqual(await refusal(made.fqdn, '77.7'), ['VALIDATION', 'This WordPress version cannot be installed.']);
    const broken = await server.scenario.site(mine.partner, mine.customer, { name: 'broken', status: 'failed' });
    assert.deepEqual((await refusal(broken.fqdn, NEXT))[0], 'SITE_NOT_READY');
    const statics = await server.scenario.site(mine.partner, mine.customer, { name: 'pages', type: 'site_builder' });
    assert.deepEqual((await refusal(statics.fqdn, NEXT))[0], 'NOT_FOUND');
    const other = await tenant(server);
    const foreign = await other.client.put('/site/upgrade/wordpress', { fqdn: made.fqdn, version: NEXT });
    assert.equal(foreign.body['code'], 'NOT_FOUND');

    const [first, second] = [await upgrade(made.fqdn, NEXT), await upgrade(made.fqdn, NEXT)];
    assert.deepEqual([second.status, second.body['task_id']], [409, first.body['task_id']]);
    assert.equal((await ended(mine.client, first.body['task_id'])).status, 'succeeded');
  });
});
