// On both databases: several processes.
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { eq } from 'drizzle-orm';
import type { Registry } from '@panel/contract';
import { notification } from '../../src/db/schema.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { createS3Store } from '../../src/platform/release/s3-store.ts';
import { Client, createPostgresDatabase } from '../../src/testing/index.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { startProcess } from '../tasks/process-support.ts';
import { bundle, folder, makeUpload, newKey, rawPublicKey, TOKEN } from './release-support.ts';
import { startS3 } from './s3-support.ts';

const server = process.env['TEST_DATABASE_URL'];

/** An installation of API processes with one database and one bucket, with a partner and an operator. */
async function openInstallation(t: TestContext) {
  const { url, drop } = await createPostgresDatabase(server as string);
  t.after(drop);
  const s3 = await startS3(t);
  const key = newKey();
  const shared = {
    DATABASE_URL: url,
    RELEASES_S3: s3.address,
    SECRET_KEY: 'a1'.repeat(32),
    OPERATOR_TOKEN: TOKEN,
    RELEASE_KEYS: `mf-help=${rawPublicKey(key).toString('base64')}`,
    SEED: 'none',
    WEB_DIR: bundle(t),
    TEST_WEB: 'on',
    PUBLIC_URL: 'http://localhost:8099',
    ROLE: 'api',
  };
  assert.equal(createPublicKey(key).asymmetricKeyType, 'ed25519');
  /** Both at once: one of them publishes the bundled releases. */
  async function startTwo() {
    const started = await Promise.all([
      startProcess({ ...shared, DATA_DIR: folder(t) }),
      startProcess({ ...shared, DATA_DIR: folder(t) }),
    ]);
    const stop = () => Promise.all(started.map((each) => each.kill('SIGTERM')));
    t.after(stop);
    return { one: started[0], two: started[1], stop };
  }
  const processes = await startTwo();
  const database = await openPostgres(url);
  t.after(() => database.close());
  const partner = await scenarioRepo(database.db).partner();
  const superadmin = await scenarioRepo(database.db).superadmin();

  const at = (port: number) => new Client(port, partner.domain);
  const operator = (port: number, path: string, body: unknown) =>
    at(port).post(path, body, { authorization: `Bearer ${TOKEN}` });
  const help = async (port: number) =>
    (await at(port).get<Registry>('/platform/registry')).body.remotes.find(({ manifest }) => manifest.id === 'mf-help')
      ?.version;
  return { ...processes, startTwo, db: database.db, superadmin, address: s3.address, key, at, operator, help };
}

test(
  'two processes on one database and one bucket: a change in one is in the next response of the other',
  { skip: !server && 'needs PostgreSQL' },
  async (t) => {
    const { one, two, key, at, operator, help } = await openInstallation(t);
    assert.deepEqual([await help(one.port), await help(two.port)], ['mf-helpv1', 'mf-helpv1']);
    for (const mark of ['2', '3', '4', '5', '6']) {
      const version = `mf-helpv${mark}`;
      const [from, other] = mark === '3' || mark === '5' ? [two.port, one.port] : [one.port, two.port];
      const published = await operator(from, '/platform/releases', makeUpload(t, key, 'mf-help', mark));
      assert.equal(published.status, 200, published.text);
      assert.equal((await operator(other, '/platform/channels/mf-help', { action: 'promote', version })).status, 200);
      assert.equal(await help(from), version);
      assert.match(
        (await at(from).get('/help', { accept: 'text/html' })).text,
        new RegExp(`/remotes/mf-help/${version}/`),
      );
      assert.equal((await at(from).get(`/remotes/mf-help/${version}/look.css`, { accept: '*/*' })).status, 200);
      assert.equal((await operator(from, '/platform/channels/mf-help', { action: 'rollback' })).status, 200);
      assert.notEqual(await help(other), version);
      assert.equal((await operator(from, '/platform/channels/mf-help', { action: 'promote', version })).status, 200);
    }
  },
);

test(
  'two processes that start beside a broken release notify the operators once, and so do the next two',
  { skip: !server && 'needs PostgreSQL' },
  async (t) => {
    const { one, stop, startTwo, db, superadmin, address, key, operator, help } = await openInstallation(t);
    assert.equal((await operator(one.port, '/platform/releases', makeUpload(t, key, 'mf-help', '2'))).status, 200);
    assert.equal(
      (await operator(one.port, '/platform/channels/mf-help', { action: 'promote', version: 'mf-helpv2' })).status,
      200,
    );
    await stop();
    const store = createS3Store(address);
    t.after(() => store.close());
    await store.put({ package: 'mf-help', version: 'mf-helpv2' }, new Map([['manifest.sig.json', Buffer.from('{}')]]));
    for (let i = 0; i < 2; i++) {
      const again = await startTwo();
      assert.deepEqual(await Promise.all([again.one, again.two].map(({ port }) => help(port))), [
        'mf-helpv1',
        'mf-helpv1',
      ]);
      // Their findings are stored when they have ended.
      await again.stop();
      const told = await db.select().from(notification).where(eq(notification.userId, superadmin.id));
      assert.deepEqual(
        told.map(({ description }) => /is not served: .*\((P\d+)\)/.exec(description)?.[1]),
        ['P103'],
      );
    }
  },
);
