import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { publishBundled } from '../../src/platform/release/bundled-releases.ts';
import { changeChannel } from '../../src/platform/release/channel.service.ts';
import { claimRelease } from '../../src/platform/release/release.repo.ts';
import { startTestServer, until } from '../../src/testing/index.ts';
import { ReleaseError } from '../../src/platform/web/index.ts';
import { writeBuild } from '../web/fixture.ts';
import { anotherProcess, bundle, openPanel, signText, type ReleasePanel } from './release-support.ts';

const V2 = 'mf-helpv2';
const placeOf = ({ server }: ReleasePanel, version: string, file = '') =>
  path.join(server.dataDir, 'releases', 'mf-help', version, file);
const entryOf = async (panel: ReleasePanel) =>
  (await panel.registry()).remotes.find(({ manifest }) => manifest.id === 'mf-help');

type Spoil = (place: (file?: string) => string, panel: ReleasePanel) => void;
const changed = (text: string) => text.replace('Title of', 'Title off');
const faults: [string, string, Spoil][] = [
  ['the manifest is missing', 'P101', (place) => rmSync(place('manifest.json'))],
  ['the whole folder is missing', 'P101', (place) => rmSync(place(), { recursive: true })],
  ['the signature is missing', 'P102', (place) => rmSync(place('manifest.sig.json'))],
  ['the signature is invalid', 'P103', (place) => writeFileSync(place('manifest.sig.json'), '{}')],
  [
    'the manifest was changed',
    'P103',
    (place) => writeFileSync(place('manifest.json'), changed(readFileSync(place('manifest.json'), 'utf8'))),
  ],
  [
    'an old manifest is replayed, well signed',
    'P104',
    (place, panel) => {
      for (const file of ['manifest.json', 'manifest.sig.json']) cpSync(placeOf(panel, 'mf-helpv1', file), place(file));
    },
  ],
  [
    'another remote lies in its place',
    'P104',
    (place, panel) => {
      rmSync(place(), { recursive: true });
      cpSync(path.join(panel.server.dataDir, 'releases', 'mf-sites', 'mf-sitesv1'), place(), { recursive: true });
    },
  ],
  [
    'another text, signed with a key that is trusted',
    'P104',
    (place, panel) => {
      const text = changed(readFileSync(place('manifest.json'), 'utf8'));
      writeFileSync(place('manifest.json'), text);
      writeFileSync(place('manifest.sig.json'), JSON.stringify(signText(panel.key, text)));
    },
  ],
];

test('a release that differs from what was published is not served: the previous one is, and nobody can pin it', async (t) => {
  const panel = await openPanel(t);
  for (const [index, [what, reason, spoil]] of faults.entries()) {
    const version = `mf-help${`v${index + 2}`}`;
    await panel.publish('mf-help', String(index + 2));
    await panel.change('mf-help', 'promote');
    spoil((file) => placeOf(panel, version, file), panel);
    const { app, help } = await anotherProcess(t, panel);
    const runs = await help();
    assert.deepEqual([runs?.release.version, runs?.refused], ['mf-helpv1', null], what);
    await assert.rejects(
      changeChannel(app, { package: 'mf-help', action: 'pin', version }, 'a test'),
      new RegExp(`${version} in the storage differs from what was published \\(${reason}\\)`),
      what,
    );
  }
});

test('without a previous one, it is listed with its number; once repaired, it is back', async (t) => {
  const panel = await openPanel(t);
  const [signature, away] = [placeOf(panel, 'mf-helpv1', 'manifest.sig.json'), placeOf(panel, 'mf-helpv1', 'kept')];
  renameSync(signature, away);
  const { help } = await anotherProcess(t, panel);
  assert.equal((await help())?.refused, 'P102');
  renameSync(away, signature);
  await until('the release to be trusted again', async () => (await help())?.refused === null);
});

test('a changed byte is served as it is, and does not match the registry’s hash', async (t) => {
  const panel = await openPanel(t);
  await panel.publish('mf-help', '2');
  await panel.change('mf-help', 'promote');
  const file = placeOf(panel, V2, 'chunk.js');
  const bytes = readFileSync(file);
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const answer = await panel.server.anonymous(panel.partner).get(`/remotes/mf-help/${V2}/chunk.js`, { accept: '*/*' });
  assert.equal(answer.status, 200);
  const hash = `sha384-${createHash('sha384').update(answer.text).digest('base64')}`;
  const entry = await entryOf(panel);
  assert.ok(entry?.integrity['chunk.js']);
  assert.notEqual(entry.integrity['chunk.js'], hash);
});

test('an unreachable storage: uploads are rejected with the reason, open pages and files continue', async (t) => {
  const panel = await openPanel(t);
  const visitor = panel.server.anonymous(panel.partner);
  const css = () => visitor.get('/remotes/mf-help/mf-helpv1/look.css', { accept: '*/*' });
  assert.equal((await visitor.get('/help', { accept: 'text/html' })).status, 200);
  assert.equal((await css()).status, 200);
  const store = path.join(panel.server.dataDir, 'releases');
  renameSync(store, `${store}.away`);
  writeFileSync(store, 'no folder');
  const upload = await panel.publish('mf-help', '2');
  assert.deepEqual([upload.status, upload.body['code']], [503, 'STORE_UNAVAILABLE']);
  assert.match(String(upload.body['message']), /release storage is unavailable.*release folder .* cannot be used: /);
  assert.equal((await visitor.get('/help', { accept: 'text/html' })).status, 200);
  assert.equal((await css()).status, 200);
  rmSync(store);
  renameSync(`${store}.away`, store);
  assert.equal((await panel.publish('mf-help', '2')).status, 200, 'nothing was left of the first try');
});

test('a panel that has run before starts without the storage, and the next start publishes the bundled releases', async (t) => {
  const root = bundle(t);
  const panel = await openPanel(t, {}, { root });
  const store = path.join(panel.server.dataDir, 'releases');
  renameSync(store, `${store}.away`);
  writeFileSync(store, 'no folder');
  writeBuild(root, 'mf-help', '5');
  const { app, help } = await anotherProcess(t, panel);
  await publishBundled(app, root);
  const empty = await startTestServer();
  t.after(() => empty.stop());
  await assert.rejects(
    publishBundled({ ...app, db: empty.app.db }, root),
    (error: unknown) =>
      error instanceof ReleaseError &&
      /release storage is unavailable.*release folder .* cannot be used: /.test(error.message),
  );
  rmSync(store);
  renameSync(`${store}.away`, store);
  await until('the releases to be trusted', async () => (await help())?.refused === null);
  await publishBundled(app, root);
  assert.equal(await panel.version('mf-help'), 'mf-helpv5');
});

test('bundled releases become stable once and are repaired from the build, and a restart changes nothing', async (t) => {
  const root = bundle(t);
  const panel = await openPanel(t, {}, { root });
  await panel.publish('mf-help', '9');
  await panel.change('mf-help', 'promote');
  const count = async () => (await panel.operator('GET', '/platform/changes')).body['totalCount'];
  const before = await count();
  await publishBundled(panel.server.app, root);
  assert.deepEqual([await panel.version('mf-help'), await count()], ['mf-helpv9', before]);
  writeBuild(root, 'mf-help', '3');
  await publishBundled(panel.server.app, root);
  assert.equal(await panel.version('mf-help'), 'mf-helpv3', 'a version that was never seen');
  rmSync(placeOf(panel, 'mf-helpv3'), { recursive: true });
  await publishBundled((await anotherProcess(t, panel)).app, root);
  assert.equal((await (await anotherProcess(t, panel)).help())?.release.version, 'mf-helpv3');
});

test('killed while publishing bundled releases, the next start continues', async (t) => {
  const root = bundle(t);
  const panel = await openPanel(t, {}, { root });
  writeBuild(root, 'mf-help', '4');
  const { app } = panel.server;
  const claim = {
    package: 'mf-help',
    version: 'mf-helpv4',
    manifest: '{}',
    digest: '',
    contentDigest: '',
    keyId: '',
    bytes: 0,
    claimedAt: new Date(Date.now() - 60_000),
    publishedBy: 'installation',
  };
  assert.equal(await claimRelease(app.db, claim, new Date(0)), true);
  assert.equal(await panel.version('mf-help'), 'mf-helpv1');
  await publishBundled(app, root);
  assert.equal(await panel.version('mf-help'), 'mf-helpv4');
});

test('killed in the middle of an upload, it can be sent again after the start', async (t) => {
  const panel = await openPanel(t);
  const claim = {
    package: 'mf-help',
    version: V2,
    manifest: '{}',
    digest: '',
    contentDigest: '',
    keyId: '',
    bytes: 0,
    claimedAt: new Date(),
    publishedBy: 'operator token',
  };
  assert.equal(await claimRelease(panel.server.app.db, claim, new Date(0)), true);
  assert.match((await panel.publish('mf-help', '2')).text, /is being published by someone else/);
  await anotherProcess(t, panel, { alone: true });
  const again = await panel.publish('mf-help', '2');
  assert.equal(again.body['existed'], false, again.text);
});
