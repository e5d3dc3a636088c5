import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import type { Registry } from '@panel/contract';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { Client, createPostgresDatabase } from '../../src/testing/index.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { startProcess } from '../tasks/process-support.ts';
import { bundle, folder, makeUpload, newKey, rawPublicKey, TOKEN } from './release-support.ts';
import { startS3 } from './s3-support.ts';

const server = process.env['TEST_DATABASE_URL'];

test('two processes on one database and one bucket: a change in one is in the next answer of the other', { skip: !server && 'needs PostgreSQL' }, async (t) => {
  const { url, drop } = await createPostgresDatabase(server as string);
  t.after(drop);
  const s3 = await startS3(t);
  const key = newKey();
  const shared = {
    DATABASE_URL: url, RELEASES_S3: s3.address, SECRET_KEY: 'a1'.repeat(32), OPERATOR_TOKEN: TOKEN, RELEASE_KEYS: rawPublicKey(key).toString('base64'),
    SEED: 'none', WEB_DIR: bundle(t), TEST_WEB: 'on', PUBLIC_URL: 'http://localhost:8099', ROLE: 'api',
  };
  assert.equal(createPublicKey(key).asymmetricKeyType, 'ed25519');
  // Both at once: what came with the panel is published by one of them.
  const [one, two] = await Promise.all([startProcess({ ...shared, DATA_DIR: folder(t) }), startProcess({ ...shared, DATA_DIR: folder(t) })]);
  t.after(() => Promise.all([one.kill('SIGTERM'), two.kill('SIGTERM')]));
  const database = await openPostgres(url);
  const partner = await scenarioRepo(database.db).partner();
  await database.close();

  const at = (port: number) => new Client(port, partner.domain);
  const operator = (port: number, path: string, body: unknown) => at(port).post(path, body, { authorization: `Bearer ${TOKEN}` });
  const help = async (port: number) => (await at(port).get<Registry>('/platform/registry')).body.remotes.find(({ manifest }) => manifest.id === 'mf-help')?.version;
  assert.deepEqual([await help(one.port), await help(two.port)], ['mf-helpv1', 'mf-helpv1']);
  for (const mark of ['2', '3', '4', '5', '6']) {
    const version = `mf-helpv${mark}`;
    const [from, other] = mark === '3' || mark === '5' ? [two.port, one.port] : [one.port, two.port];
    const published = await operator(from, '/platform/releases', makeUpload(t, key, 'mf-help', mark));
    assert.equal(published.status, 200, published.text);
    assert.equal((await operator(other, '/platform/channels/mf-help', { action: 'promote', version })).status, 200);
    assert.equal(await help(from), version);
    assert.match((await at(from).get('/help', { accept: 'text/html' })).text, new RegExp(`/remotes/mf-help/${version}/`));
    assert.equal((await at(from).get(`/remotes/mf-help/${version}/look.css`, { accept: '*/*' })).status, 200);
    assert.equal((await operator(from, '/platform/channels/mf-help', { action: 'rollback' })).status, 200);
    assert.notEqual(await help(other), version);
    assert.equal((await operator(from, '/platform/channels/mf-help', { action: 'promote', version })).status, 200);
  }
});
