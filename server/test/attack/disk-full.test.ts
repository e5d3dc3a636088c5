import type { Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import { DataFolderError } from '../../src/db/folder-lock.ts';
import { openPgliteFolder } from '../../src/db/open-pglite.ts';
import { DatabaseBroke } from '../../src/db/reopening-pglite.ts';
import { BALLAST_BYTES, hasBallast, makeBallast } from '../../src/disk/ballast.ts';
import { MB } from '../../src/disk/free-space.ts';
import { SCENARIO_PASSWORD } from '../../src/testing/scenario.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { deletedForGood, newSite, readySite, tenant, visit, type Tenant } from '../site/site-support.ts';
import { until } from '../hosting/hosting-support.ts';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from './small-disk.ts';
import { QUICK_START } from '../quick-start.ts';

const { cacheDir } = readConfig({});

/** Writes the database's log until it needs a new segment, for which there is no room. */
async function breakDown({ query }: OpenDatabase): Promise<unknown> {
  for (let i = 0; i < 100; i += 1) {
    try {
      await query(`select pg_logical_emit_message(false, 'test', repeat('a', 1000000))`);
    } catch (error) {
      return error;
    }
  }
  throw new Error('The disk was not full.');
}

describe('the embedded database on a full disk', { skip: NO_SMALL_DISK }, () => {
  let disk: SmallDisk;
  let dataDir: string;
  before(() => {
    disk = mountSmallDisk(128);
    dataDir = path.join(disk.folder, 'data');
  });
  after(() => disk?.unmount());

  const count = async ({ query }: OpenDatabase) =>
    (await query<{ total: number }>(`select count(*)::int as total from setting where key like 'row %'`)).rows[0]
      ?.total;

  test('it breaks down and reopens with the reserved space; acknowledged data is there', async () => {
    const open = await openPgliteFolder(dataDir, cacheDir);
    for (let i = 0; i < 20; i += 1) await open.query(`insert into setting (key, value) values ($1, '1')`, [`row ${i}`]);
    const heard: string[] = [];
    await open.listen('test', (payload) => heard.push(payload));
    await makeBallast(dataDir);
    disk.fill();
    assert.ok((await breakDown(open)) instanceof DatabaseBroke);
    assert.ok(!hasBallast(dataDir));
    assert.equal(await count(open), 20);
    await open.query(`delete from setting where key = 'row 0'`);
    assert.equal(await count(open), 19);
    await open.notify('test', 'still listening');
    assert.deepEqual(heard, ['still listening']);
    await open.close();
  });

  test('without any room a start fails with one line; with some it works again', async () => {
    const open = await openPgliteFolder(dataDir, cacheDir);
    disk.fill();
    assert.ok((await breakDown(open)) instanceof DatabaseBroke);
    await assert.rejects(open.query('select 1'), DatabaseBroke);
    disk.empty();
    await until('the database to open itself again', () =>
      count(open).then(
        (total) => total === 19,
        () => false,
      ),
    );
    disk.fill();
    assert.ok((await breakDown(open)) instanceof DatabaseBroke);
    await open.close();
    disk.fill();
    await assert.rejects(openPgliteFolder(dataDir, cacheDir), (error: unknown) => {
      assert.ok(error instanceof DataFolderError);
      assert.match(
        error.message,
        /^The data folder .+ has no room left: \d+ MB are free, and the database needs 24 MB to open\. Free some disk space and start again\.$/,
      );
      return true;
    });
    const main = path.resolve(import.meta.dirname, '../../src/main.ts');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...QUICK_START, main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_TEST_CONTEXT: '', PORT: '0', SEED: 'none', DATABASE_URL: '', DATA_DIR: dataDir },
    });
    let errors = '';
    child.stderr.on('data', (part: Buffer) => (errors += part));
    child.stdout.resume();
    assert.deepEqual(await once(child, 'close'), [1, null]);
    assert.match(errors, /^The data folder .+ has no room left.+\n$/);
    disk.empty();
    const again = await openPgliteFolder(dataDir, cacheDir);
    assert.equal(await count(again), 19);
    await again.close();
  });

  test('a ballast that does not fit leaves nothing behind', async () => {
    disk.fill(BALLAST_BYTES / 2);
    await assert.rejects(makeBallast(dataDir), { code: 'ENOSPC' });
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('reserve')),
      [],
    );
    disk.empty();
  });
});

describe('the panel on a full disk', { skip: NO_SMALL_DISK }, () => {
  let disk: SmallDisk;
  let dataDir: string;
  let server: TestServer | null = null;
  let own: Tenant;
  before(() => {
    disk = mountSmallDisk(256);
    dataDir = path.join(disk.folder, 'data');
    mkdirSync(dataDir);
  });
  after(async () => {
    await server?.stop();
    disk?.unmount();
  });
  const start = async (): Promise<TestServer> =>
    (server = await startTestServer({ dataDir, env: { DISK_RESERVE_MB: '64' } }));
  const login = (at: TestServer) => at.anonymous(own.partner);

  test('below the reserve it rejects what grows, and still signs in, serves and deletes', async () => {
    const running = await start();
    own = await tenant(running);
    const kept = await readySite(own, 'kept');
    const gone = await readySite(own, 'gone');
    await makeBallast(dataDir);
    // Below the reserve, and above the level at which the panel deletes the ballast.
    disk.fill(48 * MB);

    const refused = await own.client.post('/site', newSite(own.fqdn('refused')));
    assert.deepEqual([refused.status, refused.body['code']], [507, 'DISK_FULL']);
    assert.match(String(refused.body['message']), /too little free disk space/);
    assert.equal((await visit(running, kept.fqdn)).status, 200);
    const browser = login(running);
    await browser.get('/partner/whitelabel');
    const signedIn = await browser.post('/login', { email: own.customer.email, password: SCENARIO_PASSWORD });
    assert.equal(signedIn.status, 200, signedIn.text);
    await deletedForGood(own.client, gone.site_id);
    assert.ok(!existsSync(path.join(dataDir, 'sites', gone.site_id)));
  });

  test('it starts on the full disk, serves and deletes, and creates again once there is room', async () => {
    await server?.stop();
    assert.ok(hasBallast(dataDir));
    disk.fill();
    const running = await start();
    assert.ok(!hasBallast(dataDir));
    own = { ...own, client: await running.as(own.partner, own.customer) };
    assert.equal((await visit(running, own.fqdn('kept'))).status, 200);
    const [site] = (await own.client.get<Page<Site>>('/site')).body.pageElements;
    assert.ok(site);
    await deletedForGood(own.client, String(site.site_id));
    disk.empty();
    await readySite(own, 'after');
  });
});
