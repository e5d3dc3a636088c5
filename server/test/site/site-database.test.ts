import type { Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { createLocalDriver, hostingConfigFromEnv, prepareRuntime } from '../../src/hosting/index.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { backupsOf } from '../backup/backup-support.ts';
import { nativePhpMissing } from '../hosting/hosting-support.ts';
import { mariadbMissing, startMariadb, type TestMariadb } from '../hosting/mariadb-support.ts';
import { ended, readySite, tenant, visit, type Tenant } from './site-support.ts';

const missing = (await nativePhpMissing()) ?? (await mariadbMissing());
const TOKEN = 'an-operator-token-of-these-tests';

describe('the operator moves a site', { skip: missing ?? false }, () => {
  let mariadb: TestMariadb;
  let server: TestServer;
  let own: Tenant;
  let site: { site_id: string; fqdn: string };
  let haltsAfterMove = false;
  before(async () => {
    mariadb = await startMariadb();
    server = await startTestServer({
      env: { OPERATOR_TOKEN: TOKEN },
      hosting: async (dataDir) => {
        await chmod(dataDir, 0o711);
        const env = { SITES_DATABASE_URL: mariadb.url };
        const config = { ...hostingConfigFromEnv(env, dataDir), php: 'native' as const };
        const driver = await createLocalDriver({ config, runtime: await prepareRuntime(config) });
        return {
          ...driver,
          async moveDatabase(siteId, into) {
            await driver.moveDatabase(siteId, into);
            if (haltsAfterMove) await mariadb.halt();
          },
        };
      },
    });
    own = await tenant(server);
    site = await readySite(own, 'moved');
  });
  after(async () => {
    await server?.stop();
    await mariadb?.stop();
  });

  const move = (database: string, headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }) =>
    server.anonymous(own.partner).send('PUT', '/platform/sites/database', { fqdn: site.fqdn, database }, headers);
  const moved = async (database: string): Promise<Task> => {
    const started = await move(database);
    assert.equal(started.status, 200, started.text);
    return ended(own.client, started.body['task_id']);
  };
  const engine = () => server.app.hosting.databaseEngine(site.site_id);

  test('from MariaDB to SQLite and back, with a backup before each', async () => {
    assert.equal(await engine(), 'mariadb');
    const toSqlite = await moved('sqlite');
    assert.equal(toSqlite.status, 'succeeded', JSON.stringify(toSqlite.error));
    assert.equal(await engine(), 'sqlite');
    assert.deepEqual(await mariadb.left(), []);
    assert.equal((await visit(server, site.fqdn)).status, 200);
    const back = await moved('mariadb');
    assert.equal(back.status, 'succeeded', JSON.stringify(back.error));
    assert.equal(await engine(), 'mariadb');
    assert.equal((await visit(server, site.fqdn)).status, 200);
    const { hosting } = server.app;
    const nothing = { groups: [], unseen: [], since_copy: false };
    assert.deepEqual(await hosting.compareContent(site.site_id, site.site_id, null), nothing);
    const { title, whole } = (await hosting.postText(site.site_id, 1)) ?? {};
    assert.deepEqual([title, whole], ['Hello world!', true]);
    const backups = await backupsOf(own.client, site.site_id);
    assert.deepEqual(
      backups.map(({ type, status }) => `${type} ${status}`),
      ['system_generated succeeded', 'system_generated succeeded'],
    );
  });

  test('nobody else can, and a move to where the site is already is refused', async () => {
    assert.equal((await move('sqlite', {})).status, 401);
    const refused = await move('mariadb');
    assert.equal(refused.status, 422, refused.text);
    assert.match(refused.text, /The site is on MariaDB already/);
    assert.equal(await engine(), 'mariadb');
  });

  test('when the server is gone after the move, the site is where it was before, and answers', async () => {
    assert.equal((await moved('sqlite')).status, 'succeeded');
    haltsAfterMove = true;
    const task = await moved('mariadb');
    haltsAfterMove = false;
    assert.equal(task.status, 'failed', JSON.stringify(task));
    assert.equal(await engine(), 'sqlite');
    const { status, task_id } = (await own.client.get<Site>(`/site/id/${site.site_id}`)).body;
    assert.deepEqual([status, task_id], ['ready', null]);
    assert.equal((await visit(server, site.fqdn)).status, 200);
    await mariadb.begin();
  });
});
