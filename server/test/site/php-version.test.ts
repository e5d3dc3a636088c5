import type { Blueprint, PhpVersion, Site, Staging, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { backUp, backupsOf, finished, writeSiteFile } from '../backup/backup-support.ts';
import { PHP_UNDER_TEST, phpMissing, realHosting } from '../hosting/hosting-support.ts';
import { otherPhp } from './php-support.ts';
import { ended, newSite, tenant, visit, type Tenant } from './site-support.ts';

const missing = await phpMissing();
const native = missing === null && PHP_UNDER_TEST === 'native' ? await otherPhp() : null;
/** A series beside the default one. */
const OTHER = native?.id ?? '8.3';
const SHOW_PHP = '<?php\nif ( isset( $_GET["which-php"] ) ) { exit( "PHP " . PHP_VERSION ); }\n';
const NOT_WITH_OTHER = `<?php\nif ( str_starts_with( PHP_VERSION, '${OTHER}.' ) && ! defined( 'WP_CLI' ) ) { http_response_code( 500 ); exit; }\n`;

describe('versions of PHP', { skip: missing ?? false }, () => {
  let server: TestServer;
  let mine: Tenant;
  let standard: string;
  before(async () => {
    server = await startTestServer({ hosting: realHosting(() => ({ PHP_VERSIONS: native?.binary ?? '' })) });
    mine = await tenant(server);
  });
  after(async () => {
    await server.stop();
    await native?.remove();
  });

  const site = async (id: string): Promise<Site> => (await mine.client.get<Site>(`/site/id/${id}`)).body;
  const seriesOf = ({ php_version }: Pick<Site, 'php_version'>) => php_version?.split('.').slice(0, 2).join('.');
  /** A site of a name, and what a visitor sees of its PHP. */
  const create = async (name: string, more: Record<string, unknown> = {}): Promise<Site> => {
    const started = await mine.client.post('/site', newSite(mine.fqdn(name), more));
    assert.equal(started.status, 200, started.text);
    const task = await ended(mine.client, started.body['task_id']);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    return site(task.site_id ?? '');
  };
  const runs = async ({ site_id, fqdn }: Pick<Site, 'site_id' | 'fqdn'>): Promise<string> => {
    await writeSiteFile(server.dataDir, site_id ?? '', 'wp-content/mu-plugins/which.php', SHOW_PHP);
    return (await visit(server, fqdn, '/?which-php')).text;
  };
  const change = (fqdn: string, php_version: string) => mine.client.put('/site/upgrade/php', { fqdn, php_version });
  const changed = async (fqdn: string, version: string): Promise<Task> => {
    const started = await change(fqdn, version);
    assert.deepEqual([started.status, started.body['php_version']], [200, version], started.text);
    return ended(mine.client, started.body['task_id']);
  };

  test('all versions are listed with their extensions, the newest first, with what a new site gets', async () => {
    const { body } = await mine.client.get<{ php_versions: PhpVersion[] }>('/site/images/wp-php-versions');
    const ids = body.php_versions.map(({ id }) => id);
    assert.ok(ids.length > 1 && ids.includes(OTHER), ids.join());
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })),
    );
    const defaults = body.php_versions.filter(({ is_default }) => is_default);
    assert.equal(defaults.length, 1);
    standard = defaults[0]?.id ?? '';
    assert.notEqual(standard, OTHER);
    if (native) assert.ok(body.php_versions.every(({ extensions }) => extensions?.includes('pdo_sqlite')));
  });

  test('a site runs with the chosen version, and the one that is shown is what its process says', async () => {
    const chosen = await create('chosen', { php_version: OTHER });
    assert.equal(seriesOf(chosen), OTHER);
    assert.equal(await runs(chosen), `PHP ${chosen.php_version}`);
    const other = await create('standard');
    assert.equal(seriesOf(other), standard);
    assert.equal(await runs(other), `PHP ${other.php_version}`);
    const { body } = await mine.client.post('/site', newSite(mine.fqdn('never'), { php_version: '5.6' }));
    assert.deepEqual(body['fields'], { php_version: 'This PHP version is not available.' });
  });

  test('it can be changed after a backup, which leads back; copies and blueprints bring it along', async () => {
    const made = await create('changed');
    const id = made.site_id ?? '';
    const task = await changed(made.fqdn, OTHER);
    assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
    assert.deepEqual(
      task.steps.map(({ name }) => name),
      ['pack', 'store', 'verify', 'prune', 'upgrade', 'answer'],
    );
    const now = await site(id);
    assert.deepEqual([seriesOf(now), now.status, now.task_id], [OTHER, 'ready', null]);
    assert.equal(await runs(now), `PHP ${now.php_version}`);
    const [safety] = await backupsOf(mine.client, id);
    assert.deepEqual([safety?.type, safety?.name], ['system_generated', `Before the change to PHP ${OTHER}`]);

    const copy = await finished(mine.client, '/site/staging', { site_id: id, password_protection: null });
    assert.equal(copy.status, 'succeeded', JSON.stringify(copy.error));
    const { staging } = (await mine.client.get<Staging>(`/site/parent/${id}/staging`)).body;
    assert.equal(staging && seriesOf(staging), OTHER);

    const blueprint = await mine.client.post<Blueprint & { task_id: string }>('/blueprint', {
      ...{ site_fqdn: made.fqdn, name: 'Model' },
    });
    assert.equal(blueprint.status, 200, blueprint.text);
    assert.equal((await ended(mine.client, blueprint.body.task_id)).status, 'succeeded');
    const from = { blueprint: { id: blueprint.body.id, name: 'Model' } };
    assert.equal(seriesOf(await create('from-model', from)), OTHER);
    assert.equal(seriesOf(await create('from-model-but', { ...from, php_version: standard })), standard);

    const back = await finished(mine.client, '/backup/restore', { id: safety?.id });
    assert.equal(back.status, 'succeeded', JSON.stringify(back.error));
    assert.equal(seriesOf(await site(id)), standard);
    const backup = await backUp(mine.client, staging?.fqdn ?? '', 'Of staging');
    const again = await finished(mine.client, '/backup/restore', { id: backup.id, restore_db_files: false });
    assert.equal(again.status, 'succeeded', JSON.stringify(again.error));
    assert.equal(seriesOf(await site(staging?.site_id ?? '')), OTHER);
  });

  test('a version with which the site does not answer is rolled back', async () => {
    const made = await create('unlucky');
    const id = made.site_id ?? '';
    await writeSiteFile(server.dataDir, id, 'wp-content/mu-plugins/picky.php', NOT_WITH_OTHER);
    const task = await changed(made.fqdn, OTHER);
    assert.deepEqual([task.status, task.error?.code], ['failed', 'NOT_VERIFIED'], JSON.stringify(task.error));
    const now = await site(id);
    assert.deepEqual([seriesOf(now), now.status, now.task_id], [standard, 'ready', null]);
    assert.equal((await visit(server, made.fqdn)).status, 200);
    assert.equal(await runs(now), `PHP ${now.php_version}`);
  });

  test('only another version that this server has, of a ready WordPress site of the account', async () => {
    const made = await create('asked');
    const refusal = async (fqdn: string, version: string) => {
      const { body } = await change(fqdn, version);
      return [body['code'], (body['fields'] as Record<string, string> | undefined)?.['php_version']];
    };
    assert.deepEqual(await refusal(made.fqdn, standard), [
      'VALIDATION',
      `The site has PHP ${made.php_version}. Choose another version.`,
    ]);
    assert.deepEqual(await refusal(made.fqdn, '7.4'), ['VALIDATION', 'This PHP version is not available.']);
    const broken = await server.scenario.site(mine.partner, mine.customer, { name: 'broken', status: 'failed' });
    assert.equal((await refusal(broken.fqdn, OTHER))[0], 'SITE_NOT_READY');
    const other = await tenant(server);
    const foreign = await other.client.put('/site/upgrade/php', { fqdn: made.fqdn, php_version: OTHER });
    assert.equal(foreign.body['code'], 'NOT_FOUND');
  });
});
