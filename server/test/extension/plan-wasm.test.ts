// Campaign: a plan on php-wasm; on the machine’s PHP it is in every run.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant, visit, type Tenant } from '../site/site-support.ts';
import { changed, upload } from './extension-support.ts';
import { decided, planned, reached, statuses } from './plan-support.ts';
import { pluginZip } from './zip-support.ts';

/** Records its version in the database and prints both. */
const counter = (version: string, code = ''): Buffer =>
  pluginZip(
    'counter',
    version,
    `if (get_option('counter_data') !== '${version}') { update_option('counter_data', '${version}'); }
add_action('wp_footer', function () { echo '<!-- counter ${version}, data of ', get_option('counter_data'), ' -->'; });
${code}`,
  );

describe('a plan of updates on php-wasm', () => {
  let server: TestServer;
  let own: Tenant;
  let sites: { one: { site_id: string; fqdn: string }; two: { site_id: string; fqdn: string } };

  before(async () => {
    server = await startTestServer({
      hosting: async (dataDir) => {
        const config = hostingConfigFromEnv({ PHP_RUNTIME: 'wasm' }, dataDir);
        return createLocalDriver({ config, runtime: await prepareRuntime(config) });
      },
    });
    own = await tenant(server);
    const [one, two] = await Promise.all([readySite(own, 'one'), readySite(own, 'two')]);
    sites = { one, two };
  });
  after(() => server.stop());

  const add = async (version: string, code?: string) => {
    const answer = await upload(own.client, 'plugin', counter(version, code));
    assert.equal(answer.status, 200, answer.text);
  };
  const everywhere = () => [sites.one.site_id, sites.two.site_id];
  const update = () =>
    planned(own.client, 'plugin', {
      ...{ slugs: ['counter'], action: 'update', site_ids: everywhere() },
      waves: { first_site_id: sites.one.site_id },
    });
  /** What the plugin prints on each site. */
  const marks = async () => {
    const of = ({ fqdn }: { fqdn: string }) =>
      until('the site to be awake', async () => {
        const { status, text } = await visit(server, fqdn);
        return status === 503 ? null : { status, mark: /<!-- counter (.*?) -->/.exec(text)?.[1] };
      });
    return { one: await of(sites.one), two: await of(sites.two) };
  };
  const leftovers = () => readdir(path.join(server.dataDir, 'backup-work')).catch((): string[] => []);
  const shown = (version: string) => ({ status: 200, mark: `${version}, data of ${version}` });
  const both = <T>(value: T) => ({ one: value, two: value });

  test('a version that breaks the first site is undone there with its data, and runs to its end on the other one', async () => {
    await add('1.0');
    const start = { slugs: ['counter'], action: 'install', activate: true, site_ids: everywhere() };
    const { sites: results } = await changed(own.client, 'plugin', start);
    assert.ok(
      results.every(({ status }) => status === 'succeeded'),
      JSON.stringify(results),
    );
    assert.deepEqual(await marks(), both(shown('1.0')));
    const isFirst = "str_starts_with((string) parse_url(home_url(), PHP_URL_HOST), 'one.')";
    await add('1.1', `if (${isFirst}) add_action('template_redirect', function () { no_such_function(); });`);
    const id = await update();
    const halted = await reached(own.client, id, 'halted');
    assert.deepEqual(statuses(halted), { one: 'failed', two: 'waiting' });
    assert.match(halted.sites[0]?.error ?? '', /stopped answering after the change, so we undid it/);
    assert.deepEqual(await marks(), both(shown('1.0')));
    await decided(own.client, id, { decision: 'skip' });
    assert.deepEqual(statuses(await reached(own.client, id, 'done')), { one: 'failed', two: 'succeeded' });
    assert.deepEqual(await marks(), { one: shown('1.0'), two: shown('1.1') });
    assert.deepEqual(await leftovers(), []);
  });
});
